import type { z } from "zod";
import { isRefusal } from "#app/domain/refusal.ts";
import { now } from "#app/platform/clock.ts";
import { hashBytes } from "#app/platform/crypto.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { withIdempotency } from "./idempotency.server.ts";
import { parse } from "./parse.ts";
import { limits } from "./limits.ts";
import { tooManyRequests } from "./rate-limit.ts";
import { maxFileBytes, readBody, readJson } from "./read-body.ts";
import { requireShop, type ShopContext } from "./require-shop.server.ts";
import { errorResponse, json, refusalResponse } from "./respond.ts";

type Params = Record<string, string | undefined>;
type RouteArgs = { request: Request; params: Params };

export type ApiInput<Query, Body> = {
  readonly context: ShopContext;
  readonly query: Query;
  readonly body: Body;
  /** The bytes of the body where it is a file, empty elsewhere. */
  readonly file: Buffer;
  readonly params: Params;
  readonly now: Date;
  readonly request: Request;
};

type ApiRoute<Query extends z.ZodType, Body extends z.ZodType> = {
  readonly need: "read" | "write";
  /** Contract of the query string; unknown parameters are left alone. */
  readonly query?: Query;
  /** Contract of the JSON body. */
  readonly body?: Body;
  /** The body is a file of at most `maxFileBytes`. */
  readonly takesFile?: true;
  /** Status of a good answer; 200 when not given. */
  readonly status?: number;
  /** Answers plain data, a refusal, or a response of its own. */
  readonly run: (input: ApiInput<z.output<Query>, z.output<Body>>) => Promise<unknown>;
};

/**
 * One door of the API: who are you, not too fast, is it well-formed, then `run`, then an answer.
 * Whatever goes wrong inside is a 500 with the error's form, logged, and tells the caller nothing of the inside.
 */
export function apiRoute<Query extends z.ZodType, Body extends z.ZodType>(spec: ApiRoute<Query, Body>) {
  return async function handle({ request, params }: RouteArgs): Promise<Response> {
    try {
      const at = now();
      const context = await requireShop(request, { as: "api", need: spec.need });
      const wait = limits.apiCalls(`${context.shopId}:${context.actor.id}`, at.getTime());
      if (wait > 0) return tooManyRequests(wait);
      const query = spec.query ? parse(spec.query, queryOf(request)) : undefined;
      if (isRefusal(query)) return refusalResponse(query);
      const given = spec.body ? await readJson(request) : undefined;
      const body = spec.body ? parse(spec.body, given) : undefined;
      if (isRefusal(body)) return refusalResponse(body);
      const file = spec.takesFile ? await readBody(request, maxFileBytes) : Buffer.alloc(0);
      const input = { context, params, request, now: at, query, body, file } as ApiInput<
        z.output<Query>,
        z.output<Body>
      >;
      const work = async () => toResponse(await spec.run(input), spec.status ?? 200);
      return request.method === "POST"
        ? await withIdempotency({ request, context, given: given ?? hashBytes(file), now: at }, work)
        : await work();
    } catch (thrown) {
      return thrownResponse(thrown);
    }
  };
}

/** A path that exists, asked with a method that it does not know. */
export function methodNotAllowed(...allowed: string[]): Response {
  return errorResponse(405, `Use ${allowed.join(" or ")}`, [], { Allow: allowed.join(", ") });
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

function toResponse(result: unknown, status: number): Response {
  if (result instanceof Response) return result;
  return isRefusal(result) ? refusalResponse(result) : json(result, status);
}

function thrownResponse(thrown: unknown): Response {
  if (thrown instanceof Response) return thrown;
  log.error("API call failed", describeError(thrown));
  return errorResponse(500, "Something went wrong on our side. Please try again later.");
}
