import type { PayoutMethod } from "./method.ts";
import type { FeeBearer } from "./settings.ts";

/**
 * PayPal takes 2 % of each payment, at most a fixed amount that depends on the sender's and the receiver's country
 * (https://developer.paypal.com/docs/payouts/standard/reference/fees, and the merchant fees of each country). Nobody
 * can know the receiver's country before, so all of this is an estimate; what was taken is booked when PayPal tells it.
 */
const paypalPerMille = 20n;
/**
 * The least and the most that a fee is capped at, in minor units, for accounts of the country of that currency. PayPal
 * publishes the caps by country; of other currencies no cap is known here, and none is guessed.
 */
const paypalCaps: ReadonlyMap<string, { readonly least: bigint; readonly most: bigint }> = new Map([
  // https://www.paypal.com/us/webapps/mpp/merchant-fees#paypal-payouts: 1.00 within the country, 20.00 abroad.
  ["USD", { least: 100n, most: 2000n }],
]);

/** Rounded half up; amounts are above zero. */
function twoPercent(amountMinor: bigint): bigint {
  return (amountMinor * paypalPerMille + 500n) / 1000n;
}

function smaller(a: bigint, b: bigint | undefined): bigint {
  return b !== undefined && b < a ? b : a;
}

/** What a provider will take for a payment at most, as far as can be told before. Minor units; 0 where it takes none. */
export function estimatedFee(method: PayoutMethod, amountMinor: bigint, currency: string): bigint {
  if (method !== "paypal") return 0n;
  return smaller(twoPercent(amountMinor), paypalCaps.get(currency)?.most);
}

/**
 * The same at least: an affiliate who bears the fee is not charged what PayPal perhaps does not take. Where no cap is
 * known nothing is certain, and the shop bears it.
 */
function certainFee(method: PayoutMethod, amountMinor: bigint, currency: string): bigint {
  const caps = method === "paypal" ? paypalCaps.get(currency) : undefined;
  return caps ? smaller(twoPercent(amountMinor), caps.least) : 0n;
}

/** The most that a provider takes of one payment, minor units; null where it is not known, or it takes nothing. */
export function feeCap(method: PayoutMethod, currency: string): bigint | null {
  return (method === "paypal" && paypalCaps.get(currency)?.most) || null;
}

/** What is paid, and what is kept back for the fee. Minor units. */
export type Split = { readonly amountMinor: bigint; readonly withheldMinor: bigint };

/**
 * Cuts what is payable into what the affiliate gets and what they bear of the fee: the largest payment that leaves room
 * for its own fee. Where cents cannot meet, one of them stays payable.
 */
export function splitPayable(
  payableMinor: bigint,
  { method, currency, feeBearer }: { method: PayoutMethod; currency: string; feeBearer: FeeBearer },
): Split {
  if (feeBearer === "shop") return { amountMinor: payableMinor, withheldMinor: 0n };
  const fee = (amountMinor: bigint) => certainFee(method, amountMinor, currency);
  // What a payment costs grows with it, so the largest that fits is found by halving.
  let amountMinor = 0n;
  let tooMuch = payableMinor + 1n;
  while (tooMuch - amountMinor > 1n) {
    const middle = (amountMinor + tooMuch) / 2n;
    if (middle + fee(middle) <= payableMinor) amountMinor = middle;
    else tooMuch = middle;
  }
  return { amountMinor, withheldMinor: fee(amountMinor) };
}
