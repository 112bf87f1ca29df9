import type { PaypalAccount } from "../../domain/payouts/paypal-account.ts";
import { uptimeMs } from "../../platform/clock.ts";
import { hashToken } from "../../platform/crypto.server.ts";

type Kept = { readonly token: string; readonly untilMs: number };

/** By account and secret: without the right secret nobody gets a token that is kept for the account. */
const kept = new Map<string, Kept>();
const fetching = new Map<string, Promise<string>>();

const timeoutMs = 15_000;
/** A token is not used in its last minute: it could be refused on the way. */
const marginMs = 60_000;

/** PayPal gave no token; nothing else was asked of it. */
export class PaypalTokenError extends Error {
  override name = "PaypalTokenError";
  /** True where it refused the credentials, which only a person can mend. */
  readonly isRefused: boolean;

  constructor(message: string, isRefused: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isRefused = isRefused;
  }
}

/**
 * The token that calls carry, fetched once for everybody who asks meanwhile and kept as long as it lasts.
 * @throws PaypalTokenError. Source: PayPal REST, `POST /v1/oauth2/token`.
 */
export async function paypalToken(account: PaypalAccount): Promise<string> {
  const key = keyOf(account);
  const known = kept.get(key);
  if (known && known.untilMs > uptimeMs()) return known.token;
  const running = fetching.get(key);
  if (running) return await running;
  const asked = fetchToken(account).finally(() => fetching.delete(key));
  fetching.set(key, asked);
  return await asked;
}

/** Forgets a token that was refused, unless another took its place meanwhile. */
export function forgetPaypalToken(account: PaypalAccount, token: string): void {
  if (kept.get(keyOf(account))?.token === token) kept.delete(keyOf(account));
}

/** Forgets the account's token, so that the next call fetches one with the permissions of that moment. */
export function dropPaypalToken(account: PaypalAccount): void {
  kept.delete(keyOf(account));
}

const keyOf = ({ origin, clientId, clientSecret }: PaypalAccount) =>
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
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    answer = await response.json();
  } catch (error) {
    throw new PaypalTokenError("PayPal gave no token", false, { cause: error });
  }
  const isRefused = status >= 400 && status < 500 && status !== 429;
  if (status !== 200) throw new PaypalTokenError(`PayPal gave no token: it answered ${status}`, isRefused);
  const read = readToken(answer);
  if (!read) throw new PaypalTokenError("PayPal's token could not be read", false);
  kept.set(keyOf(account), { token: read.token, untilMs: uptimeMs() + read.lifeMs });
  return read.token;
}

function readToken(answer: unknown): { token: string; lifeMs: number } | null {
  if (typeof answer !== "object" || answer === null) return null;
  if (!("access_token" in answer) || typeof answer.access_token !== "string") return null;
  const seconds = "expires_in" in answer ? Number(answer.expires_in) : 0;
  const lifeMs = Number.isFinite(seconds) ? Math.max(0, seconds * 1000 - marginMs) : 0;
  return { token: answer.access_token, lifeMs };
}
