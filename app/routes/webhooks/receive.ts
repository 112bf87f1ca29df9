import { maxDeliveryBytes, receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { machineEntry } from "#app/http/visitor.ts";
import { readBody } from "#app/http/read-body.ts";
import { errorResponse } from "#app/http/respond.ts";

/** Endpoint of all Shopify webhooks. A delivery is stored and answered. Jobs process it later. */
export const action = machineEntry(async ({ request, now }) => {
  if (request.method !== "POST") return notAllowed();
  const rawBody = await readBody(request, maxDeliveryBytes);
  const receipt = await receiveDelivery({ headers: request.headers, rawBody, now });
  return new Response(receipt.message, { status: receipt.status, headers: { "Cache-Control": "no-store" } });
});

export function loader(): Response {
  return notAllowed();
}

function notAllowed(): Response {
  return errorResponse(405, { code: "method_not_allowed", allowed: "POST" }, [], { Allow: "POST" });
}
