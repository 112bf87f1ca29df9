import { statusLabel } from "../../shared/status-badge.tsx";

type Details = Record<string, unknown>;

const names: Record<string, string> = {
  name: "name",
  email: "e-mail address",
  referralCode: "referral code",
  note: "note",
  programs: "programs",
};

/** What happened to an affiliate, as a sentence. An action of a later version is shown by its name. */
export function affiliateHistoryText(action: string, details: Details): string {
  switch (action) {
    case "invited":
      return `Invited, with the code ${textOf(details["referralCode"])}`;
    case "invited again":
      return "Invited again; the older link ended";
    case "accepted the invitation":
      return "Accepted the invitation";
    case "changed":
      return `Changed: ${changedText(details["changed"])}`;
    case "was given a discount code":
      return `Discount code ${textOf(details["code"])} assigned`;
    case "lost a discount code":
      return `Discount code ${textOf(details["code"])} removed`;
    case "was given own terms":
      return `Own terms in ${textOf(details["program"])} (version ${String(details["version"])})`;
    case "lost own terms":
      return `Own terms in ${textOf(details["program"])} ended`;
    case "adjusted":
      return `Balance adjusted: ${textOf(details["note"])}`;
    default:
      return statusText(action, details);
  }
}

function statusText(action: string, details: Details): string {
  const { from, reason } = details;
  if (!action.startsWith("became ")) return action;
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
