import { reasonAsText } from "#app/domain/refusal.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import {
  type BulkOrder,
  type BulkState,
  readBulkState,
  startBulkOrders,
  streamBulkOrders,
} from "#app/gateways/shopify/bulk-orders.ts";
import { fetchOrderFacts, listOrders } from "#app/gateways/shopify/orders.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { findImport, noteImport, type OrderImport } from "#app/store/sweeps.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { leaveToInbox } from "./refetch-order.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

/**
 * Orders per transaction. Deliveries that arrive meanwhile wait no longer than for one of their own batches.
 */
const batchSize = 50;
/** Orders requested one by one from Shopify in parallel. */
const askedAtOnce = 4;
const dayMs = 86_400_000;
/** Stands in for a bulk operation's id if the orders are listed in pages. */
const pagedOperation = "pages";
/** Orders of the list that are read again after a crash. */
const readAgain = 100;

export type ImportClock = {
  readonly now: () => Date;
  /** Waits between two polls of the bulk operation. */
  readonly pause: () => Promise<void>;
};

type RunningImport = {
  readonly shop: OrderShop & { readonly domain: string };
  readonly row: OrderImport;
  readonly clock: ImportClock;
  /** Orders that could not be read or settled. The inbox tries them again. */
  readonly left: Set<string>;
};

/**
 * The import job: lets Shopify collect the orders, waits, and settles them while their file downloads. After a
 * crash it continues with the same operation, after the orders that are settled already.
 * @throws PlatformError if Shopify can't be reached. The queue then tries again.
 */
export async function importOrders(
  asked: { shopId: string; importId: string },
  clock: ImportClock,
): Promise<void> {
  const shopId = asked.shopId as ShopId;
  const row = await findImport(db(), shopId, asked.importId);
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  if (!row || !shop || shop.redactedAt !== null || row.status === "done" || row.status === "failed") return;
  const importing = { shop, row, clock, left: new Set<string>() };
  try {
    const operationId = row.operationId ?? (await beginBulk(importing));
    const inBulk = operationId !== pagedOperation && (await importInBulk(importing, operationId));
    if (!inBulk) await importPages(importing);
    await finishImport(importing, { status: "done", error: importEndText(inBulk, importing.left.size) });
  } catch (error) {
    await failImport(importing, error);
  }
}

function importEndText(inBulk: boolean, count: number): string {
  if (count > 0) return reasonAsText({ code: "import_ended", what: inBulk ? "left" : "paged_left", count });
  return inBulk ? "" : reasonAsText({ code: "import_ended", what: "paged", count });
}

/** Instants that contain the shop's days in any time zone. */
function importSpan({ firstDay, lastDay }: OrderImport): { readonly from: Date; readonly until: Date } {
  return {
    from: new Date(Date.parse(firstDay) - dayMs),
    until: new Date(Date.parse(lastDay) + 2 * dayMs),
  };
}

async function beginBulk({ shop, row, clock }: RunningImport): Promise<string> {
  for (;;) {
    const operationId = await startUnlessDenied(shop.domain, importSpan(row));
    if (operationId !== null) {
      await noteImport(db(), shop.shopId, row.importId, { status: "running", operationId, error: "" });
      return operationId;
    }
    await clock.pause();
  }
}

/** Without permission for bulk operations the orders are listed in pages instead. */
async function startUnlessDenied(domain: string, span: { from: Date; until: Date }): Promise<string | null> {
  try {
    return await startBulkOrders(domain, span);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== "denied") throw error;
    log.warn("Past orders are read in pages, not in bulk", { domain, ...describeError(error) });
    return pagedOperation;
  }
}

/** False if the operation ended for lack of access, as for an app that may not see customers. */
async function importInBulk(importing: RunningImport, operationId: string): Promise<boolean> {
  const { shop, row } = importing;
  const state = await waitForFile(importing, operationId);
  if (state.status === "failed") {
    await noteImport(db(), shop.shopId, row.importId, { operationId: pagedOperation });
    return false;
  }
  if (state.url !== null) await importFile(importing, state.url);
  return true;
}

/** Returns a completed operation, or one that failed because access was denied. */
async function waitForFile({ shop, row, clock }: RunningImport, operationId: string): Promise<BulkState> {
  for (;;) {
    const state = await readBulkState(shop.domain, operationId);
    if (state?.error === "ACCESS_DENIED") return state;
    if (state === null || state.status === "failed") {
      throw new PlatformError(
        "refused",
        reasonAsText({ code: "bulk_unfinished", error: state?.error ?? "UNKNOWN" }),
      );
    }
    await noteImport(db(), shop.shopId, row.importId, { ordersTotal: state.orders, error: "" });
    if (state.status === "completed") return state;
    await clock.pause();
  }
}

async function importFile(importing: RunningImport, url: string): Promise<void> {
  const { shop, row } = importing;
  const hashEmail = (email: string): string => customerHash(shop.shopId, email);
  await importAll(importing, streamBulkOrders(url, hashEmail), row.ordersDone);
}

/** Deleting an earlier order shifts the list, so some orders are read again after a crash. */
async function importPages(importing: RunningImport): Promise<void> {
  const { shop, row } = importing;
  const orderIds = listOrders(shop.domain, importSpan(row));
  const total = await importAll(importing, withoutFacts(orderIds), Math.max(0, row.ordersDone - readAgain));
  await noteImport(db(), shop.shopId, row.importId, { ordersTotal: total });
}

