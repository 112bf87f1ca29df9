import { isEmailKind } from "#app/domain/emails/kinds.ts";
import { shopSettingNames } from "#app/domain/shop-settings.ts";
import { ruleName } from "#app/i18n/rule-words.ts";
import { fraud } from "#app/i18n/en/admin/fraud.ts";
import { shopHistory } from "#app/i18n/en/admin/shop-history.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

/** Details of an audit event, as the action that wrote them chose. */
type EventDetails = Readonly<Record<string, unknown>>;
type PlainAction = keyof (typeof shopHistory)["actions"];

const t = merchantTexts("shopHistory");

const detailed: Readonly<Record<string, (details: EventDetails) => string>> = {
  "settings-changed": (details) => t("changed", { changes: changesText(details) }),
  "api-key-made": ({ name, scope }) => t("keyCreated", { name: shownValue(name), scope: String(scope) }),
  "api-key-revoked": ({ name }) => t("keyRevoked", { name: shownValue(name) }),
  "deliveries-retried": ({ count, topic }) =>
    typeof topic === "string" ? t("retried", { topic }) : t("retriedAll", { count: Number(count) }),
  "delivery-dismissed": ({ topic }) => t("dismissed", { topic: String(topic) }),
  "fraud-rule-changed": ({ kind, action }) =>
    t("fraudRule", { rule: ruleName(String(kind)), action: ruleAction(action) }),
  "email-text-changed": (details) => t("emailChanged", emailValues(details)),
  "email-text-reset": (details) => t("emailReset", emailValues(details)),
  "email-turned-on": (details) => t("emailOn", emailValues(details)),
  "email-turned-off": (details) => t("emailOff", emailValues(details)),
};

/** History entry of the store as a sentence. An action of a later version is shown by its name. */
export function shopHistoryText(action: string, details: EventDetails): string {
  const write = detailed[action];
  if (write !== undefined) return write(details);
  return isPlain(action) ? t(`actions.${action}`) : action;
}

function isPlain(action: string): action is PlainAction {
  return Object.hasOwn(shopHistory.actions, action);
}

function changesText(details: EventDetails): string {
  const changes = Object.entries(details).map(([name, change]) => {
    const { before, after } = readChange(change);
    const known = shopSettingNames.find((one) => one === name);
    const setting = known === undefined ? name : t(`settings.${known}`);
    return t("change", { setting, before: shownValue(before), after: shownValue(after) });
  });
  return changes.join(", ");
}

function readChange(change: unknown): { before?: unknown; after?: unknown } {
  return typeof change === "object" && change !== null ? change : {};
}

function shownValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? t("quoted", { text: value }) : t("none");
}

function ruleAction(action: unknown): string {
  const { actions } = fraud;
  return typeof action === "string" && Object.hasOwn(actions, action)
    ? merchantTexts("fraud")(`actions.${action as keyof typeof actions}`)
    : String(action);
}

/** Older events have the email's name in words. */
function emailValues({ email, language }: EventDetails) {
  const name = isEmailKind(email) ? merchantTexts("emailWords")(`kinds.${email}.title`) : email;
  return { email: shownValue(name), language: String(language) };
}
