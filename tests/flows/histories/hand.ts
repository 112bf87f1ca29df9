import { and, eq } from "drizzle-orm";
import { systemActor } from "#app/domain/actor.ts";
import { type CommissionDecision, commissionDecisions } from "#app/domain/decision.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { toDecimal } from "#app/domain/money.ts";
import { addCommission, newCommissionId } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { decideCommission } from "#app/flows/orders/decide-commission.ts";
import { reassignOrder } from "#app/flows/orders/reassign-order.ts";
import { db } from "#app/platform/db.server.ts";
import { commissions } from "#app/store/schema/orders.ts";
import { type Case, count } from "../../histories/cases.ts";
import { iso } from "../../histories/history.ts";
import { addByHand, adjust, decide, openDecisions, reassign } from "../../model/decisions.ts";
import type { Road } from "./road-state.ts";

/** Does a piece of work, perhaps broken and done again. */
type Doing = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** A person decides something that may be decided now, in the product and in the model; answers what. */
export async function decideSomething(road: Road, doing: Doing): Promise<string> {
  const ways = [decideOne, decideOne, decideOne, decideOne, giveAway, giveAway, adjustByHand, addOne];
  return road.chance.pick(ways)(road, doing);
}

const cases: Partial<Record<CommissionDecision, Case>> = {
  denied: "denied",
  reopened: "reopened",
  held: "held",
  approved: "approved",
};

async function decideOne(road: Road, doing: Doing): Promise<string> {
  const { model, chance, place } = road;
  const now = iso(road.now.getTime());
  const open = [...model.books.commissions.values()]
    .filter((one) => one.kind === "order")
    .flatMap((one) => openDecisions(model, one.key, now).map((kind) => ({ one, kind })));
  if (open.length === 0) return "nothing";
  // As many of each kind, though some are seldom open.
  const seldom = open.filter((each) => each.kind === "approved").map((each) => each.kind);
  const kind = chance.pick([...new Set(open.map((each) => each.kind)), ...seldom]);
  const { one } = chance.pick(open.filter((each) => each.kind === kind));
  const asked = commissionDecisions.find((each) => each === kind);
  if (asked === undefined) throw new Error(`The product knows no decision ${kind}.`);
  const commissionId = await idOf(road, one.orderId ?? "", one.affiliateId);
  const result = await doing(() =>
    decideCommission(
      place.shop,
      commissionId,
      { kind: asked, note: "because" },
      { actor: systemActor, now: road.now },
    ),
  );
  // The answer to the commit may be lost: then the second try is told that it is decided already.
  if (isRefusal(result) && !result.message.includes("already") && !result.message.includes("It is not")) {
    return `${kind}, refused: ${result.message}`;
  }
  decide(model, one.key, { kind, now });
  const known = cases[asked];
  if (known) count(road.counts, known);
  return `${kind} ${one.key}`;
}

async function idOf({ place }: Road, orderId: string, affiliateId: string): Promise<string> {
  const [row] = await db()
    .select({ commissionId: commissions.commissionId })
    .from(commissions)
    .where(
      and(
        eq(commissions.shopId, place.shop.shopId),
        eq(commissions.orderId, orderId),
        eq(commissions.affiliateId, affiliateIdOf(place, affiliateId)),
        eq(commissions.kind, "order"),
      ),
    );
  if (!row) throw new Error(`There is no commission of ${orderId} for ${affiliateId}.`);
  return row.commissionId;
}

function affiliateIdOf(place: Road["place"], id: string) {
  const found = place.affiliates.find((one) => one.affiliateId === id);
  if (found === undefined) throw new Error(`There is no affiliate ${id}.`);
  return found.affiliateId;
}

/** M12: the credit for an order goes to somebody else. */
async function giveAway(road: Road, doing: Doing): Promise<string> {
  const { model, chance, place } = road;
  const known = [...model.orders.values()].filter((one) => one.facts !== null && !one.facts.test);
  if (known.length === 0) return "nothing";
  const order = chance.pick(known);
  const { affiliateId } = chance.pick(place.affiliates);
  const wanted = { affiliate: affiliateId, programId: place.programId, note: "because" };
  const by = { actor: systemActor, now: road.now };
  const result = await doing(() => reassignOrder(place.shop, order.id, wanted, by));
  const isDone = !isRefusal(result) || result.message.includes("already");
  const wasDone = reassign(model, order.id, { affiliateId, now: iso(road.now.getTime()) });
  if (wasDone) count(road.counts, "reassigned");
  if (isDone !== wasDone && order.winner?.affiliateId !== affiliateId) {
    throw new Error(`Reassigning ${order.id}: ${isRefusal(result) ? result.message : "done"}`);
  }
  return `reassigning ${order.id} to ${affiliateId}`;
}

/** M12: an amount given or taken by hand, beside everything. */
async function adjustByHand(road: Road, doing: Doing): Promise<string> {
  const { chance, place, model } = road;
  const { affiliateId } = chance.pick(place.affiliates);
  const minor = chance.is(0.5) ? chance.minor(1, 2000) : -chance.minor(1, 2000);
  const { currency } = place.shop;
  const wanted = {
    amount: toDecimal({ minor, currency }),
    note: "because",
    adjustmentId: newAdjustmentId(road.now),
  };
  const by = { actor: systemActor, now: road.now };
  const result = await doing(() => adjustAffiliate(place.shop, affiliateId, wanted, by));
  if (isRefusal(result)) throw new Error(`Adjusting: ${result.message}`);
  adjust(model, affiliateId, minor);
  count(road.counts, "adjusted");
  return `adjusting by ${minor}`;
}

/** M12: a commission of a person's own, with a hold. */
async function addOne(road: Road, doing: Doing): Promise<string> {
  const { chance, place, model } = road;
  const { affiliateId } = chance.pick(place.affiliates);
  const amount = chance.minor(1, 2000);
  const holdDays = chance.pick([0, 7, 30]);
  const { currency } = place.shop;
  const commissionId = newCommissionId(road.now);
  const wanted = {
    affiliate: affiliateId,
    programId: place.programId,
    note: "because",
    holdDays,
    commissionId,
    amount: toDecimal({ minor: amount, currency }),
  };
  const result = await doing(() => addCommission(place.shop, wanted, { actor: systemActor, now: road.now }));
  if (isRefusal(result)) throw new Error(`Adding: ${result.message}`);
  addByHand(model, { key: commissionId, affiliateId, amount, holdDays, now: iso(road.now.getTime()) });
  count(road.counts, "added by hand");
  return `adding ${amount}`;
}
