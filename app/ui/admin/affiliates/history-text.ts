import { ruleName } from "#app/i18n/rule-words.ts";
import { toDecimal } from "#app/domain/money.ts";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import type { EventDetails } from "../../shared/detail-page.tsx";
import { formatMoney } from "../../shared/format.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ affiliates });

const t = merchantText("affiliates");
const texts = affiliates.history;

/** History entry of an affiliate as a sentence. An action from a later version is shown by its name. */
export function affiliateHistoryText(action: string, details: EventDetails): string {
  const program = textOf(details["program"]);
  const rule = textOf(details["rule"]);
  switch (action) {
    case "invited":
      return withChannel(t("history.invited", { code: textOf(details["referralCode"]) }), details);
    case "invited again":
      return withChannel(t("history.invitedAgain"), details);
    case "application-approved":
      return rule === ""
        ? t("history.approved", { program })
        : t("history.approvedByRule", { program, rule });
    case "accepted the invitation":
      return t("history.accepted");
    case "changed":
      return withReason(t("history.changed", { fields: changedText(details["changed"]) }), details);
    case "was given own terms":
      return t("history.customTerms", { program, version: String(details["version"]) });
    case "lost own terms":
      return t("history.customTermsEnded", { program });
    case "adjusted":
      return t("history.adjusted", { amount: amountText(details), note: textOf(details["note"]) });
    case "balance written off":
      return t("history.writtenOff", { amount: amountText(details), reason: textOf(details["reason"]) });
    case "opening balance added":
      return t("history.opening", { amount: amountText(details), reason: textOf(details["reason"]) });
    default:
      return otherText(action, details) ?? action;
  }
}

function otherText(action: string, details: EventDetails): string | null {
  return (
    importText(action, details) ??
    codeText(action, details) ??
    statusText(action, details) ??
    signalText(action, details)
  );
}

function importText(action: string, { fileName, row }: EventDetails): string | null {
  if (action === "invited after import") return t("history.invitedAfterImport");
  return action === "imported" ? t("history.imported", { file: textOf(fileName), row: String(row) }) : null;
}

function withChannel(event: string, { sentBy }: EventDetails): string {
  if (sentBy === "link") return t("history.sentByLink", { event });
  return sentBy === "nothing" ? t("history.sentByNothing", { event }) : event;
}

/** Why something ended without notice. */
function withReason(event: string, { reason }: EventDetails): string {
  if (reason === undefined) return event;
  const text = textOf(reason);
  return t("history.withReason", {
    event,
    reason: isKey(text, texts.reasons) ? t(`history.reasons.${text}`) : text,
  });
}

/** Actions on discount codes, as the history stores them. */
const codeActions = {
  "was given a discount code": "assigned",
  "lost a discount code": "removed",
  "has a renamed discount code": "renamed",
  "has a discount code that ends": "ends",
  "keeps a discount code": "kept",
  "has a paused discount code": "paused",
  "has a resumed discount code": "resumed",
  "had a discount code deleted": "deleted",
} as const;

function codeText(action: string, { code, former }: EventDetails): string | null {
  if (!isKey(action, codeActions)) return null;
  return t(`history.codes.${codeActions[action]}`, { code: textOf(code), former: textOf(former) });
}

/** Sentence of lifetime customers, product assignments, claims, flags and payout details. */
function signalText(action: string, details: EventDetails): string | null {
  const note = textOf(details["note"]);
  if (action === "payouts-held") {
    return note === "" ? t("history.paused") : t("history.pausedBecause", { note });
  }
  if (isKey(action, texts.account)) {
    return t(`history.account.${action}`, { account: textOf(details["account"]) });
  }
  if (!isKey(action, texts.signals)) return null;
  return t(`history.signals.${action}`, {
    title: textOf(details["title"]),
    order: textOf(details["order"]),
    flag: ruleName(textOf(details["kind"])),
  });
}

function statusText(action: string, { from, reason }: EventDetails): string | null {
  if (!action.startsWith("became ")) return null;
  const status = statusName(action.slice("became ".length));
  const event =
    typeof from === "string"
      ? t("history.becameFrom", { status, from: statusName(from).toLowerCase() })
      : status;
  return typeof reason === "string" ? t("history.becameBecause", { event, reason }) : event;
}

function statusName(status: string): string {
  return isKey(status, texts.statuses) ? t(`history.statuses.${status}`) : status;
}

function amountText({ amountMinor, currency }: EventDetails): string {
  return formatMoney({
    amount: toDecimal({ minor: BigInt(textOf(amountMinor)), currency: textOf(currency) }),
    currencyCode: textOf(currency),
  });
}

function changedText(changed: unknown): string {
  if (!Array.isArray(changed)) return t("history.details");
  return changed
    .map(String)
    .map((field) => (isKey(field, texts.fields) ? t(`history.fields.${field}`) : field))
    .join(", ");
}

function isKey<Texts extends object>(name: string, of: Texts): name is Extract<keyof Texts, string> {
  return Object.hasOwn(of, name);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
