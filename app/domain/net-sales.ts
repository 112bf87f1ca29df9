import type { Charge } from "./charges.ts";
import { compareInstants } from "./instant.ts";
import type { OrderFacts } from "./order.ts";
import { refundsInOrder, type Remaining, remainingOf } from "./remaining.ts";
import { type Sold, soldOf } from "./sold.ts";

/** Net sales of an order's goods, in minor units of shop money, without tax, shipping, tips and gift cards (M21). */
export type NetSales = {
  readonly soldMinor: bigint;
  /** What is left after refunds, removals and cancellation. */
  readonly remainingMinor: bigint;
  /** What is left of each charge; nothing of an order that is void as a whole. */
  readonly left: ReadonlyMap<string, Remaining>;
};

/** What was taken off net sales again at one instant, by charge id and together; minor units of shop money. */
export type Returned = {
  readonly at: string;
  readonly minor: bigint;
  readonly charges: ReadonlyMap<string, bigint>;
};

const nothingLeft: ReadonlyMap<string, Remaining> = new Map();

/** @throws InstantFormatError for facts that no reader of ours made. */
export function netSalesOf(facts: OrderFacts, { charges, remaining }: Sold = soldOf(facts)): NetSales {
  const isVoid = facts.deleted || facts.cancelledAt !== null || facts.financialStatus === "refunded";
  const left = isVoid ? nothingLeft : remaining;
  let soldMinor = 0n;
  let remainingMinor = 0n;
  for (const charge of charges) {
    if (charge.kind !== "goods") continue;
    soldMinor += charge.netMinor;
    remainingMinor += left.get(charge.id)?.netMinor ?? 0n;
  }
  return { soldMinor, remainingMinor, left };
}

/**
 * What of the net sales is gone, and when, because analytics count it on the day of the refund (M14): what each refund
 * took of each of its goods (M9), and what no refund took, as gone with the cancellation or with an edit, which stays on
 * the order's day whatever is refunded afterwards. The earliest comes first.
 * @throws InstantFormatError for facts that no reader of ours made.
 */
export function returnsOf(facts: OrderFacts, sold: Sold = soldOf(facts)): Returned[] {
  const { left, soldMinor, remainingMinor } = netSalesOf(facts, sold);
  if (soldMinor === remainingMinor) return [];
  const goods = sold.charges.filter(({ kind }) => kind === "goods");
  const whole = new Map(goods.map((one) => [one.id, one]));
  const rest = netsLost(goods, whole, left);
  const returned: Returned[] = [];
  const take = (at: string, took: ReadonlyMap<string, bigint>) => {
    returned.push(returnedAt(at, took));
    for (const [id, minor] of took) rest.set(id, (rest.get(id) ?? 0n) - minor);
  };
  let before = remainingOf(sold.charges, facts, 0);
  // A cancellation takes pieces off as an edit does, and nothing tells these two apart.
  if (facts.cancelledAt === null && !facts.deleted) take(facts.createdAt, netsLost(goods, whole, before));
  for (const [place, { createdAt }] of refundsInOrder(facts).entries()) {
    const after = remainingOf(sold.charges, facts, place + 1);
    take(createdAt, netsLost(goods, before, after));
    before = after;
  }
  returned.push(returnedAt(endOf(facts), rest));
  return returned.filter((one) => one.charges.size > 0).toSorted((a, b) => compareInstants(a.at, b.at));
}

type Nets = ReadonlyMap<string, { readonly netMinor: bigint }>;

/** What each of these goods had before, and has no more after. */
function netsLost(goods: readonly Charge[], before: Nets, after: Nets): Map<string, bigint> {
  const netOf = (of: Nets, id: string) => of.get(id)?.netMinor ?? 0n;
  return new Map(goods.map(({ id }) => [id, netOf(before, id) - netOf(after, id)]));
}

function returnedAt(at: string, lost: ReadonlyMap<string, bigint>): Returned {
  const charges = new Map([...lost].filter(([, minor]) => minor !== 0n));
  return { at, minor: [...charges.values()].reduce((sum, minor) => sum + minor, 0n), charges };
}

/** When went what no refund names; of an order that counts as refunded whole, with the last of its refunds. */
function endOf(facts: OrderFacts): string {
  const { cancelledAt, deleted, updatedAt, createdAt, financialStatus } = facts;
  if (cancelledAt !== null) return cancelledAt;
  if (deleted) return updatedAt;
  const last = financialStatus === "refunded" ? refundsInOrder(facts).at(-1) : undefined;
  return last?.createdAt ?? createdAt;
}
