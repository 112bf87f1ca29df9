import { refuse } from "./refusal.ts";

export const affiliateStatuses = ["invited", "pending", "active", "suspended", "rejected"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

const nextStatuses: Record<AffiliateStatus, readonly AffiliateStatus[]> = {
  invited: ["pending", "rejected"],
  pending: ["active", "rejected"],
  active: ["suspended"],
  suspended: ["active"],
  rejected: ["pending"],
};

/** Where an affiliate may go from here. A rejected one can be re-opened, and is then pending. */
export function nextAffiliateStatuses(status: AffiliateStatus): readonly AffiliateStatus[] {
  return nextStatuses[status];
}

export function canChangeAffiliateStatus(from: AffiliateStatus, to: AffiliateStatus): boolean {
  return nextStatuses[from].includes(to);
}

export const noSuchAffiliate = refuse("not-found", "There is no such affiliate");
