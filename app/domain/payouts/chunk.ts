import { exponentOf, findDecimal, isCurrency, type Money, toDecimal } from "../money.ts";
import type { PayoutMethod } from "./method.ts";

/**
 * `ready`: never tried. `sending`: a try has begun, and nobody knows how it ended. `unknown`: a try ended without an
 * answer. `refused`: the provider said no, and nothing moved. `accepted`: the provider has it. `settled`: every item has
 * its end. `person`: the provider forgot it before it was resolved.
 */
export const chunkStatuses = [
  "ready",
  "sending",
  "unknown",
  "refused",
  "accepted",
  "settled",
  "person",
] as const;
export type ChunkStatus = (typeof chunkStatuses)[number];

/** True for a chunk of which it is certain that no provider has it: never tried, or refused with no doubt before. */
export function isCertainlyNotSent(chunk: {
  readonly status: ChunkStatus;
  readonly attempts: number;
  readonly wasInDoubt: boolean;
}): boolean {
  const { status, attempts, wasInDoubt } = chunk;
  return (status === "ready" && attempts === 0) || (status === "refused" && !wasInDoubt);
}

/** Needs of a refused chunk that only the merchant can meet. */
const chunkNeeds = ["credit_permission", "paypal_account", "funds", "merchant"] as const;
export type ChunkNeed = (typeof chunkNeeds)[number];

/**
 * How many payments are handed over in one call. PayPal takes 15,000; fewer keep a body small, and a refusal about one
 * of them holds up fewer others. Store credit is given one by one (M17). Wise takes 1,000 lines in a file.
 */
export const chunkSizes: Readonly<Record<Exclude<PayoutMethod, "outside">, number>> = {
  paypal: 500,
  store_credit: 1,
  bank: 1000,
};

/** What is paid outside is handed to nobody. */
export function isHandedOver(method: PayoutMethod): method is Exclude<PayoutMethod, "outside"> {
  return method !== "outside";
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long a try may take until it counts as lost: longer than all its calls with their time-outs. */
export const leaseMs = 5 * minuteMs;

/** M17: a provider forgets what it was sent after 30 days; until then its memory makes sending again harmless. */
export const resolvedWithinMs = 29 * dayMs;

/**
 * Milliseconds until a chunk is tried again, after so many tries. `chance` from 0 to 1 spreads those of one moment; a
 * provider that names a time is not asked before.
 */
export function retryAfterMs(tries: number, chance: number, askedSeconds = 0): number {
  const wait = Math.min(hourMs, 10_000 * 2 ** Math.min(tries - 1, 10));
  return Math.max(wait * (0.75 + chance / 2), askedSeconds * 1000);
}

/** Milliseconds until an accepted chunk is looked at again: soon at first, then the more seldom the older it is. */
export function lookAgainMs(ageMs: number, chance: number): number {
  return Math.min(6 * hourMs, Math.max(10_000, ageMs * 0.3)) * (0.75 + chance / 2);
}

/**
 * Milliseconds until a settled chunk is looked at once more, of which the last payment arrived so long ago: payments come
 * back after they arrived, and PayPal tells of a reversal only to whoever asks. Daily at first, then weekly; null after
 * the half year in which a payment can be reversed.
 */
export function lookBackMs(ageMs: number): number | null {
  if (ageMs > 180 * dayMs) return null;
  return ageMs < 14 * dayMs ? dayMs : 7 * dayMs;
}

/**
 * Store credit has no key that makes giving it twice harmless (M17). After a doubt it is given again only when the
 * account was read this long after the last try and showed nothing: a call of ours ends after half a minute, one that
 * the platform works on not much later, and a worker that stood still meanwhile sees by its own clock that it is late.
 */
export const certainlyOverMs = 15 * minuteMs;

/** A worker that claimed a credit so long ago does not give it any more. */
export const mayStillCallMs = 2 * minuteMs;

/** Currencies that PayPal pays out. Source: PayPal's currency codes; CNY, INR and RUB are not among those paid out. */
export const paypalCurrencies: ReadonlySet<string> = new Set(
  "AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD".split(" "),
);

/** Those of them that PayPal writes without decimals, whatever ISO 4217 says. */
const whole = new Set(["HUF", "JPY", "TWD"]);

/**
 * An amount as PayPal writes it ("12.34", "500"); null for a currency that it does not pay out, and for a part of a unit
 * in one that it takes only whole.
 */
export function paypalValue({ minor, currency }: Money): string | null {
  if (!paypalCurrencies.has(currency) || minor <= 0n) return null;
  const text = toDecimal({ minor, currency });
  if (!whole.has(currency)) return text;
  const [units = "", fraction = ""] = text.split(".");
  return /[1-9]/.test(fraction) ? null : units;
}

/**
 * What PayPal pays of an amount: all of it, or its whole units where it takes only those, so that the rest stays payable;
 * null for a currency that it does not pay out.
 */
export function paypalPart({ minor, currency }: Money): bigint | null {
  if (!paypalCurrencies.has(currency)) return null;
  const unit = whole.has(currency) ? 10n ** BigInt(exponentOf(currency)) : 1n;
  return minor - (minor % unit);
}

/** The minor units of an amount that PayPal wrote, which may be below zero; null for what is none. */
export function paypalMinor(value: string, currency: string): bigint | null {
  if (!isCurrency(currency) || exponentOf(currency) > 2) return null;
  return findDecimal(value, currency)?.minor ?? null;
}
