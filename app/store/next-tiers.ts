import type { AffiliateId, ShopId } from "../domain/ids.ts";
import { needsOf } from "../domain/terms/pay.ts";
import { nextTier, type NextTier } from "../domain/terms/next-tier.ts";
import { periodDays } from "../domain/terms/period-days.ts";
import { fallbackKey, type ProgramTerms } from "../domain/terms/terms.ts";
import type { Db } from "../platform/db.server.ts";
import type { Program } from "./programs.ts";
import { sumsOfWindows } from "./progress.ts";

/** Progress to the next tier of a program's commission, or of one of its rules. */
export type ProgramTier = NextTier & {
  readonly programName: string;
  /** Null for what no rule pays for. */
  readonly ruleName: string | null;
};

export type ProgramWithTerms = { readonly program: Program; readonly terms: ProgramTerms };

type TiersAsked = {
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** The shop's day. */
  readonly today: string;
};

/** T6: an affiliate's next tiers as an order of today would find them. */
export async function nextTiersOf(
  db: Db,
  shopId: ShopId,
  { affiliateId, currency, today }: TiersAsked,
  programs: readonly ProgramWithTerms[],
): Promise<ProgramTier[]> {
  const tiers = programs.flatMap(({ program, terms }) =>
    needsOf(terms).tiers.map(({ key, period }) => ({ program, terms, key, period })),
  );
  const windows = tiers.map(({ program, period }) => ({
    affiliateId,
    programId: program.programId,
    currency,
    first: periodDays(period, today).first,
    last: today,
  }));
  const sums = await sumsOfWindows(db, shopId, windows);
  return tiers.flatMap(({ program, terms, key }, index) => {
    const { orders, salesMinor } = sums[index] ?? { orders: 0, salesMinor: 0n };
    const rule = key === fallbackKey ? null : terms.rules.find((one) => one.id === key);
    const next = nextTier(rule ? rule.pay : terms.commission, { orders, salesMinor }, currency);
    return next ? [{ ...next, programName: program.name, ruleName: rule?.name ?? null }] : [];
  });
}
