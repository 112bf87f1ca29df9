import { BlockStack, Button, Text } from "@shopify/polaris";
import type { ShopInfoWire } from "#app/contracts/shop.ts";
import { settings } from "#app/i18n/en/admin/settings.ts";
import { isEmailKind } from "#app/domain/emails/kinds.ts";
import { flagKindName } from "#app/domain/fraud/rules.ts";
import { emailWords } from "#app/i18n/en/admin/email-words.ts";
import { settingHistoryName } from "#app/domain/shop-settings.ts";
import { type EventDetails, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { useSettingsTitle } from "../../shared/frame/settings-columns.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { merchantText, provideTexts, useText } from "../../texts/use-text.ts";
import { restoreGuide } from "../dashboard/dismissed-guide.ts";
import { ShopForm } from "./shop-form.tsx";

provideTexts({ settings, emailWords });

export type SettingsData = {
  readonly info: ShopInfoWire;
  readonly history: readonly HistoryEntry[];
};

/** Settings ▸ General: store profile, defaults of new programs, and history. */
export function SettingsPage({ info, history }: SettingsData) {
  return (
    <AppPage title={useSettingsTitle()}>
      <BlockStack gap="400">
        <ShopForm key={info.updatedAt} info={info} />
        <SetupGuideSection shop={info.domain} />
        <Section title="History">
          <HistoryList entries={history} timeZone={info.timeZone} />
        </Section>
      </BlockStack>
    </AppPage>
  );
}

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

/** History entry of the shop as a sentence. An action of a later version is shown by its name. */
export function shopHistoryText(action: string, details: EventDetails): string {
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
      return `Text of the email ${quoted(emailName(details["email"]))} changed (${String(details["language"])})`;
    case "email-text-reset":
      return `Text of the email ${quoted(emailName(details["email"]))} reset (${String(details["language"])})`;
    case "email-turned-on":
    case "email-turned-off":
      return `Email ${quoted(emailName(details["email"]))} turned ${action === "email-turned-on" ? "on" : "off"}`;
    default:
      return plainTexts[action] ?? action;
  }
}

function retriedText({ count, topic }: EventDetails): string {
  if (typeof topic === "string") return `A delivery of ${topic} that had been set aside was tried again`;
  return `All deliveries that had been set aside were tried again (${Number(count)})`;
}

function changesText(details: EventDetails): string {
  const changes = Object.entries(details).map(([name, change]) => {
    const { before, after } = readChange(change);
    return `${settingHistoryName(name) ?? name} from ${quoted(before)} to ${quoted(after)}`;
  });
  return changes.join(", ");
}

function readChange(change: unknown): { before?: unknown; after?: unknown } {
  return typeof change === "object" && change !== null ? change : {};
}

/** Name of an email. Older events have it in words. */
function emailName(kind: unknown): unknown {
  return isEmailKind(kind) ? merchantText("emailWords")(`kinds.${kind}.title`) : kind;
}

function quoted(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? `“${value}”` : "none";
}

/** Brings the dismissed setup guide back. */
function SetupGuideSection({ shop }: { shop: string }) {
  const t = useText("settings");
  const { addToast } = useUiActions();
  function show() {
    restoreGuide(shop);
    addToast({ message: t("guide.shown") });
  }
  return (
    <Section title={t("guide.title")}>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="p">{t("guide.text")}</Text>
        <Button onClick={show}>{t("guide.show")}</Button>
      </BlockStack>
    </Section>
  );
}
