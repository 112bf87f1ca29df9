import { keyedHash, sameText } from "./crypto.server.ts";

const form = /^(shp_[0-9a-hjkmnp-tv-z]{26})\.([\w-]{22})$/;

/** The shop as the web pixel of its store names it: signed, so that nobody can name a shop whose store they never saw. */
export function pixelAccount(shopId: string): string {
  return `${shopId}.${signature(shopId)}`;
}

/** The shop's id; null for anything that was not made by `pixelAccount`. */
export function openPixelAccount(text: string): string | null {
  const [, shopId, signed] = form.exec(text) ?? [];
  return shopId && signed && sameText(signed, signature(shopId)) ? shopId : null;
}

function signature(shopId: string): string {
  return keyedHash("pixel-account", shopId).slice(0, 22);
}
