import type { Schedule } from "./schedule.ts";
import { LARGEST_MINOR } from "../money.ts";
import type { FieldError } from "../refusal.ts";
import type { PayoutMethod } from "./method.ts";

/** Bearer of a provider's fee. */
export const feeBearers = ["shop", "affiliate"] as const;
export type FeeBearer = (typeof feeBearers)[number];

/** A shop's payout settings. */
export type PayoutSettings = {
  readonly schedule: Schedule;
  /** True: scheduled payouts are sent automatically. False: they wait for a confirmation. */
  readonly sendsByItself: boolean;
  /** Methods that are offered to affiliates and used by the schedule. */
  readonly methods: readonly PayoutMethod[];
  readonly feeBearer: FeeBearer;
};

/** Limits in one currency. Minor units. */
export type PayoutLimit = {
  /** Balances below this roll over to the next payout. */
  readonly minimumMinor: bigint;
  /** A section above this amount needs a second confirmation. Null means never. */
  readonly approvalMinor: bigint | null;
};

/** Defaults: payouts are created manually and the shop bears the fees. */
export const usualSettings: PayoutSettings = {
  schedule: "manual",
  sendsByItself: false,
  methods: ["paypal", "store_credit", "bank", "manual"],
  feeBearer: "shop",
};

export const usualLimit: PayoutLimit = { minimumMinor: 0n, approvalMinor: null };

/** True when a section of this total needs a second confirmation. */
export function needsSecondPerson(totalMinor: bigint, { approvalMinor }: PayoutLimit): boolean {
  return approvalMinor !== null && totalMinor > approvalMinor;
}

/** Errors in limits that a person entered. */
export function faultsOfLimit({ minimumMinor, approvalMinor }: PayoutLimit): FieldError[] {
  const faults: FieldError[] = [];
  if (minimumMinor < 0n || minimumMinor > LARGEST_MINOR) {
    faults.push({ field: "minimum", reason: { code: "not_negative" } });
  }
  if (approvalMinor !== null && (approvalMinor < 0n || approvalMinor > LARGEST_MINOR)) {
    faults.push({ field: "approval", reason: { code: "not_negative" } });
  }
  return faults;
}

/**
 * PayPal charges 2% of each payment, up to a cap that depends on the countries of sender and receiver
 * (https://developer.paypal.com/docs/payouts/standard/reference/fees, and the merchant fees of each country).
 * The receiver's country is unknown beforehand, so this is an estimate; the actual fee is posted when PayPal
 * reports it.
 */
const paypalPerMille = 20n;
/**
 * Lowest and highest cap of the fee, in minor units, for accounts in the currency's country. PayPal publishes
 * caps by country. Currencies without an entry have no known cap, and none is assumed.
 */
const paypalCaps: ReadonlyMap<string, { readonly least: bigint; readonly most: bigint }> = new Map([
  // https://www.paypal.com/us/webapps/mpp/merchant-fees#paypal-payouts: 1.00 domestic, 20.00 international.
  ["USD", { least: 100n, most: 2000n }],
]);

/** Rounds half up. The amount has to be above zero. */
function twoPercent(amountMinor: bigint): bigint {
  return (amountMinor * paypalPerMille + 500n) / 1000n;
}

function smaller(a: bigint, b: bigint | undefined): bigint {
  return b !== undefined && b < a ? b : a;
}

/** Highest fee that a provider may charge for a payment. Minor units; 0 when it charges none. */
export function estimatedFee(method: PayoutMethod, amountMinor: bigint, currency: string): bigint {
  if (method !== "paypal") return 0n;
  return smaller(twoPercent(amountMinor), paypalCaps.get(currency)?.most);
}

/**
 * Lowest fee that a provider will certainly charge. An affiliate who bears the fee is not charged more. Without
 * a known cap nothing is certain, and the shop bears the fee.
 */
function certainFee(method: PayoutMethod, amountMinor: bigint, currency: string): bigint {
  const caps = method === "paypal" ? paypalCaps.get(currency) : undefined;
  return caps ? smaller(twoPercent(amountMinor), caps.least) : 0n;
}

/** Highest possible fee of a payment, in minor units. Null when unknown or when there is no fee. */
export function feeCap(method: PayoutMethod, currency: string): bigint | null {
  return (method === "paypal" && paypalCaps.get(currency)?.most) || null;
}

/** Amount to pay, and amount withheld for the fee. Minor units. */
export type Split = { readonly amountMinor: bigint; readonly withheldMinor: bigint };

/**
 * Splits a balance into the payment and the fee that the affiliate bears: the largest payment that fits
 * together with its fee. One minor unit may remain in the balance because of rounding.
 */
export function splitPayable(
  payableMinor: bigint,
  { method, currency, feeBearer }: { method: PayoutMethod; currency: string; feeBearer: FeeBearer },
): Split {
  if (feeBearer === "shop") return { amountMinor: payableMinor, withheldMinor: 0n };
  const fee = (amountMinor: bigint) => certainFee(method, amountMinor, currency);
  // Payment plus fee never decreases as the payment grows, so bisection finds the largest that fits.
  let amountMinor = 0n;
  let tooMuch = payableMinor + 1n;
  while (tooMuch - amountMinor > 1n) {
    const middle = (amountMinor + tooMuch) / 2n;
    if (middle + fee(middle) <= payableMinor) amountMinor = middle;
    else tooMuch = middle;
  }
  return { amountMinor, withheldMinor: fee(amountMinor) };
}
