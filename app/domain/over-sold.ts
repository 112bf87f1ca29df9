import type { Evaluation } from "./commission.ts";
import { netSalesOf, soldOf } from "./charges.ts";
import type { OrderFacts } from "./order.ts";

/**
 * True when an order earns more than it sold: its net sales (M21) plus the gift cards that the terms include.
 * Fixed amounts, tax and discounts that are not deducted can cause this even though no rate exceeds 100%.
 * @throws InstantFormatError when the facts hold an instant that no parser of the app produced
 */
export function earnsMoreThanSold(facts: OrderFacts, { originalMinor, lines }: Evaluation): boolean {
  const sold = soldOf(facts);
  const counted = new Set(lines.flatMap((line) => (line.counts ? [line.lineId] : [])));
  const giftCards = sold.charges.filter(({ kind, id }) => kind === "gift-card" && counted.has(id));
  const cardsMinor = giftCards.reduce((total, one) => total + one.netMinor, 0n);
  return originalMinor > netSalesOf(facts, sold).soldMinor + cardsMinor;
}
