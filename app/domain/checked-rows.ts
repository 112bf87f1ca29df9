import type { AffiliateId } from "./ids.ts";
import { isStorable } from "./plain.ts";

/** A line that assigns something to an affiliate. */
type Row = {
  readonly line: number;
  /** Id, email address or referral code of the affiliate, as typed. */
  readonly affiliate: string;
};

/** Result for a row: `new`, `same` when the assignment exists already, or `wrong`. */
export type CheckedRow<Given extends Row> = Given & {
  readonly state: "new" | "same" | "wrong";
  readonly affiliateId: AffiliateId | null;
  readonly affiliateName: string | null;
  /** Error message, or null. */
  readonly fault: string | null;
};

type Facts<Given extends Row> = {
  /** Key of the assigned item. Two rows with the same key are duplicates. */
  readonly keyOf: (row: Given) => string;
  /** Error in the row's own text, or null. */
  readonly textFault: (row: Given) => string | null;
  /** Affiliates by the lower-cased text that names them. */
  readonly named: ReadonlyMap<string, { readonly affiliateId: AffiliateId; readonly name: string }>;
  /** Current owner by key. */
  readonly owners: ReadonlyMap<string, AffiliateId>;
};

/** Checks every row against the known affiliates, the current owners and the rows before it. */
export function checkedRows<Given extends Row>(
  rows: readonly Given[],
  { keyOf, textFault, named, owners }: Facts<Given>,
): CheckedRow<Given>[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const found = named.get(row.affiliate.trim().toLowerCase()) ?? null;
    const key = keyOf(row);
    const owner = owners.get(key);
    const fault = textFault(row) ?? faultOf({ found, owner, before: seen.get(key) });
    if (!seen.has(key)) seen.set(key, row.line);
    const standing = owner === undefined ? "new" : "same";
    return {
      ...row,
      state: fault === null ? standing : "wrong",
      affiliateId: found?.affiliateId ?? null,
      affiliateName: found?.name ?? null,
      fault,
    };
  });
}

type Found = {
  readonly found: { readonly affiliateId: AffiliateId } | null;
  readonly owner: AffiliateId | undefined;
  readonly before: number | undefined;
};

const noSuchAffiliate = "There is no such affiliate";

function faultOf({ found, owner, before }: Found): string | null {
  if (!found) return noSuchAffiliate;
  if (before !== undefined) return `Stands in line ${before} already`;
  if (owner !== undefined && owner !== found.affiliateId) return "Belongs to another affiliate already";
  return null;
}

/** Error in the text that names an affiliate, or null. */
export function affiliateFault(affiliate: string): string | null {
  if (affiliate.trim() === "") return "The affiliate is missing";
  return affiliate.length > 254 || !isStorable(affiliate) ? noSuchAffiliate : null;
}
