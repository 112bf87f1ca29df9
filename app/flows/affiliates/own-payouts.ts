import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { nextRun } from "#app/domain/payouts/schedule.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { coveredLines } from "#app/store/paid-lines.ts";
import { type TransferRow, transfersOf } from "#app/store/ledger.ts";
import {
  findOwnPayout,
  listOwnPayouts,
  type OwnPayout,
  type OwnPayoutCursor,
} from "#app/store/own-payouts.ts";
import { payoutLimitsOf, payoutSettingsOf } from "#app/store/payout-settings.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";

type Own = { readonly shopId: ShopId; readonly affiliateId: AffiliateId };

/** One page of an affiliate's payouts, newest first, and where the next one begins. */
export async function readOwnPayouts(
  { shopId, affiliateId }: Own,
  page: { limit: number; after?: OwnPayoutCursor | undefined },
): Promise<{ payouts: OwnPayout[]; next: OwnPayoutCursor | null } | Refusal> {
  const asked = { affiliateId, limit: page.limit + 1, after: page.after };
  const rows = await readWithin(thisList, (tx) => listOwnPayouts(tx, shopId, asked));
  if (isRefusal(rows)) return rows;
  const payouts = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? payouts.at(-1) : undefined;
  return { payouts, next: last ? { plannedAt: last.plannedAt, itemId: last.itemId } : null };
}

export type OwnPayoutView = {
  readonly payout: OwnPayout;
  /** On the affiliate's accounts: what the shop paid of a fee is its own matter. */
  readonly transfers: readonly TransferRow[];
  /** The first of the commissions and deductions that it covers, and how many there are. */
  readonly covers: Awaited<ReturnType<typeof coveredLines>>;
};

const coveredShown = 250;

/** One payout with its transfers, commissions, and deductions. */
export async function readOwnPayout(
  { shopId, affiliateId }: Own,
  itemId: string,
): Promise<OwnPayoutView | Refusal> {
  const payout = await findOwnPayout(db(), shopId, { affiliateId, itemId });
  if (!payout) return refuse("not-found", "There is no such payout");
  const [transfers, covers] = await Promise.all([
    transfersOf(db(), shopId, [payout.itemId]),
    readWithin(thisList, (tx) => coveredLines(tx, shopId, payout.itemId, coveredShown)),
  ]);
  if (isRefusal(covers)) return covers;
  return { payout, transfers: transfers.filter((one) => one.affiliateId === affiliateId), covers };
}

/** When a shop pays next, and from which amounts on. */
export type PayoutOutlook = {
  /** A day of the shop's calendar; null where a person decides when. */
  readonly nextDay: string | null;
  /** Minor units; currencies without a minimum are missing. */
  readonly minimums: readonly { readonly currency: string; readonly minimumMinor: bigint }[];
};

/** What a shop's schedule and limits promise its affiliates. */
export async function readPayoutOutlook(
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  now: Date,
): Promise<PayoutOutlook> {
  const [{ schedule }, limits] = await Promise.all([
    payoutSettingsOf(db(), shopId),
    payoutLimitsOf(db(), shopId),
  ]);
  return {
    nextDay: nextRun(schedule, dayIn(timeZone, now))?.day ?? null,
    minimums: limits.filter((one) => one.minimumMinor > 0n),
  };
}
