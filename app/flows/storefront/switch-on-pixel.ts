import type { Reason } from "#app/domain/refusal-codes.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import type { ShopId } from "#app/domain/ids.ts";
import {
  createWebPixel,
  type PixelRefusal,
  type PixelSettings,
  readWebPixel,
  updateWebPixel,
  type WebPixel,
} from "#app/gateways/shopify/web-pixel.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { pixelAccount } from "#app/platform/crypto.server.ts";
import { findShop } from "#app/store/shops.ts";
import { findTrackingStatus, keepPixelAnswer, listShopsToCheck } from "#app/store/tracking-status.ts";
import { openQueue } from "#app/queue/queue.server.ts";

function pixelReason({ code, message }: PixelRefusal): Reason {
  if (code === "NO_EXTENSION") return { code: "pixel_off", what: "not_deployed" };
  const isAboutSettings = code === "INVALID_SETTINGS" || code === "INVALID_SETTINGS_DEFINITION";
  return isAboutSettings ? { code: "pixel_off", what: "settings" } : { code: "pixel_refused", message };
}

/**
 * Switches on a store's web pixel with the app's address. An app has at most one pixel per store, so two simultaneous
 * runs end the same: the later one gets `TAKEN` and reads it. A permanent error is stored for people. A temporary one
 * is thrown and retried. @throws PlatformError if Shopify can't be asked.
 */
export async function switchOnPixel(named: string, now: Date): Promise<void> {
  const shopId = named as ShopId;
  const shop = await findShop(db(), shopId);
  if (!shop?.installedAt || shop.uninstalledAt) return;
  const wanted = { accountID: pixelAccount(shopId), appUrl: appAddress() };
  try {
    const answer = await ensurePixel(shop.domain, wanted);
    await keepPixelAnswer(db(), shopId, { ...pixelColumns(answer), now });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const pixelId = (await findTrackingStatus(db(), shopId))?.pixelId ?? null;
    const text = reasonAsText({ code: "pixel_unasked", message: error.message });
    await keepPixelAnswer(db(), shopId, { pixelId, error: text, now });
    if (["unreachable", "throttled", "forbidden"].includes(error.kind)) throw error;
  }
}

function pixelColumns(answer: WebPixel | PixelRefusal): { pixelId: string | null; error: string | null } {
  if ("pixelId" in answer) return { pixelId: answer.pixelId, error: null };
  return { pixelId: null, error: reasonAsText(pixelReason(answer)) };
}

async function ensurePixel(domain: string, wanted: PixelSettings): Promise<WebPixel | PixelRefusal> {
  const known = await readWebPixel(domain);
  if (known) return await updatePixel(domain, known, wanted);
  const made = await createWebPixel(domain, wanted);
  if ("pixelId" in made || made.code !== "TAKEN") return made;
  const other = await readWebPixel(domain);
  return other ? await updatePixel(domain, other, wanted) : made;
}

/** A pixel with a former address would reach nobody. */
async function updatePixel(
  domain: string,
  known: WebPixel,
  wanted: PixelSettings,
): Promise<WebPixel | PixelRefusal> {
  const { settings } = known;
  const isRight = settings?.accountID === wanted.accountID && settings.appUrl === wanted.appUrl;
  return isRight ? known : await updateWebPixel(domain, known.pixelId, wanted);
}

/** A pixel checked since then is not checked again, so processes that start in a row ask once. */
const freshMs = 5 * 60_000;

/** Requests a check of every store's pixel. It may have been removed, or the app may have a new address. */
export async function requestPixelChecks(now: Date): Promise<void> {
  const shopIds = await listShopsToCheck(db(), new Date(now.getTime() - freshMs));
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    for (const shopId of shopIds) await queue.send(tx, "switch-on-pixel", { shopId });
  });
}

/** Requests a check of one store's pixel. */
export async function requestPixelCheck(shopId: ShopId): Promise<void> {
  const queue = await openQueue();
  await inTransaction((tx) => queue.send(tx, "switch-on-pixel", { shopId }));
}
