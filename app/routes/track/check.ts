import { proxyEntry } from "#app/http/proxy-entry.ts";
import { json } from "#app/http/respond.ts";

/** Answers the health check, which calls this URL through the store. */
export const loader = proxyEntry(async ({ query }) =>
  json({ nonce: (query.get("nonce") ?? "").slice(0, 64) }),
);
