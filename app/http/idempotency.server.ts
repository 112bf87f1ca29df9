import { beginIdempotent, finishIdempotent, forgetIdempotent } from "#app/flows/shops/remember-request.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import { errorResponse, json } from "./respond.ts";
import type { ShopContext } from "./require-shop.server.ts";

type WithIdempotencyInput = { request: Request; context: ShopContext; given: unknown; now: Date };

/**
 * `Idempotency-Key` on a POST: the same key with the same body gets the first answer again, with another body
 * a 422, and while the first is still under way a 409. Answers are remembered for 24 h.
 */
export async function withIdempotency(
  asked: WithIdempotencyInput,
  work: () => Promise<Response>,
): Promise<Response> {
  const key = asked.request.headers.get("Idempotency-Key");
  if (key === null) return await work();
  if (key.length < 1 || key.length > 255) {
    return refuseKey(400, "Must be 1 to 255 characters");
  }
  const { pathname, search } = new URL(asked.request.url);
  const requestHash = hashToken(`${pathname}${search}\n${JSON.stringify(asked.given)}`);
  const held = { shopId: asked.context.shopId, key: hashToken(key), requestHash };
  const before = await beginIdempotent(held, asked.now);
  if (before.state === "other") return refuseKey(422, "This Idempotency-Key was used with another request");
  if (before.state === "running") return refuseKey(409, "The first request with this key is still running");
  if (before.state === "done") return json(before.answer, before.status, { "Idempotent-Replayed": "true" });
  return await remember(held, work);
}

function refuseKey(status: number, message: string): Response {
  return errorResponse(status, message, [{ field: "Idempotency-Key", message }]);
}

/** A failure on our side is forgotten, so that the caller may try the same key again. */
async function remember(
  held: Parameters<typeof finishIdempotent>[0],
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await work();
    if (response.status >= 500) {
      await forgetIdempotent(held);
    } else {
      await finishIdempotent(held, response.status, await response.clone().json());
    }
    return response;
  } catch (error) {
    await forgetIdempotent(held);
    throw error;
  }
}
