import { messageOf } from "#app/i18n/fault-words.ts";
import { readPixelEvent } from "#app/contracts/pixel-event.ts";
import { receivePixelEvent } from "#app/flows/storefront/receive-pixel-event.ts";
import { limits, tooManyReason } from "#app/http/limits.ts";
import { machineEntry, visitorAddress } from "#app/http/visitor.ts";
import { readBody } from "#app/http/read-body.ts";

const maxEventBytes = 16_000;

/** The pixel runs in a worker of the store, with the store's origin or none, so its event carries its own proof. */
const fromAnywhere = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "no-store",
};

/**
 * Endpoint of the web pixel. All readable events get the same answer, kept or not, so that it does not reveal which
 * orders and clicks exist.
 */
export const action = machineEntry(async ({ request, now }) => {
  if (request.method !== "POST") return answer(405, "method_not_allowed");
  const address = visitorAddress(request.headers);
  if (address !== "" && limits.pixelByVisitor(address, now.getTime()) > 0) {
    return answer(429, messageOf(tooManyReason));
  }
  const event = readPixelEvent(await readBody(request, maxEventBytes));
  if (!event) return answer(400, "not_valid");
  if (limits.pixelByShop(event.accountID, now.getTime()) > 0) return answer(429, messageOf(tooManyReason));
  await receivePixelEvent(event, now);
  return new Response(null, { status: 204, headers: fromAnywhere });
});

/** CORS preflight. */
export function loader({ request }: { request: Request }): Response {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: fromAnywhere });
  return answer(405, "method_not_allowed");
}

function answer(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { ...fromAnywhere, "Content-Type": "text/plain; charset=utf-8" },
  });
}
