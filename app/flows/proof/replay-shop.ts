import { isStillReached } from "#app/domain/bonus.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { adjustmentEntry, balanceEntryTransfer } from "#app/domain/ledger/entries.ts";
import { netSalesOf } from "#app/domain/net-sales.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { inWritableSnapshot, type Tx } from "#app/platform/db.server.ts";
import { type CommissionRow, insertCommissions } from "#app/store/commissions.ts";
import { type Posting, postTransfers } from "#app/store/ledger.ts";
import { listOrderRows, type OrderCursor } from "#app/store/order-list.ts";
import {
  balancesUnlike,
  commissionsUnlike,
  dropScratch,
  inScratch,
  makeScratch,
} from "#app/store/scratch.ts";
import { adjustmentsAfter, balanceEntriesAfter, commissionsBesideOrders } from "#app/store/verification.ts";
import { bonusOf, type CommissionCase, commissionCases, decidedBy } from "./commission-cases.ts";
import { orderSources } from "./order-sources.ts";
import { keepOrder, type Rebuilt, rebuildOrder, standAt } from "./rebuild-order.ts";

export type Replay = {
  readonly orders: number;
  readonly commissions: number;
  readonly differences: readonly Difference[];
};

export type ReplayAsked = {
  /** Where the commissions are rebuilt; a schema of that name is made. */
  readonly schema: string;
  /** Leaves the schema there, to be looked at. */
  readonly keep: boolean;
  readonly now: Date;
};

const atOnce = 500;

/**
 * Rebuilds the commissions of a shop from facts, clicks and codes, terms, decisions and stored inputs alone, with the
 * functions that live processing uses, into tables of their own, and compares them with the books. All of it is read at
 * one moment. The books are not changed.
 */
export async function replayShop(shopId: ShopId, { schema, keep, now }: ReplayAsked): Promise<Replay> {
  return inWritableSnapshot(async (tx) => {
    await makeScratch(tx, schema);
    const replaying = { tx, shopId, schema, now };
    const sold: Sold = new Map();
    const ofOrders = await replayOrders(replaying, sold);
    const beside = await replayAdditions(replaying, sold);
    await replayAdjustments(replaying);
    await replayBalanceEntries(replaying);
    const differences = await differencesOf(replaying);
    if (!keep) await dropScratch(tx, schema);
    return { ...ofOrders, commissions: ofOrders.commissions + beside, differences };
  });
}

type Replaying = { readonly tx: Tx; readonly shopId: ShopId; readonly schema: string; readonly now: Date };

/** What affiliates sold in programs of all time, by affiliate, program and currency: what bonuses count (T11). */
type Sold = Map<string, { orders: number; salesMinor: bigint }>;

async function replayOrders(replaying: Replaying, sold: Sold) {
  const { tx, shopId, now } = replaying;
  let [orders, commissions] = [0, 0];
  let after: OrderCursor | undefined;
  for (;;) {
    const rows = await listOrderRows(tx, shopId, { filter: {}, limit: atOnce, after });
    const last = rows.at(-1);
    if (!last) return { orders, commissions };
    const rebuilt = (await orderSources(tx, shopId, rows)).map((source) => {
      if (source === null) return { rows: [], postings: [] };
      if ("waiting" in source) return keepOrder(source.waiting);
      const { winner, ...made } = rebuildOrder(source, shopId, now);
      if (winner) addSale(sold, { ...winner, facts: source.facts });
      return made;
    });
    commissions += await write(replaying, rebuilt);
    orders += rows.length;
    after = { placedAt: last.placedAt, orderId: last.orderId };
  }
}

type Sale = { readonly affiliateId: AffiliateId; readonly programId: ProgramId; readonly facts: OrderFacts };

function addSale(sold: Sold, { facts, ...pair }: Sale): void {
  if (facts.test) return;
  const key = soldKey({ ...pair, currency: facts.currency });
  const known = sold.get(key) ?? { orders: 0, salesMinor: 0n };
  const { remainingMinor } = netSalesOf(facts);
  sold.set(key, {
    orders: known.orders + (remainingMinor > 0n ? 1 : 0),
    salesMinor: known.salesMinor + remainingMinor,
  });
}

