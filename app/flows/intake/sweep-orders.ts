import { reasonAsText } from "#app/domain/refusal.ts";
import type { ShopId } from "#app/domain/ids.ts";
import {
  type ChangedOrder,
  type OrderNumber,
  readChangedOrders,
  readDisputedOrders,
  readOrderNumbers,
} from "#app/gateways/shopify/orders.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  findSweep,
  type FoundOrder,
  type KnownState,
  knownStates,
  noteSweep,
  type Sweep,
} from "#app/store/sweeps.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { askAboutOrder, leaveToInbox } from "./refetch-order.ts";

/**
 * The delivery of a younger change may still be on its way, so it is left for the next sweep, unless a person started
 * this one.
 */
const graceMs = 2 * 60_000;
/** Orders requested in parallel. */
const askedAtOnce = 4;
/** Found orders that are stored with their names. More are only counted. */
const namedAtMost = 100;

type RunningSweep = {
  readonly shop: OrderShop & { readonly domain: string };
  readonly sweep: Sweep;
  readonly clock: () => Date;
};

type SweepProgress = Pick<Sweep, "looked" | "missing" | "stale" | "found" | "toAt">;

function progressOf({ looked, missing, stale, found, toAt }: Sweep): SweepProgress {
  return { looked, missing, stale, found, toAt };
}

/**
 * Job: looks through the orders that changed on Shopify since the last sweep, requests those that differ from the
 * stored ones, and records them. Equal orders cost only the list, and if credited the question which of the
 * customer's orders they are. A killed sweep continues where it stopped. If Shopify does not answer, the sweep ends,
 * and the next one begins there.
 */
export async function sweepOrders(
  asked: { readonly shopId: string; readonly sweepId: string },
  clock: () => Date,
): Promise<void> {
  const shopId = asked.shopId as ShopId;
  const sweep = await findSweep(db(), shopId, asked.sweepId);
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  if (sweep?.status !== "running" || !shop || shop.redactedAt !== null) return;
  try {
    await sweepChanges({ shop, sweep, clock });
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      await noteSweep(db(), sweep, { error: reasonAsText({ code: "run_failed", what: "retried" }) });
      throw error;
    }
    log.warn("Missed orders could not be looked for", { shop: shopId, ...describeError(error) });
    const said = reasonAsText({ code: "run_refused", message: error.message });
    await noteSweep(db(), sweep, { status: "failed", error: said, finishedAt: clock() });
  }
}

async function sweepChanges(sweeping: RunningSweep): Promise<void> {
  const { shop, sweep, clock } = sweeping;
  const until = new Date(clock().getTime() - (sweep.cause === "asked" ? 0 : graceMs));
  const span = { from: sweep.toAt, until };
  let progress = progressOf(sweep);
  let after: string | null = null;
  do {
    const page = await readChangedOrders(shop.domain, { ...span, after });
    progress = await sweepPage(sweeping, progress, page.orders);
    after = page.next;
    await noteSweep(db(), sweep, progress);
  } while (after !== null);
  progress = await sweepDisputes(sweeping, progress);
  const toAt = until < progress.toAt ? progress.toAt : until;
  await noteSweep(db(), sweep, { ...progress, toAt, status: "done", error: null, finishedAt: clock() });
}

/**
 * A dispute does not change the order's timestamp, so disputed orders are listed separately. Unknown orders are
 * skipped, because they are older than the app's first sweep.
 */
async function sweepDisputes(sweeping: RunningSweep, before: SweepProgress): Promise<SweepProgress> {
  const { shop, sweep } = sweeping;
  let progress = before;
  let after: string | null = null;
  do {
    const page = await readDisputedOrders(shop.domain, after);
    const orderIds = page.orders.map((one) => one.orderId);
    const known = await knownStates(db(), shop.shopId, orderIds);
    const unlike = page.orders.flatMap((order): UnlikeOrder[] => {
      const state = known.get(order.orderId);
      return state && (state.dispute ?? "none") !== order.dispute ? [{ order, what: "stale" }] : [];
    });
    progress = await readUnlike(sweeping, progress, unlike);
    after = page.next;
    await noteSweep(db(), sweep, progress);
  } while (after !== null);
  return progress;
}

