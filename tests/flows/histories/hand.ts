import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { toDecimal } from "#app/domain/money.ts";
import { addCommission, newCommissionId } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { count } from "../../histories/cases.ts";
import { iso } from "../../histories/history.ts";
import { addByHand, adjust } from "../../model/decisions.ts";
import { giveInPart } from "./give-away.ts";
import { adjustOne, decideOne } from "./hand-on-commissions.ts";
import type { Doing, Road } from "./road-state.ts";

/** A person decides something that may be decided now, in the product and in the model; answers what. */
export async function decideSomething(road: Road, doing: Doing): Promise<string> {
  const ways = [
    ...Array<typeof decideOne>(8).fill(decideOne),
    ...Array<typeof giveInPart>(4).fill(giveInPart),
  ];
  return road.chance.pick([...ways, adjustByHand, addOne, adjustOne])(road, doing);
}

/** M12: an adjustment that is about no order. */
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
  const result = await doing(() => adjustAffiliate({ shop: place.shop, ...by }, affiliateId, wanted));
  if (isRefusal(result)) throw new Error(`Adjusting: ${result.reason.code}`);
  adjust(model, affiliateId, minor);
  count(road.counts, "adjusted");
  return `adjusting by ${minor}`;
}

/** M12: a commission of a person's own, with a hold. */
async function addOne(road: Road, doing: Doing): Promise<string> {
  const { chance, place, model } = road;
  const { affiliateId } = chance.pick(place.affiliates);
  const amount = chance.minor(1, 2000);
  const approvalDays = chance.pick([0, 7, 30]);
  const { currency } = place.shop;
  const commissionId = newCommissionId(road.now);
  const wanted = {
    affiliate: affiliateId,
    programId: place.programId,
    note: "because",
    approvalDays,
    commissionId,
    amount: toDecimal({ minor: amount, currency }),
  };
  const result = await doing(() =>
    addCommission({ shop: place.shop, actor: systemActor, now: road.now }, wanted),
  );
  if (isRefusal(result)) throw new Error(`Adding: ${result.reason.code}`);
  addByHand(model, { key: commissionId, affiliateId, amount, approvalDays, now: iso(road.now.getTime()) });
  count(road.counts, "added by hand");
  return `adding ${amount}`;
}
