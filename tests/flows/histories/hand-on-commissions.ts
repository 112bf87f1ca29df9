import { and, eq, isNull } from "drizzle-orm";
import { systemActor } from "#app/domain/actor.ts";
import { type CommissionDecision, commissionDecisions } from "#app/domain/decision.ts";
import { toDecimal } from "#app/domain/money.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { adjustCommission, newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { db } from "#app/platform/db.server.ts";
import { commissions } from "#app/store/schema/orders.ts";
import { type Case, count, roadCases } from "../../histories/cases.ts";
import { iso } from "../../histories/history.ts";
import type { Commission } from "../../model/books.ts";
import { isToApprove } from "../../model/clock.ts";
import { adjust, decide, openDecisions } from "../../model/decisions.ts";
import type { Doing, Road } from "./road-state.ts";
import { whyOf } from "../../support/why.ts";

const names = { order: "", bonus: "bonus ", manual: "addition " } as const;

function countOf(road: Road, { kind }: Commission, what: string): void {
  const known = roadCases.find((one: Case) => one === `${names[kind]}${what}`);
  if (known) count(road.counts, known);
}

/** Decides about a commission of an order, a bonus, or a manual commission: as many of each, as far as they are there. */
export async function decideOne(road: Road, doing: Doing): Promise<string> {
  const { model, chance, place } = road;
  const now = iso(road.now.getTime());
  const all = [...model.books.commissions.values()].flatMap((one) =>
    openDecisions(model, one.key, now).map((kind) => ({ one, kind })),
  );
  if (all.length === 0) return "nothing";
  const subjects = [...new Set(all.map((each) => each.one.kind))];
  const subject = chance.pick([...subjects, ...subjects.filter((each) => each === "manual")]);
  const open = all.filter((each) => each.one.kind === subject);
  // As many of each kind, though some are seldom open.
  const kinds = [...new Set(open.map((each) => each.kind))];
  const seldom = kinds.filter((each) => ["approved", "held", "reopened"].includes(each));
  const kind = chance.pick([...kinds, ...seldom]);
  const { one } = chance.pick(open.filter((each) => each.kind === kind));
  const asked = commissionDecisions.find((each) => each === kind);
  if (asked === undefined) throw new Error(`The product knows no decision ${kind}.`);
  const refused = await decideInProduct(road, doing, { commissionId: await idOf(place, one), asked });
  if (refused !== null) return `${kind}, refused: ${refused}`;
  if (kind === "approved" && isToApprove(model, one, now)) count(road.counts, "approved after its hold");
  decide(model, one.key, { kind, now });
  countOf(road, one, kind);
  return `${kind} ${one.key}`;
}

/** Null, or why it was refused. */
async function decideInProduct(
  { place, now }: Road,
  doing: Doing,
  { commissionId, asked }: { readonly commissionId: string; readonly asked: CommissionDecision },
): Promise<string | null> {
  const decision = { kind: asked, note: "because" };
  const by = { actor: systemActor, now };
  const result = await doing(() => decideCommission({ shop: place.shop, ...by }, commissionId, decision));
  if (!isRefusal(result)) return null;
  // The answer to the commit may be lost: then the second try is told that it is decided already.
  const why = whyOf(result);
  return /already_|\.not_|\.available_not_held$/.test(why) ? null : why;
}

/** M12: an adjustment of a bonus or a manual commission, which itself stays as it is. */
export async function adjustOne(road: Road, doing: Doing): Promise<string> {
  const { chance, place, model } = road;
  const all = [...model.books.commissions.values()].filter((one) => one.kind !== "order");
  if (all.length === 0) return "nothing";
  const subject = chance.pick([...new Set(all.map((each) => each.kind))]);
  const one = chance.pick(all.filter((each) => each.kind === subject));
  const minor = chance.is(0.5) ? chance.minor(1, 2000) : -chance.minor(1, 2000);
  const amount = toDecimal({ minor, currency: place.shop.currency });
  const wanted = { amount, note: "because", adjustmentId: newAdjustmentId(road.now) };
  const by = { actor: systemActor, now: road.now };
  const commissionId = await idOf(place, one);
  const result = await doing(() => adjustCommission({ shop: place.shop, ...by }, commissionId, wanted));
  if (isRefusal(result)) throw new Error(`Adjusting ${one.key}: ${result.reason.code}`);
  adjust(model, one.affiliateId, minor);
  countOf(road, one, "adjusted");
  return `adjusting ${one.key} by ${minor}`;
}

/** The product's id of a commission that the model knows by what it is for. */
async function idOf(place: Road["place"], { kind, key, orderId, affiliateId }: Commission): Promise<string> {
  if (kind === "manual") return key;
  const affiliate = place.affiliates.find((one) => one.affiliateId === affiliateId);
  if (affiliate === undefined) throw new Error(`There is no affiliate ${affiliateId}.`);
  const bonusKey = key.slice(0, -`:${affiliateId}`.length);
  const [row] = await db()
    .select({ commissionId: commissions.commissionId })
    .from(commissions)
    .where(
      and(
        eq(commissions.shopId, place.shop.shopId),
        eq(commissions.orderId, orderId ?? ""),
        eq(commissions.affiliateId, affiliate.affiliateId),
        eq(commissions.kind, kind),
        kind === "bonus" ? eq(commissions.bonusKey, bonusKey) : isNull(commissions.bonusKey),
      ),
    );
  if (!row) throw new Error(`There is no commission ${key}.`);
  return row.commissionId;
}
