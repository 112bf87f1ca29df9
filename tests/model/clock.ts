import { type Commission, release } from "./books.ts";
import type { Terms } from "./shapes.ts";
import type { ModelOrder, World } from "./world-state.ts";

/** M11: approves pending commissions. Answers the keys of those that had something to release. */
export function releaseDue(world: World, now: string): string[] {
  return [...world.books.commissions.values()]
    .filter((one) => releaseOne(world, one, now))
    .map((one) => one.key);
}

/** Releases one commission if it is due; true when money moved. */
export function releaseOne(world: World, commission: Commission, now: string): boolean {
  const { decision, isReleased, kind } = commission;
  if (isReleased || decision === "denied" || decision === "held") return false;
  if (waitsForPerson(commission)) return false;
  const ends = holdEnds(world, commission);
  if (ends === null || Date.parse(now) < ends) return false;
  if (commission.pending === 0n) {
    // Nothing waits any more when the hold of an order is over: what comes later waits anew.
    commission.isReleased = kind === "order";
    return false;
  }
  if (!nothingObjects(world, commission, now)) return false;
  release(commission);
  return true;
}

/** M11: under manual approval nothing is released before a person approved it. */
export function waitsForPerson(commission: Commission): boolean {
  const approval = commission.byHand?.approval ?? termsOf(commission)?.approval;
  return approval === "manual" && commission.decision !== "approved";
}

/** The hold is over and only a person's approval is missing, as far as the clock tells. */
export function isToApprove(world: World, commission: Commission, now: string): boolean {
  const ends = holdEnds(world, commission);
  const isOver = ends !== null && Date.parse(now) >= ends;
  return isOver && !commission.isReleased && waitsForPerson(commission);
}

/** When the hold ends, in milliseconds; null while it has not begun. */
export function holdEnds(world: World, commission: Commission): number | null {
  if (commission.holdEnds !== null) return commission.holdEnds;
  const order = world.orders.get(commission.orderId ?? "");
  const terms = termsOf(commission);
  if (!order?.facts || terms === null) return null;
  const { createdAt, paidAt } = order.facts;
  const begins = { order: createdAt, payment: paidAt, fulfilment: sentAt(order) }[terms.approvalFrom];
  return begins === null ? null : Date.parse(begins) + terms.approvalDays * 86_400_000;
}

/** M11: when the last piece was sent, or when it was first heard to be where nothing sent is listed. */
function sentAt({ facts, heard }: ModelOrder): string | null {
  if (facts === null || facts.sentUnlisted === undefined) return facts?.fulfilledAt ?? null;
  const told = heard.flatMap((one) => (one.kind === "order" ? (one.facts.sentHeardAt ?? []) : []));
  return told.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

function termsOf(commission: Commission): Terms | null {
  return commission.bonus?.terms ?? commission.terms;
}

function nothingObjects(world: World, { kind, affiliateId, orderId }: Commission, now: string): boolean {
  const suspendedAt = world.setting.affiliates.find((one) => one.id === affiliateId)?.suspendedAt ?? null;
  if (suspendedAt !== null && Date.parse(suspendedAt) <= Date.parse(now)) return false;
  const facts = world.orders.get(orderId ?? "")?.facts;
  if (kind !== "order" || !facts) return true;
  const isPaid = facts.financialStatus === "paid" || facts.financialStatus === "partially_refunded";
  return isPaid && facts.dispute !== "open";
}
