import { renewalSources } from "#app/domain/order.ts";
import type { Chance } from "./random.ts";
import type { SoldLine, SoldOrder } from "./sold-order.ts";

const sellingPlans = ["1", "2"] as const;

/** Makes some orders begin subscriptions, beside those that do so by themselves; some begin one anew. */
export function withSubscription(chance: Chance, order: SoldOrder, earlier: readonly SoldOrder[]): SoldOrder {
  const [first, ...others] = order.lines;
  if (first === undefined || first.tip || order.email === null || !chance.is(0.7)) return order;
  const before = earlier.filter(isSubscribed);
  if (before.length === 0 || chance.is(0.1)) {
    return { ...order, lines: [{ ...first, sellingPlan: chance.pick(sellingPlans) }, ...others] };
  }
  const again = chance.pick(before);
  const { productId, sellingPlan } = chance.pick(again.lines.filter(hasPlan));
  return { ...order, email: again.email, lines: [{ ...first, productId, sellingPlan }, ...others] };
}

/**
 * Makes some orders renewals. Most follow an earlier order of the same customer; others renew a product or plan that
 * nobody bought as a subscription.
 */
export function asRenewal(chance: Chance, order: SoldOrder, earlier: readonly SoldOrder[]): SoldOrder {
  const before = earlier.filter((one) => isSubscribed(one) && one.createdAt < order.createdAt);
  const isLikely = before.length > 1 ? 0.98 : 0.3 * before.length;
  if (order.email === null || !chance.is(isLikely + 0.02)) return order;
  const first = before.length > 0 ? chance.pick(before) : order;
  const renewed = [...first.lines.filter(hasPlan), ...first.lines][0];
  const lines = order.lines.map((line, index) => renewalLine(chance, line, (index === 0 && renewed) || line));
  return { ...order, email: first.email, sourceName: chance.pick(renewalSources), lines };
}

const hasPlan = (line: SoldLine): boolean => line.sellingPlan !== null;
const isSubscribed = ({ email, lines }: SoldOrder): boolean => email !== null && lines.some(hasPlan);

function renewalLine(chance: Chance, line: SoldLine, { productId, sellingPlan }: SoldLine): SoldLine {
  const plan = chance.pick([sellingPlan, sellingPlan, null, null, chance.pick(sellingPlans)]);
  return { ...line, productId, sellingPlan: plan };
}
