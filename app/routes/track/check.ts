import { proxyDoor } from "#app/http/proxy-door.ts";
import { json } from "#app/http/respond.ts";

/** Answers the health check, which calls it through the store. */
export const loader = proxyDoor(async ({ query }) =>
  json({ nonce: (query.get("nonce") ?? "").slice(0, 64) }),
);
