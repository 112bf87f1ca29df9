import { idPrefixes, type PayoutRequestId, type PaymentId } from "../ids.ts";

const signs = "[0-9a-hjkmnp-tv-z]{26}";
const named = new RegExp(`(?:${idPrefixes.shop}(${signs}))?${idPrefixes.payment}(${signs})`, "g");

export type NamedPayments = {
  readonly payments: readonly PaymentId[];
  /** The shop id before the payments. '' for none. */
  readonly shopId: string;
};

/**
 * Finds references of the app's payments in a text. Banks break them with blanks and line ends, drop the
 * underscore, or write them in capitals, so only letters and digits count. A truncated reference is not
 * found.
 */
export function namedPayments(text: string): NamedPayments {
  const payments = new Set<PaymentId>();
  const shops = new Set<string>();
  for (const [, shop, payment] of text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .matchAll(named)) {
    payments.add(`${idPrefixes.payment}_${payment}` as PaymentId);
    if (shop !== undefined) shops.add(`${idPrefixes.shop}_${shop}`);
  }
  const [shopId = "", ...others] = shops;
  return { payments: [...payments], shopId: others.length === 0 ? shopId : "" };
}

const file = new RegExp(`^${idPrefixes.payoutRequest}(${signs})$`);

/** The bank file of the app in a message id or payment information id. Null for another. */
export function namedFile(id: string): PayoutRequestId | null {
  const [, found] = file.exec(id.toLowerCase().replaceAll(/[^a-z0-9]/g, "")) ?? [];
  return found === undefined ? null : (`${idPrefixes.payoutRequest}_${found}` as PayoutRequestId);
}