async function* withoutFacts(orderIds: AsyncIterable<string>): AsyncGenerator<BulkOrder> {
  for await (const orderId of orderIds) yield { orderId, facts: null };
}

/** Settles the orders after the first `taken`. Returns their total number. */
async function importAll(
  importing: RunningImport,
  orders: AsyncIterable<BulkOrder>,
  taken: number,
): Promise<number> {
  const { shop, row } = importing;
  let seen = 0;
  let batch: BulkOrder[] = [];
  const take = async (): Promise<void> => {
    if (batch.length === 0) return;
    await importSome(importing, batch);
    batch = [];
    await noteImport(db(), shop.shopId, row.importId, { ordersDone: seen });
  };
  for await (const order of orders) {
    seen += 1;
    if (seen <= taken) continue;
    batch.push(order);
    if (batch.length >= batchSize) await take();
  }
  await take();
  return seen;
}

/** Orders missing from the file are asked for first, while no transaction is open. */
async function importSome(importing: RunningImport, batch: readonly BulkOrder[]): Promise<void> {
  const told = batch.flatMap((one) => (one.facts === null ? [] : [one.facts]));
  const asked = await refetchAll(
    importing,
    batch.flatMap((one) => (one.facts === null ? [{ orderId: one.orderId, catalog: false }] : [])),
  );
  const again = await processSome(importing, [...told, ...asked]);
  await processSome(importing, await refetchAll(importing, again));
}

type OrderToRefetch = { readonly orderId: string; readonly catalog: boolean };

/** Settles orders by their facts, one by one if that fails together. Returns the orders that need more data. */
async function processSome(
  importing: RunningImport,
  facts: readonly OrderFacts[],
): Promise<OrderToRefetch[]> {
  if (facts.length === 0) return [];
  try {
    return await processInOneTransaction(importing, facts);
  } catch (error) {
    log.warn("Some orders of the past failed; each is tried by itself", describeError(error));
  }
  const again: OrderToRefetch[] = [];
  for (const one of facts) {
    try {
      again.push(...(await processInOneTransaction(importing, [one])));
    } catch (error) {
      await leaveOrderToInbox(importing, { orderId: one.id, name: one.name }, error);
    }
  }
  return again;
}

async function processInOneTransaction(
  { shop, clock }: RunningImport,
  facts: readonly OrderFacts[],
): Promise<OrderToRefetch[]> {
  const messages = facts.map((one) => ({ news: { kind: "order", facts: one }, fresh: true }) as const);
  const outcomes = await inTransaction((tx) =>
    applyNews(tx, shop, messages, clock.now(), { isImport: true }),
  );
  return [...outcomes].flatMap(([orderId, { mustRefetch, catalog }]) =>
    mustRefetch ? [{ orderId, catalog }] : [],
  );
}

async function refetchAll(
  importing: RunningImport,
  orders: readonly OrderToRefetch[],
): Promise<OrderFacts[]> {
  const facts: OrderFacts[] = [];
  for (let at = 0; at < orders.length; at += askedAtOnce) {
    const some = orders.slice(at, at + askedAtOnce);
    const answers = await Promise.all(some.map((one) => refetchOne(importing, one)));
    facts.push(...answers.filter((one) => one !== null));
  }
  return facts;
}

async function refetchOne(
  importing: RunningImport,
  { orderId, catalog }: OrderToRefetch,
): Promise<OrderFacts | null> {
  const { shop, clock } = importing;
  const hashEmail = (email: string): string => customerHash(shop.shopId, email);
  try {
    return await fetchOrderFacts(shop.domain, orderId, { hashEmail, catalog, now: clock.now() });
  } catch (error) {
    await leaveOrderToInbox(importing, { orderId }, error);
    return null;
  }
}

async function leaveOrderToInbox(
  { shop, row, clock, left }: RunningImport,
  order: { readonly orderId: string; readonly name?: string },
  error: unknown,
): Promise<void> {
  const missed = { ...order, state: row.importId, changedAt: null };
  await leaveToInbox(shop.shopId, missed, { error, now: clock.now() });
  left.add(order.orderId);
}

type ImportEnd = { readonly status: "done" | "failed"; readonly error: string };

async function finishImport({ shop, row, clock }: RunningImport, ending: ImportEnd): Promise<void> {
  await noteImport(db(), shop.shopId, row.importId, { ...ending, finishedAt: clock.now() });
}

/** A temporary error is retried by the queue and shown meanwhile. Any other error ends the import. */
async function failImport(importing: RunningImport, error: unknown): Promise<void> {
  const { shop, row } = importing;
  log.warn("Past orders could not be read", { shop: shop.shopId, ...describeError(error) });
  if (error instanceof PlatformError && ["throttled", "unreachable", "forbidden"].includes(error.kind)) {
    const said =
      error.kind === "forbidden"
        ? error.message
        : reasonAsText({ code: "run_failed", what: "shopify_silent" });
    await noteImport(db(), shop.shopId, row.importId, { error: said });
    throw error;
  }
  const said =
    error instanceof PlatformError ? error.message : reasonAsText({ code: "run_failed", what: "stopped" });
  await finishImport(importing, { status: "failed", error: said });
}
