import type { Line, Order } from "./shapes.ts";

const contractSources = new Set(["subscription_contract", "subscription_contract_checkout_one"]);

export const isRenewal = ({ sourceName }: Order): boolean => contractSources.has(sourceName ?? "");

/** M23: the first orders that fit a renewal, oldest first; the last one counts. */
export function firstOrders<Other extends { readonly facts: Order | null }>(
  renewal: Order,
  others: readonly Other[],
): Other[] {
  const placed = ({ facts }: Other): number => Date.parse(facts?.createdAt ?? "");
  return others
    .filter(({ facts }) => facts !== null && begins(facts, renewal))
    .toSorted((a, b) => placed(a) - placed(b) || Number(a.facts?.id) - Number(b.facts?.id));
}

const second = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

function begins(facts: Order, renewal: Order): boolean {
  if (isRenewal(facts) || facts.test !== renewal.test) return false;
  if (renewal.customerId === null || facts.customerId !== renewal.customerId) return false;
  if (second(facts.createdAt) > second(renewal.createdAt)) return false;
  return facts.lines.some((sold) => sold.subscription && renewal.lines.some((line) => isSame(sold, line)));
}

function isSame(sold: Line, line: Line): boolean {
  if (sold.productId === null || sold.productId !== line.productId) return false;
  const plans = [sold.sellingPlanId, line.sellingPlanId].filter((plan) => plan !== undefined);
  return new Set(plans).size < 2;
}
