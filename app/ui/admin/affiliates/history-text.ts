import { flagKindName } from "#app/domain/fraud/rules.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { EventDetails } from "../../shared/detail-page.tsx";
import { formatMoney } from "../../shared/format.ts";
import { statusLabel } from "../../shared/status-badge.tsx";

const names: Record<string, string> = {
  name: "name",
  email: "e-mail address",
  referralCode: "referral code",
  note: "note",
  programs: "programs",
  tags: "tags",
};

/** History entry of an affiliate as a sentence. An action from a later version is shown by its name. */
export function affiliateHistoryText(action: string, details: EventDetails): string {
  switch (action) {
    case "invited":
      return `Invited, with the code ${textOf(details["referralCode"])}${sentByText(details)}`;
    case "invited again":
      return `Invited again; the older link ended${sentByText(details)}`;
    case "application-approved": {
      const rule = textOf(details["rule"]);
      return `Application to ${textOf(details["program"])} approved${rule === "" ? "" : ` by rule: ${rule}`}`;
    }
    case "accepted the invitation":
      return "Accepted the invitation";
    case "changed":
      return `Changed: ${changedText(details["changed"])}${reasonText(details)}`;
    case "was given own terms":
      return `Own terms in ${textOf(details["program"])} (version ${String(details["version"])})`;
    case "lost own terms":
      return `Own terms in ${textOf(details["program"])} ended`;
    case "adjusted":
      return adjustedText(details);
    case "balance written off":
      return `Wrote off ${amountText(details)}: ${textOf(details["reason"])}`;
    case "opening balance added":
      return `Opening balance of ${amountText(details)} added: ${textOf(details["reason"])}`;
    default:
      return codeText(action, details) ?? statusText(action, details);
  }
}

function sentByText({ sentBy }: EventDetails): string {
  if (sentBy === "link") return ". The link was shown once to copy; no email was sent";
  return sentBy === "nothing" ? ". No email was sent" : "";
}

/** Why something ended without notice. */
function reasonText({ reason }: EventDetails): string {
  const reasons: Record<string, string> = { fraud: "fraud", legal: "legal", "leaked-code": "leaked code" };
  return reason === undefined ? "" : `. Reason: ${reasons[textOf(reason)] ?? textOf(reason)}`;
}

/** History sentence of a discount code. */
function codeText(action: string, { code, former }: EventDetails): string | null {
  const texts: Record<string, string> = {
    "was given a discount code": `Discount code ${textOf(code)} assigned`,
    "lost a discount code": `Discount code ${textOf(code)} removed`,
    "has a renamed discount code": `Discount code ${textOf(former)} renamed to ${textOf(code)}`,
    "has a discount code that ends": `Discount code ${textOf(code)} ends with the notice period`,
    "keeps a discount code": `Discount code ${textOf(code)} stays`,
    "has a paused discount code": `Discount code ${textOf(code)} paused`,
    "has a resumed discount code": `Discount code ${textOf(code)} works again`,
    "had a discount code deleted": `Discount code ${textOf(code)} deleted`,
  };
  return texts[action] ?? null;
}

/** History sentence of lifetime customers, product assignments and imported links. */
function pointingText(action: string, details: EventDetails): string {
  const texts: Record<string, string> = {
    "customer-bound": "A customer was bound to them",
    "customer-unbound": "The binding of a customer to them ended",
    "product-given": `Orders with “${textOf(details["title"])}” point to them`,
    "product-taken": `Orders with “${textOf(details["title"])}” no longer point to them`,
    "claim-made": `Claimed the order ${textOf(details["order"])}`,
    "claim-accepted": `Their claim to the order ${textOf(details["order"])} was accepted`,
    "flag-dismissed": `A flag was dismissed: ${flagKindName(textOf(details["kind"]))}`,
    "flag-confirmed": `A flag was confirmed: ${flagKindName(textOf(details["kind"]))}`,
    "payouts-held": heldText(details),
    "payouts-hold-lifted": "The hold on payouts was lifted",
    "claim-declined": `Their claim to the order ${textOf(details["order"])} was declined`,
  };
  return texts[action] ?? detailsText(action, details) ?? action;
}

/** History sentence of payout details. Account numbers are masked. */
function detailsText(action: string, details: EventDetails): string | null {
  const account = textOf(details["account"]);
  const texts: Record<string, string> = {
    "payout-details-entered": `Entered payout details: ${account}`,
    "payout-details-confirmed": `Confirmed payout details: ${account}, used 24 hours later`,
    "payout-details-used-early": `Ended the waiting period of new payout details: ${account}`,
    "payout-details-withdrawn": `Withdrew payout details that waited: ${account}`,
    "payout-details-reminded": "Was reminded by mail that payout details are missing",
    "customer-account-emailed": "Was emailed that their customer account is missing",
    "payout-details-forgotten": "Payout details were forgotten, because their customer account was erased",
  };
  return texts[action] ?? null;
}

function heldText({ note }: EventDetails): string {
  return textOf(note) === "" ? "Payouts put on hold" : `Payouts put on hold: ${textOf(note)}`;
}

function adjustedText(details: EventDetails): string {
  return `Balance adjusted by ${amountText(details)}: ${textOf(details["note"])}`;
}

function amountText({ amountMinor, currency }: EventDetails): string {
  return formatMoney({
    amount: toDecimal({ minor: BigInt(textOf(amountMinor)), currency: textOf(currency) }),
    currencyCode: textOf(currency),
  });
}

function statusText(action: string, details: EventDetails): string {
  const { from, reason } = details;
  if (!action.startsWith("became ")) return pointingText(action, details);
  const came = typeof from === "string" ? `, was ${statusLabel(from).toLowerCase()}` : "";
  const why = typeof reason === "string" ? `: ${reason}` : "";
  return `${statusLabel(action.slice("became ".length))}${came}${why}`;
}

function changedText(changed: unknown): string {
  if (!Array.isArray(changed)) return "details";
  return changed.map((field) => names[String(field)] ?? String(field)).join(", ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
