import { evaluate } from "#app/domain/commission.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { needsOf, needsProgress } from "#app/domain/terms/needs.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { addDimensions } from "#app/store/dimension-figures.ts";
import { admitValues } from "#app/store/dimension-values.ts";
import { addFigures } from "#app/store/figures.ts";
import { lockKnownOrders, type OrderRow, saveOrders } from "#app/store/orders.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { ordersWithout, shopsWithout } from "#app/store/uncounted-orders.ts";
import {
  countedLinkOf,
  countFigures,
  freeValuesOf,
  orderValues,
  readCounted,
  type ToCount,
} from "#app/flows/settlement/count-order.ts";
import { type KeptAttribution, readAttributions, storedInputs } from "#app/flows/settlement/credit-orders.ts";

/** Orders of one transaction; what arrives meanwhile waits no longer than for a batch of its own. */
const atOnce = 200;

type Shop = { readonly shopId: ShopId; readonly timeZone: string };

/**
 * The job: counts orders for dimensions that were settled before reports were, from the facts and the attribution that
 * they keep; who is credited, and with what, stays as it is. What is counted is not counted again, so it may be killed
 * and run at any time.
 */
export async function fillDimensions(now: () => Date): Promise<void> {
  const shops = await orderShopsOf(db(), await shopsWithout(db(), "dimensions"));
  for (const shop of shops.values()) {
    let after: string | undefined = "";
    while (after !== undefined) {
      const asked = { counted: "dimensions", after, limit: atOnce } as const;
      const orderIds: string[] = await ordersWithout(db(), shop.shopId, asked);
      if (orderIds.length > 0) await inTransaction((tx) => fill(tx, shop, { orderIds, now: now() }));
      after = orderIds.at(-1);
    }
  }
}

async function fill(
  tx: Tx,
  { shopId, timeZone }: Shop,
  { orderIds, now }: { readonly orderIds: readonly string[]; readonly now: Date },
): Promise<void> {
  const locked = await lockKnownOrders(tx, shopId, orderIds);
  const rows = [...locked.values()].filter((row) => !("dimensions" in row.counted));
  const attributions = await readAttributions(tx, shopId, rows);
  const commissions = Map.groupBy(await commissionsOfOrders(tx, shopId, orderIds), (one) => one.orderId);
  const known = rows.flatMap((row, place) => {
    const kept = attributions[place];
    // Nothing was decided about it yet: it is counted when it is.
    return kept ? { row, order: toCount(row, kept, commissions.get(row.orderId) ?? []) } : [];
  });
  const free = known.flatMap(({ order }) => freeValuesOf(orderValues(order)));
  const values = await admitValues(tx, shopId, free);
  const filled = known.map(({ row, order }) => {
    const counting = { before: row.counted, link: countedLinkOf(row.counted), known: values, timeZone };
    return { row, ...countFigures(order, counting) };
  });
  await saveOrders(
    tx,
    filled.map(({ row, counted }) => ({ ...row, counted: { ...row.counted, ...counted } })),
  );
  await addFigures(
    tx,
    shopId,
    filled.flatMap((one) => one.figures),
    { now },
  );
  await addDimensions(
    tx,
    shopId,
    filled.flatMap((one) => one.dimensions),
  );
}

type Commissions = Awaited<ReturnType<typeof commissionsOfOrders>>;

/** What the one formula says; or what was counted, where an older version of the app did not keep what it had read. */
function toCount(row: OrderRow, kept: KeptAttribution, commissions: Commissions): ToCount {
  const facts = readFacts(row.facts);
  const attribution = kept.decided;
  const { winner } = attribution;
  const terms = winner?.version.terms ?? null;
  const inputs = storedInputs(kept, commissions);
  const own = commissions.find((one) => one.kind === "order" && one.affiliateId === winner?.affiliateId);
  const isDenied = own?.decision === "denied";
  if (!inputs && !facts.test && terms && needsProgress(needsOf(terms))) {
    const counted = readCounted(row.counted);
    const originalMinor = counted.reduce((sum, one) => sum + one.earnedMinor, 0n);
    const standingMinor = counted.reduce((sum, one) => sum + one.commissionMinor, 0n);
    return { facts, attribution, isDenied, evaluation: { originalMinor, standingMinor, lines: [] } };
  }
  return { facts, attribution, isDenied, evaluation: evaluate({ terms, facts, attribution, inputs }) };
}
