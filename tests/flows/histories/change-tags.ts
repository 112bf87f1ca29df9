import type { OrderFacts } from "#app/domain/order.ts";
import { count } from "../../histories/cases.ts";
import { told } from "./give-away.ts";
import type { Road } from "./road-state.ts";
import { tell } from "./tell.ts";

/** Somebody writes other codes into an order's tags, or takes them out. */
export async function changeTags(road: Road): Promise<string> {
  const order = orderToTag(road);
  if (order === undefined) return "nothing";
  const { typedCodes: before, ...facts } = order;
  const typedCodes = codesToType(road, before);
  const changed = told({ ...facts, ...(typedCodes.length > 0 && { typedCodes }) }, road.now);
  const winner = creditedTo(road, facts.id);
  await tell(road, { orderId: facts.id, kind: "order", facts: changed, body: null });
  const now = creditedTo(road, facts.id);
  if (now !== winner) {
    count(road.counts, now === null ? "uncredited by a removed tag" : "credited by a changed tag");
  }
  return `tags ${typedCodes.join()} instead of ${before?.join() ?? "none"} of ${facts.id}`;
}

/** Mostly one whose tags still decide. */
function orderToTag(road: Road): OrderFacts | undefined {
  const all = [...road.newest.values()];
  const some = road.typing.is(0.95) ? all.filter((one) => isOpen(road, one.id)) : all;
  return some.length === 0 ? undefined : road.typing.pick(some);
}

function codesToType({ typing, place }: Road, before: readonly string[] | undefined): readonly string[] {
  const codes = place.affiliates.map((one) => one.code);
  const some = [[typing.pick(codes)], codes];
  return before === undefined ? typing.pick(some) : typing.pick([[], [], ...some]);
}

function creditedTo({ model }: Road, orderId: string): string | null {
  return model.orders.get(orderId)?.winner?.affiliateId ?? null;
}

/** Nothing was released, and nobody gave the credit away. */
function isOpen({ model }: Road, orderId: string): boolean {
  const commissions = [...model.books.commissions.values()].filter(
    (one) => one.kind === "order" && one.orderId === orderId,
  );
  const isFree = commissions.every((one) => !one.isReleased && !one.wasReleased);
  return isFree && model.orders.get(orderId)?.reassigned === null;
}
