import type { AffiliateId } from "./ids.ts";
import { isStorable } from "./plain.ts";

/** A line that gives something to an affiliate. */
type Row = {
  readonly line: number;
  /** Id, e-mail address or referral code of the affiliate, as it was written. */
  readonly affiliate: string;
};

/** What a row would do: `new`, `same` where it stands already, or what is wrong with it. */
export type CheckedRow<Given extends Row> = Given & {
  readonly state: "new" | "same" | "wrong";
  readonly affiliateId: AffiliateId | null;
  readonly affiliateName: string | null;
  /** What is wrong, as a sentence; null where nothing is. */
  readonly fault: string | null;
};

type Facts<Given extends Row> = {
  /** What is given, by which two rows are the same. */
  readonly keyOf: (row: Given) => string;
  /** What is wrong with the texts themselves; null where nothing is. */
  readonly textFault: (row: Given) => string | null;
  /** Affiliates by what was written for them, lower-cased. */
  readonly named: ReadonlyMap<string, { readonly affiliateId: AffiliateId; readonly name: string }>;
  /** Who has which of the keys already. */
  readonly owners: ReadonlyMap<string, AffiliateId>;
};

/** Says of each row what it would do. */
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

/** What is wrong with the text that names an affiliate; null where it may name one. */
export function affiliateFault(affiliate: string): string | null {
  if (affiliate.trim() === "") return "The affiliate is missing";
  return affiliate.length > 254 || !isStorable(affiliate) ? noSuchAffiliate : null;
}
