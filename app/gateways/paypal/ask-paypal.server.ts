import type { PaypalAccount } from "../../domain/payouts/paypal-account.ts";
import { describeError, log } from "../../platform/log.server.ts";
import { forgetPaypalToken, paypalToken, PaypalTokenError } from "./token.server.ts";

export type PaypalCall = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The body as it is sent, byte by byte. */
  readonly body?: string;
};

/**
 * Outcome of a call. `answered`: a readable response below 500. `refused`: PayPal did nothing, for certain. `doubt`:
 * the call may have taken effect.
 */
export type PaypalAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly body: unknown }
  | PaypalRefusal
  | PaypalDoubt;

/** A certain no: nothing was done. */
export type PaypalRefusal = {
  readonly kind: "refused";
  /** PayPal's own word, or ours in lower case. */
  readonly code: string;
  readonly message: string;
  /** Says if a later attempt can succeed by itself, or only after somebody changed something. */
  readonly mends: "by-time" | "by-person";
  /** Seconds for which PayPal asks for patience; 0 where it does not. */
  readonly retryAfterSeconds: number;
};
export type PaypalDoubt = { readonly kind: "doubt"; readonly message: string };

const timeoutMs = 30_000;

/**
 * Asks PayPal's API as an account. A token that it knows no longer is renewed once. Never call it inside a transaction.
 */
export async function askPaypal(account: PaypalAccount, call: PaypalCall): Promise<PaypalAnswer> {
  const first = await askOnce(account, call);
  return first === "token-gone" ? await lastTry(account, call) : first;
}

async function lastTry(account: PaypalAccount, call: PaypalCall): Promise<PaypalAnswer> {
  const second = await askOnce(account, call);
  return second === "token-gone"
    ? refusal("unauthorized", "PayPal does not accept the app's token", "by-person")
    : second;
}

async function askOnce(account: PaypalAccount, call: PaypalCall): Promise<PaypalAnswer | "token-gone"> {
  let token: string;
  try {
    token = await paypalToken(account);
  } catch (error) {
    if (!(error instanceof PaypalTokenError)) throw error;
    return refusal("no-token", error.message, error.isRefused ? "by-person" : "by-time");
  }
  try {
    const response = await send(account, call, token);
    if (response.status === 401) {
      forgetPaypalToken(account, token);
      return "token-gone";
    }
    // A token has the permissions of its time: the next call fetches one that may have more.
    if (response.status === 403) forgetPaypalToken(account, token);
    return await readAnswer(response);
  } catch (error) {
    log.warn("PayPal gave no usable answer", { path: call.path, ...describeError(error) });
    return wasNeverThere(error)
      ? refusal("unreachable", "PayPal could not be reached", "by-time")
      : { kind: "doubt", message: "PayPal gave no usable answer" };
  }
}

async function send(account: PaypalAccount, call: PaypalCall, token: string): Promise<Response> {
  return await fetch(`${account.origin}${call.path}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: "application/json",
      ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
}

async function readAnswer(response: Response): Promise<PaypalAnswer> {
  const { status } = response;
  if (status >= 500) return { kind: "doubt", message: `PayPal answered ${status}` };
  if (status === 429) {
    const seconds = Number(response.headers.get("Retry-After") ?? 0);
    await response.body?.cancel();
    const retryAfterSeconds = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : 0;
    return {
      ...refusal("rate-limit", "PayPal asks for patience", "by-time"),
      retryAfterSeconds,
    };
  }
  const text = await response.text();
  return { kind: "answered", status, body: text === "" ? null : (JSON.parse(text) as unknown) };
}

function refusal(code: string, message: string, mends: PaypalRefusal["mends"]): PaypalRefusal {
  return { kind: "refused", code, message, mends, retryAfterSeconds: 0 };
}

/** True if no byte of the call was sent. A connection that broke later proves nothing. */
function wasNeverThere(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN";
}
