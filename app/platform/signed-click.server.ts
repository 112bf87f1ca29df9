import { keyedHash, sameText } from "./crypto.server.ts";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const form = /^(clk_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16})\.([\w-]{22})$/;

/** A click's id for the shopper's browser, signed for its shop, so that nobody can invent one. */
export function signClick(shopId: string, clickId: string): string {
  return `${clickId}.${signature(shopId, clickId)}`;
}

/** Id and time of a click signed for this shop. Null for any other text. */
export function openSignedClick(shopId: string, text: string): { clickId: string; occurredAt: Date } | null {
  const match = form.exec(text);
  const [, clickId, time, signed] = match ?? [];
  if (!clickId || !time || !signed || !sameText(signed, signature(shopId, clickId))) return null;
  let millis = 0;
  for (const digit of time) millis = millis * 32 + alphabet.indexOf(digit);
  return { clickId, occurredAt: new Date(millis) };
}

function signature(shopId: string, clickId: string): string {
  return keyedHash("click", `${shopId}:${clickId}`).slice(0, 22);
}
