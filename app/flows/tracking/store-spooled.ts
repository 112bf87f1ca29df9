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
 * Stores what waits on this machine's disk, also what a process left there that was killed; each click once, whoever
 * stores it and however often. Answers how many clicks were new. Rejects when the database is away; then all goes on
 * waiting.
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

/** Together; where the database refuses that, one by one, so that one bad click holds up no other. */
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

/** From now on this process stores what waits on the disk, soon after it can. */
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

/** Puts clicks on the disk, and stores them when the database can take them. */
export async function spoolClicks(items: readonly SpooledItem[]): Promise<void> {
  await spoolItems(items);
  storeSpooledSoon();
}

/** The platform tells when an order was made in whole seconds, and its clock is not ours. */
const toleranceMs = 5 * 60_000;

/**
 * Clicks were stored after their time: orders that carry them, or of whose checkout the pixel told them, and that were
 * judged without, are settled again (M19), also those that are being taken into the books meanwhile. @throws Error where
 * that takes too long: the clicks go on waiting, and are looked for again.
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
