import { keyedHash } from "./crypto.server.ts";

/** Identifies a shop's customer by their email address without keeping it. The hashes of two shops differ. */
export function customerHash(shopId: string, email: string): string {
  return keyedHash("customer", `${shopId}:${email.trim().toLowerCase()}`);
}
