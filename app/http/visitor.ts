import { env } from "#app/platform/env.server.ts";

type Headers = { get(name: string): string | null };

/** A shopper who follows a link is led on within 300 ms, whatever the database does; this is its part of that. */
export const shopperPatienceMs = 240;

/**
 * The address a request came from. Each proxy writes behind the list whom it speaks for, so with N trusted ones in front
 * the N-th from the right is the visitor's, and whatever stands before it anybody can have written. `own` is who is
 * connected, where that is known; '' where nobody tells.
 */
export function visitorAddress(headers: Headers, own = ""): string {
  const trusted = env().TRUSTED_PROXIES;
  const told = headers.get("X-Forwarded-For") ?? "";
  if (trusted === 0 || told === "") return own;
  const addresses = told.split(",");
  return (addresses.at(-trusted) ?? addresses[0] ?? "").trim().slice(0, 64);
}

/** Browsers and messengers that look ahead say so. */
export function visitPurpose(method: string, headers: Headers): "visit" | "preview" | "look-only" {
  if (method === "HEAD") return "look-only";
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? headers.get("X-Moz") ?? "";
  return purpose !== "" && /prefetch|preview|prerender/i.test(purpose) ? "preview" : "visit";
}
