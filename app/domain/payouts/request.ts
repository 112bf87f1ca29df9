import { exponentOf, findDecimal, isCurrency, type Money, toDecimal } from "../money.ts";
import type { PayoutMethod } from "./method.ts";

/**
 * `ready`: never tried. `sending`: an attempt has begun, with an unknown end. `checking`: an attempt ended
 * without an answer. `refused`: the provider refused it, and nothing moved. `accepted`: the provider has it.
 * `paid`: all of its payments ended. `needs_attention`: the provider forgot it before it was resolved.
 */
export const requestStatuses = [
  "ready",
  "sending",
  "checking",
  "refused",
  "accepted",
  "paid",
  "needs_attention",
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** True for a request that certainly no provider has: never tried, or refused without an earlier doubt. */
export function isCertainlyNotSent(request: {
  readonly status: RequestStatus;
  readonly attempts: number;
  readonly wasInDoubt: boolean;
}): boolean {
  const { status, attempts, wasInDoubt } = request;
  return (status === "ready" && attempts === 0) || (status === "refused" && !wasInDoubt);
}

/** Needs of a refused request that only the merchant can meet. */
const requestNeeds = ["credit_permission", "paypal_account", "funds", "merchant"] as const;
export type RequestNeed = (typeof requestNeeds)[number];

/**
 * Payments per file or request. PayPal accepts 15,000; fewer keep requests small, and a refusal of one payment
 * delays fewer others. Store credit is issued one at a time (M17). Wise accepts 1,000 lines per file.
 */
export const requestSizes: Readonly<Record<Exclude<PayoutMethod, "manual">, number>> = {
  paypal: 500,
  store_credit: 1,
  bank: 1000,
};

/** False for manual payments, which are sent to no provider. */
export function isSentToProvider(method: PayoutMethod): method is Exclude<PayoutMethod, "manual"> {
  return method !== "manual";
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** An attempt that takes longer counts as lost. Longer than all of its calls with their timeouts. */
export const leaseMs = 5 * minuteMs;

/** M17: a provider forgets a request after 30 days. Until then, sending it again is harmless. */
export const resolvedWithinMs = 29 * dayMs;

/**
 * Milliseconds until the next attempt of a file or request after `tries` attempts. `chance` (0 to 1) spreads
 * simultaneous retries. Never earlier than `askedSeconds`, the wait that a provider asked for.
 */
export function retryAfterMs(tries: number, chance: number, askedSeconds = 0): number {
  const wait = Math.min(hourMs, 10_000 * 2 ** Math.min(tries - 1, 10));
  return Math.max(wait * (0.75 + chance / 2), askedSeconds * 1000);
}

/** Milliseconds until an accepted request is checked again: soon at first, then less often as it ages. */
export function lookAgainMs(ageMs: number, chance: number): number {
  return Math.min(6 * hourMs, Math.max(10_000, ageMs * 0.3)) * (0.75 + chance / 2);
}

/**
 * Milliseconds until a completed request is checked again, given the time since its last payment arrived.
 * Payments can be reversed, and PayPal reports that only when asked. Daily at first, then weekly. Null after
 * 180 days, when payments can no longer be reversed.
 */
export function lookBackMs(ageMs: number): number | null {
  if (ageMs > 180 * dayMs) return null;
  return ageMs < 14 * dayMs ? dayMs : 7 * dayMs;
}

/**
 * Store credit has no idempotency key (M17). If a credit may or may not have been issued, it is issued again
 * only if the account, read this long after the last attempt, has no such credit. Our calls end after 30
 * seconds, Shopify finishes soon after, and a stalled worker notices by its own clock that it is late.
 */
export const certainlyOverMs = 15 * minuteMs;

/** A worker that claimed a credit longer ago than this no longer issues it. */
export const mayStillCallMs = 2 * minuteMs;

/** Currencies of PayPal payouts. Source: PayPal's currency codes; CNY, INR and RUB cannot be paid out. */
export const paypalCurrencies: ReadonlySet<string> = new Set(
  "AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD".split(" "),
);

/** Currencies that PayPal writes without decimals, whatever ISO 4217 says. */
const whole = new Set(["HUF", "JPY", "TWD"]);

/**
 * An amount in PayPal's format ("12.34", "500"). Null for a currency that it does not pay out, and for a
 * fraction in a currency that it pays in whole units only.
 */
export function paypalValue({ minor, currency }: Money): string | null {
  if (!paypalCurrencies.has(currency) || minor <= 0n) return null;
  const text = toDecimal({ minor, currency });
  if (!whole.has(currency)) return text;
  const [units = "", fraction = ""] = text.split(".");
  return /[1-9]/.test(fraction) ? null : units;
}

/**
 * The part of an amount that PayPal can pay: all of it, or its whole units if the currency has no decimals at
 * PayPal. The rest stays available. Null for a currency that it does not pay out.
 */
export function paypalPart({ minor, currency }: Money): bigint | null {
  if (!paypalCurrencies.has(currency)) return null;
  const unit = whole.has(currency) ? 10n ** BigInt(exponentOf(currency)) : 1n;
  return minor - (minor % unit);
}

/** Minor units of an amount from PayPal, which may be negative. Null when it is not an amount. */
export function paypalMinor(value: string, currency: string): bigint | null {
  if (!isCurrency(currency) || exponentOf(currency) > 2) return null;
  return findDecimal(value, currency)?.minor ?? null;
}
