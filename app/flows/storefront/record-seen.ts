import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { type ReceivedPart, recordReceived } from "#app/store/tracking-status.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { findShopByDomain } from "#app/store/shops.ts";

/** Often enough for "seen today". Not every visitor of a store is a write. */
const noteEveryMs = 5 * 60_000;
const mostRemembered = 10_000;

const noted = new Map<string, number>();

/** Records that parts of a store's tracking were seen, each at most once in five minutes per process. */
export async function recordSeen(shopId: ShopId, parts: readonly ReceivedPart[], now: Date): Promise<void> {
  const at = now.getTime();
  const fresh = parts.filter((part) => at - (noted.get(`${shopId} ${part}`) ?? 0) >= noteEveryMs);
  if (fresh.length === 0) return;
  await recordReceived(db(), shopId, { parts: fresh, now });
  if (noted.size > mostRemembered) noted.clear();
  for (const part of fresh) noted.set(`${shopId} ${part}`, at);
}

/**
 * Handles a call of the theme's embed through the app proxy: records that both work. If the database takes too long,
 * the next call says the same.
 */
export async function recordEmbedSeen(
  shopDomain: string,
  { now, patienceMs }: { readonly now: Date; readonly patienceMs: number },
): Promise<"heard" | "no-app" | "away"> {
  try {
    return await within(saveEmbedSeen(shopDomain, now), patienceMs);
  } catch (error) {
    log.warn("A store's embed was not written down", { shop: shopDomain, ...describeError(error) });
    return "away";
  }
}

async function saveEmbedSeen(shopDomain: string, now: Date): Promise<"heard" | "no-app"> {
  const shop = await findShopByDomain(db(), shopDomain);
  if (!shop?.installedAt || shop.uninstalledAt) return "no-app";
  await recordSeen(shop.shopId, ["embed", "proxy"], now);
  return "heard";
}
