import { merchantTexts } from "#app/i18n/texts.ts";
import type { PaypalAccount } from "#app/domain/payouts/paypal-account.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";

const t = merchantTexts("providers");

type PaypalCall = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The body as sent, byte by byte. */
  readonly body?: string;
};

/**
 * Outcome of a call. `answered`: a readable response below 500. `refused`: PayPal certainly did nothing.
 * `doubt`: the call may have taken effect.
 */
export type PaypalAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly body: unknown }
  | PaypalRefusal
  | PaypalDoubt;

/** A certain refusal: nothing was done. */
export type PaypalRefusal = {
  readonly kind: "refused";
  /** PayPal's error code, or one of the app in lower case. */
  readonly code: string;
  readonly message: string;
  /** Says if a later attempt can succeed by itself, or only after somebody changed something. */
  readonly mends: "by-time" | "by-person";
  /** Seconds that PayPal asks to wait. 0 for none. */
  readonly retryAfterSeconds: number;
};
export type PaypalDoubt = { readonly kind: "doubt"; readonly message: string };

const timeoutMs = 30_000;

/**
 * Calls PayPal's API for an account. A rejected token is renewed once. Never call it inside a transaction.
 */
export async function askPaypal(account: PaypalAccount, call: PaypalCall): Promise<PaypalAnswer> {
  const first = await askOnce(account, call);
  return first === "token-gone" ? await lastTry(account, call) : first;
}

async function lastTry(account: PaypalAccount, call: PaypalCall): Promise<PaypalAnswer> {
  const second = await askOnce(account, call);
  return second === "token-gone" ? refusal("unauthorized", t("paypal.token"), "by-person") : second;
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
    // A token keeps the permissions of its creation, so the next call fetches one that may have more.
    if (response.status === 403) forgetPaypalToken(account, token);
    return await readAnswer(response);
  } catch (error) {
    log.warn("PayPal gave no usable answer", { path: call.path, ...describeError(error) });
    return wasNeverThere(error)
      ? refusal("unreachable", t("paypal.unreachable"), "by-time")
      : { kind: "doubt", message: t("paypal.noAnswer") };
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
  if (status >= 500) return { kind: "doubt", message: t("paypal.answered", { status }) };
  if (status === 429) {
    const seconds = Number(response.headers.get("Retry-After") ?? 0);
    await response.body?.cancel();
    const retryAfterSeconds = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : 0;
    return {
      ...refusal("rate-limit", t("paypal.busy"), "by-time"),
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

type KeptToken = { readonly token: string; readonly untilMs: number };

/** By account and secret, so a caller with a wrong secret never gets the account's token. */
const kept = new Map<string, KeptToken>();
const fetching = new Map<string, Promise<string>>();
const tokenTimeoutMs = 15_000;
/** A token is not used in its last minute, because it could expire on the way. */
const marginMs = 60_000;

/** PayPal issued no token, so nothing else was called. */
export class PaypalTokenError extends Error {
  override name = "PaypalTokenError";
  /** True if it refused the credentials, which only a person can fix. */
  readonly isRefused: boolean;

  constructor(message: string, isRefused: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isRefused = isRefused;
  }
}

/**
 * The access token of an account, fetched once for all simultaneous callers and cached as long as it is
 * valid.
 * @throws PaypalTokenError. Source: PayPal REST, `POST /v1/oauth2/token`.
 */
export async function paypalToken(account: PaypalAccount): Promise<string> {
  const key = tokenKey(account);
  const known = kept.get(key);
  if (known && known.untilMs > uptimeMs()) return known.token;
  const running = fetching.get(key);
  if (running) return await running;
  const request = fetchToken(account).finally(() => fetching.delete(key));
  fetching.set(key, request);
  return await request;
}

/** Drops a rejected token, unless it was replaced meanwhile. */
function forgetPaypalToken(account: PaypalAccount, token: string): void {
  if (kept.get(tokenKey(account))?.token === token) kept.delete(tokenKey(account));
}

/** Drops the account's token, so that the next call fetches one with current permissions. */
export function dropPaypalToken(account: PaypalAccount): void {
  kept.delete(tokenKey(account));
}

const tokenKey = ({ origin, clientId, clientSecret }: PaypalAccount) =>
  hashToken(JSON.stringify([origin, clientId, clientSecret]));

async function fetchToken(account: PaypalAccount): Promise<string> {
  const { clientId, clientSecret } = account;
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(`${account.origin}/v1/oauth2/token`, {
      method: "POST",
      headers: {
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "Content-Type": "application/x-www-form-urlencoded",
        Accept: "application/json",
      },
      body: "grant_type=client_credentials",
      redirect: "error",
      signal: AbortSignal.timeout(tokenTimeoutMs),
    });
    status = response.status;
    answer = await response.json();
  } catch (error) {
    throw new PaypalTokenError(t("paypal.noToken"), false, { cause: error });
  }
  const isRefused = status >= 400 && status < 500 && status !== 429;
  if (status !== 200) throw new PaypalTokenError(t("paypal.tokenAnswered", { status }), isRefused);
  const read = readToken(answer);
  if (!read) throw new PaypalTokenError(t("paypal.unreadToken"), false);
  kept.set(tokenKey(account), { token: read.token, untilMs: uptimeMs() + read.lifeMs });
  return read.token;
}

function readToken(answer: unknown): { token: string; lifeMs: number } | null {
  if (typeof answer !== "object" || answer === null) return null;
  if (!("access_token" in answer) || typeof answer.access_token !== "string") return null;
  const seconds = "expires_in" in answer ? Number(answer.expires_in) : 0;
  const lifeMs = Number.isFinite(seconds) ? Math.max(0, seconds * 1000 - marginMs) : 0;
  return { token: answer.access_token, lifeMs };
}

/** Fields of an answer, each read with its expected type. Unexpected values are dropped. */
type AnswerFields = Readonly<Record<string, unknown>>;

/** Fields of an object. Empty for any other value. */
export function fieldsOf(value: unknown): AnswerFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as AnswerFields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text. '' for any other value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An instant. Null for any other value. */
export function instantOf(value: unknown): Date | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at);
}

/** PayPal's fee if it is in another currency than the payment, for people to read. Otherwise empty. */
export function otherFeeText(value: string, feeCurrency: string, currency: string): string {
  if (feeCurrency === currency || Number(value) === 0) return "";
  return `${value.replace(/^-/, "")} ${feeCurrency}`.trim().slice(0, 40);
}