async function sweepPage(
  sweeping: RunningSweep,
  before: SweepProgress,
  page: readonly ChangedOrder[],
): Promise<SweepProgress> {
  const { shop } = sweeping;
  const orderIds = page.map((one) => one.orderId);
  const known = await knownStates(db(), shop.shopId, orderIds);
  const unlike: UnlikeOrder[] = page.flatMap((order) => {
    const what = findDifference(order, known.get(order.orderId));
    return what === null ? [] : [{ order, what }];
  });
  const progress = await readUnlike(sweeping, before, unlike);
  const isRead = new Set(unlike.map((one) => one.order.orderId));
  const unnumbered = orderIds.filter((id) => known.get(id)?.isUnnumbered && !isRead.has(id));
  await numberOrders(shop, unnumbered, sweeping.clock);
  const toAt = page.at(-1)?.updatedAt ?? progress.toAt;
  return { ...progress, looked: progress.looked + page.length, toAt };
}

async function readUnlike(
  sweeping: RunningSweep,
  before: SweepProgress,
  unlike: readonly UnlikeOrder[],
): Promise<SweepProgress> {
  let progress = before;
  for (let at = 0; at < unlike.length; at += askedAtOnce) {
    const some = unlike.slice(at, at + askedAtOnce);
    progress = addFound(progress, await Promise.all(some.map((one) => refetchUnlike(sweeping, one))));
    // Saved now, because an order that was read no longer differs and a crash would lose the finding.
    await noteSweep(db(), sweeping.sweep, progress);
  }
  return progress;
}

function addFound(
  { missing, stale, found, ...rest }: SweepProgress,
  read: readonly FoundOrder[],
): SweepProgress {
  const count = (what: FoundOrder["what"]): number => read.filter((one) => one.what === what).length;
  return {
    ...rest,
    missing: missing + count("missing"),
    stale: stale + count("stale"),
    found: [...found, ...read].slice(0, namedAtMost),
  };
}

/**
 * M10: timestamps are whole seconds, so for equal ones the listed fields are compared too. An order known to be newer
 * than the list needs nothing.
 */
function findDifference(order: ChangedOrder, known: KnownState | undefined): FoundOrder["what"] | null {
  if (!known) return "missing";
  const lateBy = order.updatedAt.getTime() - known.changedAt.getTime();
  if (lateBy !== 0) return lateBy > 0 ? "stale" : null;
  const isAlike = order.financialStatus === known.financialStatus && order.cancelled === known.cancelled;
  return isAlike ? null : "stale";
}

type UnlikeOrder = {
  readonly order: Pick<ChangedOrder, "orderId" | "name" | "updatedAt">;
  readonly what: FoundOrder["what"];
};

async function refetchUnlike(
  { shop, clock }: RunningSweep,
  { order, what }: UnlikeOrder,
): Promise<FoundOrder> {
  const { shopId, domain } = shop;
  const { orderId, name, updatedAt } = order;
  try {
    await askAboutOrder({ shopId, domain, orderId, catalog: false }, clock());
    return { orderId, name, what };
  } catch (error) {
    const missed = { orderId, name, state: updatedAt.toISOString(), changedAt: updatedAt };
    await leaveToInbox(shopId, missed, { error, now: clock() });
    return { orderId, name, what, unread: true };
  }
}

/** Orders per question to Shopify and per transaction. */
const numberedAtOnce = 100;

/**
 * Asks Shopify for each order's position among its customer's orders and for its sales channel, and stores them with
 * the facts. Reports use them for new customers and channels even if no terms ask. An order without a position stays
 * without. @throws PlatformError if Shopify can't be asked for a while.
 */
async function numberOrders(
  shop: OrderShop & { readonly domain: string },
  orderIds: readonly string[],
  clock: () => Date,
): Promise<void> {
  for (let place = 0; place < orderIds.length; place += numberedAtOnce) {
    const numbers = await requestNumbers(shop.domain, orderIds.slice(place, place + numberedAtOnce));
    const messages = [...numbers].map(([orderId, number]) => {
      return { news: { kind: "numbered", orderId, ...number }, fresh: true } as const;
    });
    if (messages.length > 0) await inTransaction((tx) => applyNews(tx, shop, messages, clock()));
  }
}

/** If Shopify refuses the positions, everything else continues. */
async function requestNumbers(
  domain: string,
  orderIds: readonly string[],
): Promise<Map<string, OrderNumber>> {
  try {
    return await readOrderNumbers(domain, orderIds);
  } catch (error) {
    if (!(error instanceof PlatformError) || !["refused", "denied"].includes(error.kind)) throw error;
    log.warn("The platform does not number orders", { domain, ...describeError(error) });
    return new Map();
  }
}
