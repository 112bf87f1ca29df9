import type { Order, Refund } from "./shapes.ts";

/** News of an order: a reading of it, or its deletion. */
export type Message = { readonly kind: "order"; readonly facts: Order } | { readonly kind: "deleted" };

const stamp = (iso: string): number => Date.parse(iso);
const furthest = ["none", "open", "won", "lost"] as const;
const furthestMoney = ["pending", "failed", "success"];

const earliest = (all: readonly (string | null)[]): string | null =>
  all.filter((one) => one !== null).toSorted((a, b) => stamp(a) - stamp(b))[0] ?? null;

/**
 * M10, from everything that was ever heard, in whatever order: the newest reading, beside it what only grows. Null
 * until the order itself was heard of.
 */
export function factsOf(heard: readonly Message[]): Order | null {
  const readings = heard.flatMap((one) => (one.kind === "order" ? [one.facts] : []));
  const [first] = readings;
  if (first === undefined) return null;
  const newest = readings.reduce((a, b) => (stamp(b.updatedAt) > stamp(a.updatedAt) ? b : a), first);
  return {
    ...newest,
    deleted: heard.some((one) => one.kind === "deleted") || readings.some((one) => one.deleted),
    dispute: furthest.findLast((step) => readings.some((one) => one.dispute === step)) ?? "none",
    paidAt: earliest(readings.map((one) => one.paidAt)),
    catalog: readings.find((one) => one.catalog !== null)?.catalog ?? null,
    customerOrderIndex:
      readings.findLast((one) => one.customerOrderIndex !== null)?.customerOrderIndex ?? null,
    linesAddedLater: [...new Set(readings.flatMap((one) => one.linesAddedLater))],
    refunds: refundsOf(readings),
  };
}

function refundsOf(readings: readonly Order[]): Refund[] {
  const all = readings.flatMap((one) => one.refunds);
  const known = new Map<string, Refund>();
  for (const refund of all) {
    const before = known.get(refund.id);
    if (before === undefined || isNewer(refund, before)) known.set(refund.id, refund);
  }
  return [...known.values()];
}

function isNewer(a: Refund, b: Refund): boolean {
  if (a.asOf !== b.asOf) return stamp(a.asOf) > stamp(b.asOf);
  return furthestMoney.indexOf(a.status) > furthestMoney.indexOf(b.status);
}
