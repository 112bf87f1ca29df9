import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { addSignals } from "#app/store/daily-signals.ts";
import { lockKnownOrders, type OrderRow, saveOrders } from "#app/store/orders.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { ordersWithout, shopsWithout } from "#app/store/uncounted-orders.ts";
import { signalDifference } from "#app/flows/settlement/count-order.ts";
import { readAttributions } from "#app/flows/settlement/credit-orders.ts";
import { type OrderShop, signalColumns } from "#app/flows/settlement/settle-orders.ts";

/** Orders of one transaction; what arrives meanwhile waits no longer than for a batch of its own. */
const atOnce = 200;

/**
 * The job: counts the signals of orders that were settled before signals were, from the attribution that they keep; who
 * is credited stays as it is. What is counted is not counted again, so it may be killed and run at any time.
 */
export async function fillSignals(): Promise<void> {
  const shops = await orderShopsOf(db(), await shopsWithout(db(), "signalDay"));
  for (const shop of shops.values()) {
    let after: string | undefined = "";
    while (after !== undefined) {
      const asked = { counted: "signalDay", after, limit: atOnce } as const;
      const orderIds: string[] = await ordersWithout(db(), shop.shopId, asked);
      if (orderIds.length > 0) await inTransaction((tx) => fill(tx, shop, orderIds));
      after = orderIds.at(-1);
    }
  }
}

async function fill(tx: Tx, shop: OrderShop, orderIds: readonly string[]): Promise<void> {
  const locked = await lockKnownOrders(tx, shop.shopId, orderIds);
  const rows = [...locked.values()].filter((row) => !("signalDay" in row.counted));
  const attributions = await readAttributions(tx, shop.shopId, rows);
  const filled = rows.flatMap((row, place) => {
    const kept = attributions[place];
    // Nothing was decided about it yet: it is counted when it is.
    if (!kept) return [];
    const day = dayIn(shop.timeZone, row.placedAt);
    const counted = { ...row.counted, signalDay: day };
    const now: OrderRow = { ...row, ...signalColumns(kept, row.facts["test"] === true), counted };
    return [{ now, changes: signalDifference(row, now, day) }];
  });
  await saveOrders(
    tx,
    filled.map((one) => one.now),
  );
  await addSignals(
    tx,
    shop.shopId,
    filled.flatMap((one) => one.changes),
  );
}
