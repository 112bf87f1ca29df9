import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { recordSeen } from "./note-heard.ts";

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
