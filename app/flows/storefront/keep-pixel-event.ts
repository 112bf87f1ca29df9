import type { ShopId } from "#app/domain/ids.ts";
import { isSpentClick } from "#app/domain/spent-click.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openPixelAccount } from "#app/platform/pixel-account.server.ts";
import { openSignedClick } from "#app/platform/crypto.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { insertPixelJoin } from "#app/store/pixel-joins.ts";
import { findShop } from "#app/store/shops.ts";
import { noteHeard } from "./note-heard.ts";

/** A completed checkout as a visitor's browser tells of it; `orderId` may be the platform's global id. */
export type CheckoutSeen = {
  readonly accountID: string;
  readonly eventId: string;
  readonly occurredAt: string;
  readonly checkoutToken: string;
  readonly orderId: string | null;
  readonly clickIds: readonly string[];
  readonly clickSource: "cart" | "storage";
};

/** A visitor's clock may be wrong by so much. */
const toleranceMs = 5 * 60_000;
/** The platform sends what a browser could not send at once; not later than this. */
const oldestMs = 2 * 86_400_000;

/**
 * Keeps which signed clicks the web pixel saw at a completed checkout, once for each event, and has the order looked at
 * again. Answers false for what is nobody's, too old, or carries no click of this shop from before the checkout: it
 * leaves nothing behind. Whether there is such an order is asked when evidence is gathered: until then it only lies there.
 */
export async function keepPixelEvent(seen: CheckoutSeen, now: Date): Promise<boolean> {
  const shopId = openPixelAccount(seen.accountID) as ShopId | null;
  const shop = shopId && (await findShop(db(), shopId));
  if (!shop?.installedAt || shop.uninstalledAt) return false;
  const occurredAt = new Date(seen.occurredAt);
  const clickIds = clicksBefore(shop.shopId, seen.clickIds, occurredAt);
  const age = now.getTime() - occurredAt.getTime();
  if (clickIds.length === 0 || age < -toleranceMs || age > oldestMs) return false;
  const orderId = /\d+$/.exec(seen.orderId ?? "")?.[0] ?? "";
  const { eventId, checkoutToken } = seen;
  const queue = await openQueue();
  const isNew = await inTransaction(async (tx) => {
    const join = { eventId, checkoutToken, orderId, clickIds, occurredAt, receivedAt: now };
    if (!(await insertPixelJoin(tx, shop.shopId, join))) return false;
    await queue.send(tx, "evidence-arrived", { shopId: shop.shopId, orderId, eventId });
    return true;
  });
  // The theme's embed is what writes the cart's attribute.
  await noteHeard(shop.shopId, seen.clickSource === "cart" ? ["pixel", "embed"] : ["pixel"], now);
  return isNew;
}

/** The signed clicks of this shop that were made before the checkout was completed, as they came. */
function clicksBefore(shopId: ShopId, signed: readonly string[], at: Date): string[] {
  const latest = at.getTime() + toleranceMs;
  return [...new Set(signed)].filter((text) => {
    const click = openSignedClick(shopId, text);
    return click !== null && click.occurredAt.getTime() <= latest && !isSpentClick(click.occurredAt, at);
  });
}
