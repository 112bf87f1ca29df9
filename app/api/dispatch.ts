import type { Reason } from "#app/domain/refusal-codes.ts";
import { apiMethods } from "#app/contracts/api-call.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { beginIdempotent, finishIdempotent, forgetIdempotent } from "#app/flows/shops/remember-request.ts";
import { limits, tooManyRequests } from "#app/http/limits.ts";
import { parse } from "#app/http/parse.ts";
import { maxFileBytes, readBody, readJson } from "#app/http/read-body.ts";
import { requireShop, type ShopContext } from "#app/http/require-shop.server.ts";
import { cachedJson, errorResponse, json, methodNotAllowed, refusalResponse } from "#app/http/respond.ts";
import { now } from "#app/platform/clock.ts";
import { hashBytes, hashToken } from "#app/platform/crypto.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { apiCalls, apiPrefix } from "./calls.ts";
import type { ApiCall } from "./define-call.ts";
import { callFinder } from "./find-calls.ts";

const findCalls = callFinder(apiCalls);

/** Answers a request below /api/v1. */
export async function answerApiRequest(request: Request): Promise<Response> {
  const found = findCalls(new URL(request.url).pathname.slice(apiPrefix.length));
  if (!found) return errorResponse(404, { code: "unknown_resource" });
  const { calls, parameters } = found;
  const call = calls.get(isRead(request) ? "GET" : request.method);
  if (!call) return methodNotAllowed(...apiMethods.filter((method) => calls.has(method)));
  try {
    return await answerCall(call, parameters, request);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    log.error("API call failed", describeError(thrown));
    return errorResponse(500, { code: "internal_error" });
  }
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

async function answerCall(
  call: ApiCall,
  parameters: Readonly<Record<string, string>>,
  request: Request,
): Promise<Response> {
  const caller =
    call.permission === "none" ? null : await requireShop(request, { as: "api", need: call.permission });
  if (caller) {
    const wait = limits.apiCalls(`${caller.shopId}:${caller.actor.id}`, caller.now.getTime());
    if (wait > 0) return tooManyRequests(wait);
  }
  const query = call.query ? parse(call.query, queryOf(request)) : undefined;
  if (isRefusal(query)) return refusalResponse(query);
  const bodyGiven = call.body ? await readJson(request) : undefined;
  const body = call.body ? parse(call.body, bodyGiven) : undefined;
  if (isRefusal(body)) return refusalResponse(body);
  const file = call.takesFile ? await readBody(request, maxFileBytes) : Buffer.alloc(0);
  const input = { ...parameters, ...callerInput(caller), query, body, file, request };
  const work = async () => responseOf(call, request, await call.handle(input as never));
  if (!caller || request.method !== "POST") return await work();
  const given = bodyGiven ?? hashBytes(file);
  return await withIdempotency({ request, context: caller, given, now: caller.now }, work);
}

function callerInput(caller: ShopContext | null) {
  if (!caller) return { now: now() };
  return { ctx: caller, shop: caller.shop, shopId: caller.shopId, now: caller.now };
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

function responseOf(call: ApiCall, request: Request, result: unknown): Response {
  if (result instanceof Response) return result;
  if (isRefusal(result)) return refusalResponse(result);
  const answer = call.answer ? encode(call.answer, result) : result;
  if (call.keptSeconds !== undefined) return cachedJson(request, answer, call.keptSeconds);
  return json(answer, call.status ?? 200);
}

type WithIdempotencyInput = { request: Request; context: ShopContext; given: unknown; now: Date };

/**
 * `Idempotency-Key` on a POST: the same key with the same body gets the first answer again, with another body
 * a 422, and while the first is still under way a 409. Answers are remembered for 24 h.
 */
async function withIdempotency(
  asked: WithIdempotencyInput,
  work: () => Promise<Response>,
): Promise<Response> {
  const key = asked.request.headers.get("Idempotency-Key");
  if (key === null) return await work();
  if (key.length < 1 || key.length > 255) {
    return refuseKey(400, { code: "length_between", most: 255 });
  }
  const { pathname, search } = new URL(asked.request.url);
  const requestHash = hashToken(`${pathname}${search}\n${JSON.stringify(asked.given)}`);
  const held = { shopId: asked.context.shopId, key: hashToken(key), requestHash };
  const before = await beginIdempotent(held, asked.now);
  if (before.state === "other") return refuseKey(422, { code: "key_reused" });
  if (before.state === "running") return refuseKey(409, { code: "key_running" });
  if (before.state === "done") return json(before.answer, before.status, { "Idempotent-Replayed": "true" });
  return await remember(held, work);
}

function refuseKey(status: number, reason: Reason): Response {
  return errorResponse(status, reason, [{ field: "Idempotency-Key", reason }]);
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
