import { keyedHash, sameText } from "./crypto.server.ts";

const form = /^(shp_[0-9a-hjkmnp-tv-z]{26})\.([\w-]{22})$/;

/** The shop's id for its web pixel, signed, so that nobody can name a shop whose store they never visited. */
export function pixelAccount(shopId: string): string {
  return `${shopId}.${signature(shopId)}`;
}

/** The shop's id. Null for a text that `pixelAccount` did not make. */
export function openPixelAccount(text: string): string | null {
  const [, shopId, signed] = form.exec(text) ?? [];
  return shopId && signed && sameText(signed, signature(shopId)) ? shopId : null;
}

function signature(shopId: string): string {
  return keyedHash("pixel-account", shopId).slice(0, 22);
}