function soldKey(of: { affiliateId: AffiliateId; programId: ProgramId; currency: string }): string {
  return `${of.affiliateId} ${of.programId} ${of.currency}`;
}

/** Bonuses and additions by hand, as they were made, with what they stand at by what was sold and decided. */
async function replayAdditions(replaying: Replaying, sold: Sold): Promise<number> {
  const { tx, shopId } = replaying;
  let commissions = 0;
  let after = "";
  for (;;) {
    const rows = await commissionsBesideOrders(tx, shopId, { after, limit: atOnce });
    const last = rows.at(-1);
    if (!last) return commissions;
    const rebuilt = (await commissionCases(tx, shopId, rows)).map((one) => {
      const bonus = one.row.kind === "bonus" ? bonusOf(one.row, one.terms) : null;
      const reached = sold.get(soldKey(one.row)) ?? { orders: 0, salesMinor: 0n };
      const isDue = bonus === null || isStillReached(bonus, reached, one.row.currency);
      return standAt(one, amountOf(one, isDue));
    });
    commissions += await write(replaying, rebuilt);
    after = last.commissionId;
  }
}

/** M13: a bonus that was released stays; what nothing stood of at its release stays at nothing. */
function amountOf({ row, history, decisions }: CommissionCase, isDue: boolean): bigint {
  if (decidedBy(decisions) === "denied") return 0n;
  const { amountMinor } = fromPlain<{ amountMinor: bigint }>(row.inputs);
  if (row.kind === "manual") return amountMinor;
  const { pendingMinor, payableMinor } = history.posted;
  const stays = row.releasedAt === null ? isDue : pendingMinor + payableMinor !== 0n;
  return stays ? amountMinor : 0n;
}

async function replayAdjustments(replaying: Replaying): Promise<void> {
  const { tx, shopId } = replaying;
  let after = "";
  for (;;) {
    const rows = await adjustmentsAfter(tx, shopId, { after, limit: atOnce });
    const last = rows.at(-1);
    if (!last) return;
    const postings = rows.map((row) => ({ ...adjustmentEntry(row), happenedAt: row.at }));
    await write(replaying, [{ rows: [], postings }]);
    after = last.adjustmentId;
  }
}

async function replayBalanceEntries(replaying: Replaying): Promise<void> {
  const { tx, shopId } = replaying;
  let after = "";
  for (;;) {
    const rows = await balanceEntriesAfter(tx, shopId, { after, limit: atOnce });
    const last = rows.at(-1);
    if (!last) return;
    const postings = rows.map((row) => ({ ...balanceEntryTransfer(row), happenedAt: row.at }));
    await write(replaying, [{ rows: [], postings }]);
    after = last.entryId;
  }
}

async function write({ tx, shopId, schema, now }: Replaying, rebuilt: readonly Rebuilt[]): Promise<number> {
  const rows: CommissionRow[] = rebuilt.flatMap((one) => one.rows);
  const postings: Posting[] = rebuilt.flatMap((one) => one.postings);
  await inScratch(tx, schema, async () => {
    await insertCommissions(tx, rows);
    await postTransfers(tx, shopId, postings, now);
  });
  return rows.length;
}

async function differencesOf({ tx, shopId, schema }: Replaying): Promise<Difference[]> {
  const commissions = await commissionsUnlike(tx, shopId, schema);
  const balances = await balancesUnlike(tx, shopId, schema);
  return [
    ...commissions.map(({ id, order, affiliate, kept, rebuilt }) => {
      const of = { affiliateId: affiliate, orderId: order };
      if (kept === null) return rowDifference("orders", order ?? "", `has no commission with ${rebuilt}`, of);
      return rowDifference("commissions", id, `has ${kept}, replayed is ${rebuilt ?? "none"}`, of);
    }),
    ...balances.map(({ affiliate, ...one }) => ({
      kind: "balance" as const,
      affiliateId: affiliate,
      ...one,
    })),
  ];
}
