import { createHmac, timingSafeEqual } from "node:crypto";
import { maxDeliveryBytes } from "#app/flows/intake/receive-delivery.ts";
import { machineEntry } from "#app/http/visitor.ts";
import { readBody } from "#app/http/read-body.ts";
import { env } from "#app/platform/env.server.ts";

/** The webhook endpoint up to the signature: answers 200 to a right one, and stores nothing. */
export const action = machineEntry(async ({ request }) => {
  const rawBody = await readBody(request, maxDeliveryBytes);
  const given = Buffer.from(request.headers.get("X-Shopify-Hmac-Sha256") ?? "", "base64");
  const expected = createHmac("sha256", env().SHOPIFY_API_SECRET).update(rawBody).digest();
  const isSigned = given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  return new Response(isSigned ? "Signed" : "The signature does not match", {
    status: isSigned ? 200 : 401,
    headers: { "Cache-Control": "no-store" },
  });
});
