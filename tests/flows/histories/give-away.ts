import { systemActor } from "#app/domain/actor.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { count } from "../../histories/cases.ts";
import { iso } from "../../histories/history.ts";
import { reassign } from "../../model/decisions.ts";
import type { Doing, Road } from "./road-state.ts";
import { tell } from "./tell.ts";

/** An order of which something was released is edited, so that a part of it waits again; then its credit is given away. */
export async function giveInPart(road: Road, doing: Doing): Promise<string> {
  const { chance, model, newest } = road;
  const released = [...model.books.commissions.values()].filter(
    (one) => one.kind === "order" && one.isReleased && one.payable > 0n,
  );
  const facts = released.flatMap((one) => newest.get(one.orderId ?? "") ?? []);
  if (facts.length === 0) return giveAway(road, doing);
  const edited = raised(chance.pick(facts), road.now);
  await tell(road, { orderId: edited.id, kind: "order", facts: edited, body: null });
  return giveAway(road, doing);
}

/** The order with more pieces of its lines, told after everything that was known of it. */
function raised(facts: OrderFacts, now: Date): OrderFacts {
  const lines = facts.lines.map((line) => ({
    ...line,
    quantity: line.quantity + 1,
    currentQuantity: line.currentQuantity === null ? null : line.currentQuantity + 1,
  }));
  return told({ ...facts, lines }, now);
}

/** The facts as told after everything that was known of the order. */
export function told(facts: OrderFacts, now: Date): OrderFacts {
  const after = Math.max(Date.parse(facts.updatedAt) + 1000, now.getTime());
  return { ...facts, updatedAt: `${iso(after).slice(0, 19)}Z` };
}

/** M12: the credit for an order goes to somebody else. */
async function giveAway(road: Road, doing: Doing): Promise<string> {
  const { model, chance, place } = road;
  const known = [...model.orders.values()].filter((one) => one.facts !== null && !one.facts.test);
  if (known.length === 0) return "nothing";
  const inPart = known.filter((one) => waitsInPart(road, one.id));
  const order = chance.pick(inPart.length > 0 ? inPart : known);
  const { affiliateId } = otherThan(road, order.winner?.affiliateId);
  const wanted = { affiliate: affiliateId, programId: place.programId, note: "because" };
  const by = { actor: systemActor, now: road.now };
  const result = await doing(() => reassignOrder({ shop: place.shop, ...by }, order.id, wanted));
  const isDone = !isRefusal(result) || result.reason.code.includes("already");
  const wasInPart = inPart.includes(order);
  const wasDone = reassign(model, order.id, { affiliateId, now: iso(road.now.getTime()) });
  if (wasDone) count(road.counts, "reassigned");
  if (wasDone && wasInPart) count(road.counts, "given away in part");
  if (isDone !== wasDone && order.winner?.affiliateId !== affiliateId) {
    throw new Error(`Reassigning ${order.id}: ${isRefusal(result) ? result.reason.code : "done"}`);
  }
  return `reassigning ${order.id} to ${affiliateId}`;
}

/** Mostly another affiliate; whoever has the credit already is refused. */
function otherThan({ place, chance }: Road, credited: string | undefined) {
  const others = place.affiliates.filter((one) => one.affiliateId !== credited);
  const isRefused = others.length === 0 || chance.is(0.03);
  return chance.pick(isRefused ? place.affiliates : others);
}

/** Part of what stands of the order was released, part waits. */
function waitsInPart({ model }: Road, orderId: string): boolean {
  return [...model.books.commissions.values()].some(
    (one) => one.kind === "order" && one.orderId === orderId && one.pending > 0n && one.payable > 0n,
  );
}
