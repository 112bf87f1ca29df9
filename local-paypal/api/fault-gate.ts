/** The bad days of a call: what strikes before it is heard, and what strikes after it was done. */
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import { strikeFault } from "../faults.ts";
import { debugId, refuse, refuseToken } from "./errors.ts";
import type { PaypalContext } from "../context.ts";
import type { CallKind, FaultName } from "../switch-types.ts";

export type Bindings = { Bindings: HttpBindings };

const retryAfterSeconds = 2;

/** Runs around every call under /v1. */
export function faultGate(ctx: PaypalContext): MiddlewareHandler<Bindings> {
  return async (c, next) => {
    const kind = kindOf(c.req.method, c.req.path);
    c.header("PayPal-Debug-Id", debugId());
    const strikes = (name: FaultName): boolean => ctx.mutate((state) => strikeFault(state, name, kind));
    const early = strikeBefore(ctx, c, strikes);
    if (early !== null) return early;
    await next();
    // A refusal booked nothing: there is nothing to be unsure of.
    if (c.res.status >= 300) return undefined;
    const spoilt = await strikeAfter(c, strikes);
    if (spoilt !== null) {
      // Without this the new answer would inherit the headers of the one it replaces.
      c.res = undefined;
      c.res = spoilt;
    }
    return undefined;
  };
}

function kindOf(method: string, path: string): CallKind {
  if (path.startsWith("/v1/oauth2/")) return "token";
  if (path.startsWith("/v1/reporting/")) return "report";
  if (path.startsWith("/v1/notifications/")) return "verify";
  if (path.endsWith("/cancel")) return "cancel";
  return method === "POST" ? "create" : "read";
}

type Strikes = (name: FaultName) => boolean;

function strikeBefore(ctx: PaypalContext, c: Context<Bindings>, strikes: Strikes): Response | null {
  if (strikes("reset")) {
    c.env.incoming.socket.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (strikes("error")) return refuse(c, "INTERNAL_ERROR");
  if (strikes("unavailable")) return refuse(c, "SERVICE_UNAVAILABLE");
  if (strikes("rateLimit")) {
    c.header("Retry-After", String(retryAfterSeconds));
    return refuse(c, "RATE_LIMIT_REACHED");
  }
  if (strikes("tokenGone")) {
    ctx.mutate((state) => {
      state.tokens = [];
    });
    return refuseToken(c, "Token signature verification failed");
  }
  return null;
}

async function strikeAfter(c: Context<Bindings>, strikes: Strikes): Promise<Response | null> {
  const { outgoing } = c.env;
  if (strikes("errorAfter")) return refuse(c, "INTERNAL_ERROR");
  // The caller waits until its own timeout.
  if (strikes("silence")) return RESPONSE_ALREADY_SENT;
  if (strikes("cut")) {
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (strikes("truncate")) {
    const body = Buffer.from(await c.res.arrayBuffer());
    outgoing.writeHead(c.res.status, {
      "content-type": "application/json",
      "content-length": String(body.length),
    });
    outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.destroy());
    return RESPONSE_ALREADY_SENT;
  }
  return null;
}
