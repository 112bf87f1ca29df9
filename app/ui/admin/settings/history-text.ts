import { flagKindName } from "#app/domain/fraud/rules.ts";
import { settingHistoryName } from "#app/domain/shop-settings.ts";

type Details = Record<string, unknown>;

/** Texts of actions that need no details. */
const plainTexts: Record<string, string> = {
  installed: "App installed",
  reinstalled: "App installed again",
  uninstalled: "App uninstalled; every session ended",
  "orders-sweep-started": "Shopify's orders were looked through for missed ones",
  "paypal-connected": "PayPal connected",
  "paypal-replaced": "PayPal account replaced",
  "paypal-renewed": "PayPal secret renewed",
  "paypal-disconnected": "PayPal disconnected",
  "paypal-secret-erased": "PayPal secret erased",
  "payout-settings-changed": "Payout settings changed",
  "logo-uploaded": "Logo uploaded",
  "logo-removed": "Logo removed",
  "mail-retried": "A mail that had failed was sent again",
};

/** An entry of the shop's history, as a sentence. An action that a later version of the app wrote is shown by its name. */
export function shopHistoryText(action: string, details: Details): string {
  switch (action) {
    case "settings-changed":
      return `Settings changed: ${changesText(details)}`;
    case "api-key-made":
      return `API key ${quoted(details["name"])} created (${details["scope"] === "write" ? "read and write" : "read only"})`;
    case "api-key-revoked":
      return `API key ${quoted(details["name"])} revoked`;
    case "deliveries-retried":
      return retriedText(details);
    case "delivery-dismissed":
      return `A delivery of ${String(details["topic"])} that had been set aside was dismissed`;
    case "fraud-rule-changed":
      return `Fraud rule changed: ${flagKindName(String(details["kind"]))}, ${String(details["action"])}`;
    case "email-text-changed":
      return `Text of the email ${quoted(details["email"])} changed (${String(details["language"])})`;
    case "email-text-reset":
      return `Text of the email ${quoted(details["email"])} reset (${String(details["language"])})`;
    case "email-turned-on":
    case "email-turned-off":
      return `Email ${quoted(details["email"])} turned ${action === "email-turned-on" ? "on" : "off"}`;
    default:
      return plainTexts[action] ?? action;
  }
}

function retriedText({ count, topic }: Details): string {
  if (typeof topic === "string") return `A delivery of ${topic} that had been set aside was tried again`;
  return `All deliveries that had been set aside were tried again (${Number(count)})`;
}

function changesText(details: Details): string {
  const changes = Object.entries(details).map(([name, change]) => {
    const { before, after } = readChange(change);
    return `${settingHistoryName(name) ?? name} from ${quoted(before)} to ${quoted(after)}`;
  });
  return changes.join(", ");
}

function readChange(change: unknown): { before?: unknown; after?: unknown } {
  return typeof change === "object" && change !== null ? change : {};
}

function quoted(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? `“${value}”` : "none";
}
