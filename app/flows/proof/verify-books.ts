import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { type Db, db, inSnapshot } from "#app/platform/db.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { forgetFrozenTerms } from "#app/store/frozen-terms.ts";
import { listShopIds, orderShopsOf } from "#app/store/tenants.ts";
import {
  danglingRows,
  sizeOfBooks,
  unknownDecisions,
  wrongAdjustments,
  wrongBalanceEntries,
  wrongBalances,
} from "#app/store/verification.ts";
import { wrongFrozen } from "#app/store/verification-frozen.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { verifyAdditions } from "./verify-additions.ts";
import { verifyDimensions, verifyFigures, verifyKeptBeside, verifySignals } from "./verify-figures.ts";
import { verifyLines } from "./verify-lines.ts";
import { verifyOrders } from "./verify-orders.ts";
import { verifyPayouts } from "./verify-payouts.ts";
import { verifyPeriods } from "./verify-periods.ts";
import { verifyTransfers } from "./verify-transfers.ts";

export type Verification = { readonly shops: number; readonly orders: number; readonly differences: number };

/** The books of one shop, summed again at one moment. */
export type ShopVerification = {
  readonly transfers: number;
  readonly highestSequence: bigint;
  readonly balances: number;
  readonly orders: number;
  readonly differenceCount: number;
  /** The first of them. */
  readonly differences: Difference[];
};

type Found = (one: Difference) => void;

/** Everything, or only what is summed up for screens and reports. */
export type VerifiedPart = "all" | "rollups";

/** So many differences are kept with their names; more are counted. */
const namedAtMost = 100;

/**
 * Recomputes the books of all shops, one after another, and tells each difference as it is found. Reads only, and
 * mends nothing: a difference is for a person to understand.
 */
export async function verifyBooks(
  tell: (shopId: ShopId, difference: Difference) => void,
  part: VerifiedPart = "all",
): Promise<Verification> {
  const shopIds = await listShopIds(db());
  let [orders, differences] = [0, 0];
  for (const shopId of shopIds) {
    const found = (difference: Difference) => {
      differences += 1;
      tell(shopId, difference);
    };
    try {
      orders += (await verifyShop(shopId, found, part)).orders;
    } catch (error) {
      // Books that cannot even be read keep none of the others from being verified.
      const what = `could not be verified: ${String(describeError(error)["error"])}`;
      found(rowDifference("shops", shopId, what));
    }
  }
  return { shops: shopIds.length, orders, differences };
}

/**
 * The same for one shop: frozen terms and rules by their digests, transfers by themselves, adjustments, orders and
 * commissions from their facts under their frozen terms, figures from orders, bonuses from figures, balances from
 * transfers; in this order, so that the row which somebody falsified comes before what no longer agrees with it. All of
 * it is read at one moment: what is posted meanwhile is no difference.
 */
export async function verifyShop(
  shopId: ShopId,
  tell: Found = () => {},
  part: VerifiedPart = "all",
): Promise<ShopVerification> {
  forgetFrozenTerms();
  return inSnapshot(async (tx) => {
    const differences: Difference[] = [];
    let differenceCount = 0;
    const found = (one: Difference) => {
      differenceCount += 1;
      if (differences.length < namedAtMost) differences.push(one);
      tell(one);
    };
    const size = await sizeOfBooks(tx, shopId);
    const orders =
      part === "all" ? await verifyAll(tx, shopId, found) : await verifyRollups(tx, shopId, found);
    return { ...size, orders, differenceCount, differences };
  });
}

async function verifyAll(tx: Db, shopId: ShopId, found: Found): Promise<number> {
  const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
  if (!shop) return 0;
  const causes = [...(await wrongFrozen(tx, shopId)), ...(await danglingRows(tx, shopId))];
  for (const { kind, id, affiliate, what } of causes) {
    found(rowDifference(kind, id, what, { affiliateId: affiliate }));
  }
  await verifyTransfers(tx, shopId, found);
  await verifyPeriods(tx, shopId, found);
  for (const { adjustment, affiliate, amount, posted, count } of await wrongAdjustments(tx, shopId)) {
    const what = `is of ${amount}, posted are ${posted} in ${count} transfers`;
    found(rowDifference("adjustments", adjustment, what, { affiliateId: affiliate }));
  }
  for (const { entry, affiliate, what, posted } of await wrongBalanceEntries(tx, shopId)) {
    found(
      rowDifference("balance_entries", entry, `says ${what}, posted is ${posted}`, {
        affiliateId: affiliate,
      }),
    );
  }
  for (const { decision, what, order } of await unknownDecisions(tx, shopId)) {
    found(rowDifference("decisions", decision, `${what} is not in the audit trail`, { orderId: order }));
  }
  const orders = await verifyOrders(tx, shop, found);
  await verifySums(tx, shop, found);
  await verifyAdditions(tx, shopId, found);
  await verifyPayouts(tx, shopId, found);
  for (const { affiliate, ...one } of await wrongBalances(tx, shopId)) {
    found({ kind: "balance", affiliateId: affiliate, ...one });
  }
  await verifyLines(tx, shopId, found);
  await verifyKeptBeside(tx, shopId, found);
  return orders;
}

/** Orders, and the sums that follow from them and from clicks. */
async function verifyRollups(tx: Db, shopId: ShopId, found: Found): Promise<number> {
  const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
  if (!shop) return 0;
  const orders = await verifyOrders(tx, shop, found);
  await verifySums(tx, shop, found);
  return orders;
}

async function verifySums(tx: Db, shop: OrderShop, found: Found): Promise<void> {
  await verifyFigures(tx, shop, found);
  await verifySignals(tx, shop.shopId, found);
  await verifyDimensions(tx, shop, found);
}
