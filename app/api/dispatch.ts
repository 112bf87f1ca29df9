import { apiMethods } from "#app/contracts/api-call.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { cachedJson } from "#app/http/etag.ts";
import { withIdempotency } from "#app/http/idempotency.server.ts";
import { parse } from "#app/http/parse.ts";
import { limits } from "#app/http/limits.ts";
import { tooManyRequests } from "#app/http/rate-limit.ts";
import { maxFileBytes, readBody, readJson } from "#app/http/read-body.ts";
import { requireShop, type ShopContext } from "#app/http/require-shop.server.ts";
import { errorResponse, json, methodNotAllowed, refusalResponse } from "#app/http/respond.ts";
import { now } from "#app/platform/clock.ts";
import { hashBytes } from "#app/platform/crypto.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { apiCalls, apiPrefix } from "./calls.ts";
import type { ApiCall } from "./define-call.ts";
import { callFinder } from "./find-calls.ts";

const findCalls = callFinder(apiCalls);

/** Answers a request below /api/v1. */
export async function answerApiRequest(request: Request): Promise<Response> {
  const found = findCalls(new URL(request.url).pathname.slice(apiPrefix.length));
  if (!found) return errorResponse(404, "Resource not found.");
  const { calls, parameters } = found;
  const call = calls.get(isRead(request) ? "GET" : request.method);
  if (!call) return methodNotAllowed(...apiMethods.filter((method) => calls.has(method)));
  try {
    return await answerCall(call, parameters, request);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    log.error("API call failed", describeError(thrown));
    return errorResponse(500, "Something went wrong on our side. Please try again later.");
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
