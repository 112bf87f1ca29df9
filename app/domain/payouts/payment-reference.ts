/**
 * The reference of a payment on a bank transfer: its id without the underscore, which SEPA does not carry. 29 letters
 * and digits.
 */
export function paymentReference(itemId: string): string {
  return itemId.replace("_", "");
}
