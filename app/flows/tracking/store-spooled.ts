import { db, isRefusedValue } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { afterOpenOrders } from "#app/store/orders.ts";
import { ordersCarrying, ordersSeenWith } from "#app/store/orders-of-clicks.ts";
import { clickSpool, openItem, type SpooledItem, spoolItems } from "./click-spool.ts";
import { isDatabaseAway, keepClicks, type KeptClick, noteDatabaseAway } from "./keep-clicks.ts";
import { resolveClick } from "./unknown-click.ts";

const atOnce = 500;
const tryAgainMs = 500;

type SpooledLine = { readonly text: string; readonly item: SpooledItem };

/**
 * Stores clicks on this machine's disk, including those of killed processes, each once, however often it is called.
 * Returns the number of new clicks. Rejects while the database is down; the clicks then stay.
 */
export async function storeSpooled(): Promise<number> {
  const spool = clickSpool();
  let stored = 0;
  for (const file of await spool.take()) {
    const lines = await spool.read(file);
    const items = lines.flatMap((text): SpooledLine[] => {
      const item = openItem(text);
      return item ? [{ text, item }] : [];
    });
    if (items.length < lines.length) await setLinesAside(lines.filter((text) => !openItem(text)));
    for (let start = 0; start < items.length; start += atOnce) {
      stored += await storeLines(items.slice(start, start + atOnce));
    }
    await spool.remove(file);
  }
  if (stored > 0) log.info("Clicks that waited on the disk are stored", { clicks: stored });
  return stored;
}

/** Stores clicks together, or one by one if the database refuses that, so one bad click does not block the others. */
async function storeLines(lines: readonly SpooledLine[]): Promise<number> {
  try {
    const clicks: KeptClick[] = [];
    for (const { item } of lines) {
      const click = item.kind === "kept" ? item : await resolveClick(item);
      if (click) clicks.push(click);
    }
    if (clicks.length === 0) return 0;
    const added = await keepClicks(clicks);
    await settleOrdersOf(clicks);
    return added;
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    if (lines.length === 1) {
      log.error("A click that waited is refused", describeError(error));
      await setLinesAside(lines.map((line) => line.text));
      return 0;
    }
    let stored = 0;
    for (const line of lines) stored += await storeLines([line]);
    return stored;
  }
}

async function setLinesAside(lines: readonly string[]): Promise<void> {
  log.error("Clicks that waited cannot be stored and are set aside", { clicks: lines.length });
  await clickSpool().setAside(lines);
}

let planned = false;
let running = false;

/** Starts storing clicks from disk as soon as the database is back. */
export function storeSpooledSoon(): void {
  if (planned) return;
  planned = true;
  setTimeout(() => void storePass(), tryAgainMs).unref();
}

async function storePass(): Promise<void> {
  planned = false;
  if (running || isDatabaseAway()) return storeSpooledSoon();
  running = true;
  try {
    await storeSpooled();
  } catch (error) {
    noteDatabaseAway(error);
    storeSpooledSoon();
  } finally {
    running = false;
  }
}

/** Writes clicks to disk, and stores them when the database is back. */
export async function spoolClicks(items: readonly SpooledItem[]): Promise<void> {
  await spoolItems(items);
  storeSpooledSoon();
}

/** Shopify reports the time of an order in whole seconds, and its clock differs from ours. */
const toleranceMs = 5 * 60_000;

/**
 * Settles orders again that carry late-stored clicks, or whose checkout the pixel linked to them, and were decided
 * without them (M19). Includes orders in progress. @throws Error if that takes too long; the clicks then stay and are
 * tried again.
 */
async function settleOrdersOf(clicks: readonly KeptClick[]): Promise<void> {
  await afterOpenOrders(db());
  for (const [shopId, ofShop] of Map.groupBy(clicks, (one) => one.click.shopId)) {
    const earliest = Math.min(...ofShop.map((one) => one.click.occurredAt.getTime()));
    const since = new Date(earliest - toleranceMs);
    const clickIds = ofShop.map((one) => one.click.clickId);
    const orderIds = new Set([
      ...(await ordersCarrying(db(), shopId, { clickIds, since })),
      ...(await ordersSeenWith(db(), shopId, { clickIds, since })),
    ]);
    if (orderIds.size === 0) continue;
    const queue = await openQueue();
    for (const orderId of orderIds) {
      await queue.send(db(), "evidence-arrived", { shopId, orderId });
    }
  }
}
