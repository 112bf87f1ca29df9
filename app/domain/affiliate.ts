import { refuse } from "./refusal.ts";

export const affiliateStatuses = ["invited", "pending", "active", "suspended", "rejected"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

/** Days until the link of an invitation expires. */
export const invitationDays = 14;

const nextStatuses: Record<AffiliateStatus, readonly AffiliateStatus[]> = {
  invited: ["pending", "rejected"],
  pending: ["active", "rejected"],
  active: ["suspended"],
  suspended: ["active"],
  rejected: ["pending"],
};

/** Statuses that can follow. A rejected affiliate can be reopened, and is pending then. */
export function nextAffiliateStatuses(status: AffiliateStatus): readonly AffiliateStatus[] {
  return nextStatuses[status];
}

export function canChangeAffiliateStatus(from: AffiliateStatus, to: AffiliateStatus): boolean {
  return nextStatuses[from].includes(to);
}

/** True for an affiliate who earns or earned. Changes to their disadvantage need notice (T15). */
export function hasJoined({ status }: { readonly status: AffiliateStatus }): boolean {
  return status === "active" || status === "suspended";
}

export const noSuchAffiliate = refuse("not-found", { code: "not_found", what: "affiliate" });

/** For an affiliate whom a form names by email address, code or id. */
export const noAffiliateNamed = refuse("invalid", { code: "not_found", what: "affiliate" }, "affiliateId");

const givenName = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** The name in a greeting: "Maya" for Maya Lin, or the whole name if its first word is not a given name. */
export function greetingName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ""] = words;
  const isPerson = words.length > 1 && givenName.test(first) && first !== "The";
  return isPerson ? first : name;
}
