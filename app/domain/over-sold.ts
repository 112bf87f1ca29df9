import type { Evaluation } from "./commission.ts";
import { netSalesOf, soldOf } from "./charges.ts";
import type { OrderFacts } from "./order.ts";

/**
 * Whether an order earns more than it sold: more than its net sales (M21), with the gift cards that the terms count.
 * Fixed amounts, tax and what a discount took off can bring it about, though no rate is above 100 %.
 * @throws InstantFormatError for facts that no reader of ours made.
 */
export function earnsMoreThanSold(facts: OrderFacts, { originalMinor, lines }: Evaluation): boolean {
  const sold = soldOf(facts);
  const counted = new Set(lines.flatMap((line) => (line.counts ? [line.lineId] : [])));
  const giftCards = sold.charges.filter(({ kind, id }) => kind === "gift-card" && counted.has(id));
  const cardsMinor = giftCards.reduce((total, one) => total + one.netMinor, 0n);
  return originalMinor > netSalesOf(facts, sold).soldMinor + cardsMinor;
}
