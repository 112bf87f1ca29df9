import { isStillReached } from "#app/domain/bonus.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { holdEndsAtMs, orderHoldEndsAtMs } from "#app/domain/release.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import { findOrders, type OrderRow } from "#app/store/orders.ts";
import { sumsOfWindows, type WindowSums } from "#app/store/progress.ts";
import { commissionsBesideOrders } from "#app/store/verification.ts";
import { bonusOf, type CommissionCase, commissionCases } from "./commission-cases.ts";
import { commissionDifferences } from "./verify-commission.ts";

const atOnce = 500;

/** What a bonus and an addition by hand keep of when they were made (M12, M13). Minor units. */
type FixedInputs = { readonly amountMinor: bigint; readonly holdDays?: number };

/** What bonuses and additions by hand stand on. */
type Grounds = {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly reached: ReadonlyMap<CommissionId, WindowSums>;
};

/** Every bonus and every addition by hand of a shop: what it stands at, its decisions, its release, its hold. */
export async function verifyAdditions(
  tx: Db,
  shopId: ShopId,
  found: (one: Difference) => void,
): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await commissionsBesideOrders(tx, shopId, { after, limit: atOnce });
    const last = rows.at(-1);
    if (!last) return;
    const grounds = await groundsOf(tx, shopId, rows);
    for (const one of await commissionCases(tx, shopId, rows)) differencesOf(one, grounds).forEach(found);
    after = last.commissionId;
  }
}

async function groundsOf(tx: Db, shopId: ShopId, rows: readonly CommissionRow[]): Promise<Grounds> {
  const bonuses = rows.filter((one) => one.kind === "bonus");
  const sums = await sumsOfWindows(
    tx,
    shopId,
    bonuses.map((one) => ({ ...one, first: null, last: null })),
  );
  const orderIds = bonuses.flatMap((one) => (one.orderId === null ? [] : [one.orderId]));
  const orders = await findOrders(tx, shopId, [...new Set(orderIds)]);
  return {
    orders: new Map(orders.map((one) => [one.orderId, one])),
    reached: new Map(bonuses.flatMap((one, place) => entryOf(one, sums[place]))),
  };
}

function entryOf(row: CommissionRow, sums: WindowSums | undefined): [CommissionId, WindowSums][] {
  return sums ? [[row.commissionId, sums]] : [];
}

function differencesOf(one: CommissionCase, grounds: Grounds): Difference[] {
  const { row } = one;
  const inputs = fromPlain<FixedInputs>(row.inputs);
  if (row.kind === "bonus") return bonusDifferences(one, inputs, grounds);
  const { holdDays = 0 } = inputs;
  const holdEndsMs = [holdEndsAtMs(row.createdAt.toISOString(), holdDays)];
  const { revision } = row;
  return commissionDifferences({
    ...one,
    standingMinor: inputs.amountMinor,
    revision,
    holdEndsMs,
    holdDays,
    reassignedAt: [],
  });
}

/** M13: stands as long as its count is reached, and for good once it was released. */
function bonusDifferences(
  one: CommissionCase,
  { amountMinor }: FixedInputs,
  { orders, reached }: Grounds,
): Difference[] {
  const { row, terms: of } = one;
  const bonus = bonusOf(row, of);
  const order = orders.get(row.orderId ?? "");
  const sums = reached.get(row.commissionId);
  if (!of || !bonus || !order || !sums) {
    return [wrong(row, `has the key ${row.bonusKey}, which its terms do not know`)];
  }
  const due = bonus.bonus.amount.minor;
  if (due !== amountMinor) return [wrong(row, `is of ${amountMinor}, its terms say ${due}`)];
  const isDue = isStillReached(bonus, sums, row.currency);
  const { pendingMinor, payableMinor } = one.history.posted;
  const stays = row.releasedAt === null ? isDue : pendingMinor + payableMinor !== 0n;
  return commissionDifferences({
    ...one,
    standingMinor: stays ? amountMinor : 0n,
    revision: row.revision,
    holdEndsMs: [orderHoldEndsAtMs(readFacts(order.facts), of)],
    holdDays: of.holdDays,
    reassignedAt: [],
  });
}

function wrong({ commissionId, affiliateId, orderId }: CommissionRow, what: string): Difference {
  return rowDifference("commissions", commissionId, what, { affiliateId, orderId });
}
