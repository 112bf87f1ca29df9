import { join } from "node:path";
import type { ShopId } from "#app/domain/ids.ts";
import { isSpentClick } from "#app/domain/program.ts";
import { within } from "#app/platform/coalesce.ts";
import { decrypt, encrypt, openPixelAccount, openSignedClick } from "#app/platform/crypto.server.ts";
import { db, inTransaction, isRefusedValue } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openSpool, type Spool } from "#app/platform/spool.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { insertPixelJoin } from "#app/store/orders-of-clicks.ts";
import { findShop } from "#app/store/shops.ts";
import { recordSeen } from "./record-seen.ts";

/** The browser ignores the answer, so this can be long. A database that takes longer counts as down. */
const patienceMs = 10_000;
const tryAgainMs = 5000;
const context = "pixel spool";

type SpooledCheckout = { readonly seen: CheckoutSeen; readonly receivedAt: string };

let opened: Spool | undefined;
let planned = false;

/** Events that wait on this machine's disk. */
function pixelSpool(): Spool {
  opened ??= openSpool(join(env().DATA_DIR, "spool", "pixel"));
  return opened;
}

/** Numbers of pixel events on this machine's disk: waiting for the database, and refused by it. */
export async function waitingPixelEvents(): Promise<{ waiting: number; setAside: number }> {
  return await pixelSpool().count();
}

/**
 * Stores an event of the web pixel, which reports a checkout only once. While the database is down or too slow,
 * the event waits sealed on disk, like a click. Rejects only if the disk fails too.
 */
export async function receivePixelEvent(seen: CheckoutSeen, now: Date, keep = keepPixelEvent): Promise<void> {
  try {
    await within(keep(seen, now), patienceMs);
  } catch (error) {
    if (isRefusedValue(error)) throw error;
    log.warn("An event of the pixel waits on this machine's disk", describeError(error));
    const waiting: SpooledCheckout = { seen, receivedAt: now.toISOString() };
    await pixelSpool().append([encrypt(JSON.stringify(waiting), context)]);
    storePixelsSoon();
  }
}

/**
 * Stores the events on this machine's disk, each once and with its time of arrival, including those of
 * processes that have ended. Rejects while the database is down; the events then stay. Returns how many it
 * processed.
 */
export async function storeSpooledPixels(): Promise<number> {
  let looked = 0;
  for (const file of await pixelSpool().take()) {
    for (const line of await pixelSpool().read(file)) {
      await storePixelLine(line);
      looked += 1;
    }
    await pixelSpool().remove(file);
  }
  return looked;
}

async function storePixelLine(line: string): Promise<void> {
  const waiting = openPixelLine(line);
  try {
    if (waiting) await keepPixelEvent(waiting.seen, new Date(waiting.receivedAt));
    else await pixelSpool().setAside([line]);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    log.error("An event of the pixel that waited is refused", describeError(error));
    await pixelSpool().setAside([line]);
  }
}

/** Null if the line is damaged, or sealed under another secret. */
function openPixelLine(line: string): SpooledCheckout | null {
  try {
    return JSON.parse(decrypt(line, context)) as SpooledCheckout;
  } catch {
    return null;
  }
}

function storePixelsSoon(): void {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    storeSpooledPixels().catch(storePixelsSoon);
  }, tryAgainMs).unref();
}

/** A completed checkout as reported by a visitor's browser. `orderId` may be Shopify's global id. */
type CheckoutSeen = {
  readonly accountID: string;
  readonly eventId: string;
  readonly occurredAt: string;
  readonly checkoutToken: string;
  readonly orderId: string | null;
  readonly clickIds: readonly string[];
  readonly clickSource: "cart" | "storage";
};

/** Tolerance for a visitor's clock. */
const toleranceMs = 5 * 60_000;
/** Shopify sends events that a browser could not send at once, but not later than this. */
const oldestMs = 2 * 86_400_000;

/**
 * Stores the signed clicks that the web pixel saw at a completed checkout, once per event, and enqueues the order to
 * be settled again. False for an unknown shop, an old event, or one without a click of this shop from before the
 * checkout; nothing is stored then. The order need not exist yet. It is checked when signals are collected.
 */
export async function keepPixelEvent(seen: CheckoutSeen, now: Date): Promise<boolean> {
  const shopId = openPixelAccount(seen.accountID) as ShopId | null;
  const shop = shopId && (await findShop(db(), shopId));
  if (!shop?.installedAt || shop.uninstalledAt) return false;
  const occurredAt = new Date(seen.occurredAt);
  const clickIds = clickIdsBefore(shop.shopId, seen.clickIds, occurredAt);
  const age = now.getTime() - occurredAt.getTime();
  if (clickIds.length === 0 || age < -toleranceMs || age > oldestMs) return false;
  const orderId = /\d+$/.exec(seen.orderId ?? "")?.[0] ?? "";
  const { eventId, checkoutToken } = seen;
  const queue = await openQueue();
  const isNew = await inTransaction(async (tx) => {
    const pixelJoin = { eventId, checkoutToken, orderId, clickIds, occurredAt, receivedAt: now };
    if (!(await insertPixelJoin(tx, shop.shopId, pixelJoin))) return false;
    await queue.send(tx, "evidence-arrived", { shopId: shop.shopId, orderId, eventId });
    return true;
  });
  // The cart attribute is written by the theme's embed.
  await recordSeen(shop.shopId, seen.clickSource === "cart" ? ["pixel", "embed"] : ["pixel"], now);
  return isNew;
}

/** Signed clicks of this shop from before the end of the checkout, in their order. */
function clickIdsBefore(shopId: ShopId, signed: readonly string[], at: Date): string[] {
  const latest = at.getTime() + toleranceMs;
  return [...new Set(signed)].filter((text) => {
    const click = openSignedClick(shopId, text);
    return click !== null && click.occurredAt.getTime() <= latest && !isSpentClick(click.occurredAt, at);
  });
}
