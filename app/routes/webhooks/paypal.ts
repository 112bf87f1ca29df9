import { maxNoticeBytes, receivePaypalNotice } from "#app/flows/payouts/receive-notice.ts";
import { limits } from "#app/http/limits.ts";
import { machineEntry, visitorAddress } from "#app/http/visitor.ts";
import { readBody } from "#app/http/read-body.ts";
import { errorResponse } from "#app/http/respond.ts";

/** Endpoint of PayPal's webhooks. A notice is verified by its signature, and makes the app ask PayPal soon. */
export const action = machineEntry(async ({ request, params, now }) => {
  if (request.method !== "POST") return notAllowed();
  const rawBody = await readBody(request, maxNoticeBytes);
  const address = visitorAddress(request.headers);
  const mayFetch = () => limits.paypalCertificates(address, now.getTime()) === 0;
  const { shopId, accountId } = params;
  const notices = shopId === undefined || accountId === undefined ? "server" : { shopId, accountId };
  const receipt = await receivePaypalNotice(notices, { headers: request.headers, rawBody, now, mayFetch });
  return new Response(receipt.message, { status: receipt.status, headers: { "Cache-Control": "no-store" } });
});

export function loader(): Response {
  return notAllowed();
}

function notAllowed(): Response {
  return errorResponse(405, { code: "method_not_allowed", allowed: "POST" }, [], { Allow: "POST" });
}
