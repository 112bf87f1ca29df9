import { dayIn } from "#app/platform/clock.ts";
import { balancesOf } from "../model/books.ts";
import type { Message } from "../model/heard.ts";
import type { Setting } from "../model/winner.ts";
import { releaseDue } from "../model/clock.ts";
import { hear, type ModelOrder, newWorld, type World } from "../model/world.ts";
import { count, type Counts } from "./cases.ts";
import type { EvidenceMade, History, Told } from "./history.ts";
import {
  affiliateAt,
  hearNews,
  newProductWorld,
  type ProductWorld,
  productBalances,
  programAt,
  releaseDueIn,
} from "./product-world.ts";

/** Bonuses are walked through with the database alone. */
function withoutBonuses(setting: Setting): Setting {
  return {
    ...setting,
    versions: setting.versions.map((one) => ({ ...one, terms: one.terms && { ...one.terms, bonuses: [] } })),
  };
}

/** The setting of a history in the model's own words. */
export function settingOf(history: History): Setting {
  return {
    programs: history.programs.map((one, index) => ({ id: programAt(index), pausedAt: one.pausedAt })),
    affiliates: history.affiliates.map((one, index) => ({
      id: affiliateAt(index),
      suspendedAt: one.suspendedAt,
    })),
    versions: history.versions.map((one) => ({
      programId: programAt(one.programIndex),
      number: one.number,
      effectiveFrom: one.effectiveFrom,
      affiliateId: one.affiliateIndex === null ? null : affiliateAt(one.affiliateIndex),
      terms: one.terms,
    })),
  };
}

export function evidenceIn(made: readonly EvidenceMade[]) {
  return made.map(({ kind, affiliateIndex, at, programIndex, subId }) => ({
    kind,
    affiliateId: affiliateAt(affiliateIndex),
    at: kind === "landing" ? null : at,
    programId: programIndex === null ? null : programAt(programIndex),
    subId,
  }));
}

export function messageOf(told: Told): Message {
  if (told.kind === "order") return { kind: "order", facts: told.facts };
  return told.kind === "refund" ? { kind: "refund", refund: told.refund } : { kind: "deleted" };
}

/** Days in a shop's time zone; asking the calendar anew each time would be most of the work. */
export function daysIn(timeZone: string): (instant: string) => string {
  const known = new Map<string, string>();
  return (instant) => {
    const day = known.get(instant) ?? dayIn(timeZone, new Date(instant));
    known.set(instant, day);
    return day;
  };
}

/**
 * Tells a history to the product and to the model, and compares after each step. Null when they agree to the last
 * unit; else what differed first.
 */
export function differenceIn(history: History, counts: Counts = history.counts): string | null {
  const dayOf = daysIn(history.timeZone);
  const product = newProductWorld(history, dayOf);
  const model = newWorld(withoutBonuses(settingOf(history)), dayOf);
  for (const [index, step] of history.steps.entries()) {
    const difference =
      step.kind === "clock"
        ? afterClock(product, model, { now: step.now, counts })
        : afterTold(product, model, { told: step.told, counts });
    if (difference !== null) return `seed ${history.seed}, step ${index + 1}: ${difference}`;
  }
  for (const order of model.orders.values()) countOutcome(order, counts);
  return null;
}

type Heard = { readonly told: Told; readonly counts: Counts };

function afterTold(product: ProductWorld, model: World, { told, counts }: Heard): string | null {
  const mustAsk = hearNews(product, told);
  if (mustAsk) return `order ${told.orderId}: the platform would have to be asked`;
  const before = balanceSum(model);
  const evidence = evidenceIn(product.history.evidence.get(told.orderId) ?? []);
  const wasReleased = [...model.books.commissions.values()].some(
    (one) => one.orderId === told.orderId && one.isReleased && one.kind === "order",
  );
  const order = hear(model, told.orderId, { message: messageOf(told), evidence });
  const after = balanceSum(model);
  if (wasReleased && after < before) count(counts, "reversed after the release");
  if (wasReleased && after > before) count(counts, "earned again after the release");
  return differenceOfOrder(product, order) ?? differenceOfBalances(product, model);
}

function afterClock(
  product: ProductWorld,
  model: World,
  { now, counts }: { now: string; counts: Counts },
): string | null {
  const released = releaseDueIn(product, now).toSorted();
  const expected = releaseDue(model, now)
    .map((key) => key.split(":")[0])
    .toSorted();
  count(counts, "released by the clock", expected.length);
  if (released.join() !== expected.join()) return `released ${released.join()}, expected ${expected.join()}`;
  return differenceOfBalances(product, model);
}

const balanceSum = (model: World): bigint =>
  [...balancesOf(model.books).values()].reduce((total, one) => total + one.pending + one.payable, 0n);

function differenceOfOrder(product: ProductWorld, expected: ModelOrder): string | null {
  const order = product.orders.get(expected.id);
  const winner = order?.winner ?? null;
  const said = winner && `${winner.affiliateId} ${winner.programId} ${winner.version.number}`;
  const wanted =
    expected.winner &&
    `${expected.winner.affiliateId} ${expected.winner.programId} ${expected.winner.version}`;
  if (said !== wanted) return `order ${expected.id}: credited ${said}, expected ${wanted}`;
  for (const line of expected.standing?.lines ?? []) {
    const one = order?.evaluation?.lines.find((each) => each.lineId === line.id);
    const found = one && `${one.ruleId ?? "fallback"} ${one.commissionMinor} ${one.standingMinor}`;
    const want = `${line.rule} ${line.earned} ${line.stands}`;
    if (found !== want) return `order ${expected.id}, line ${line.id}: ${found}, expected ${want}`;
  }
  const stands = order?.evaluation?.standingMinor ?? 0n;
  if (winner !== null && stands !== (expected.standing?.stands ?? 0n))
    return `order ${expected.id}: stands at ${stands}`;
  return null;
}

function differenceOfBalances(product: ProductWorld, model: World): string | null {
  const expected = balancesOf(model.books);
  for (const [id, found] of productBalances(product)) {
    const want = expected.get(id) ?? { pending: 0n, payable: 0n };
    if (found.pending === want.pending && found.payable === want.payable) continue;
    return `${id}: ${found.pending} and ${found.payable}, expected ${want.pending} and ${want.payable}`;
  }
  return null;
}

/** What the terms made of an order, counted once. */
function countOutcome({ winner, facts, standing, kept }: ModelOrder, counts: Counts): void {
  if (facts === null) return;
  if (winner === null || standing === null) {
    count(counts, "nobody credited");
    return;
  }
  const { terms } = winner;
  const earning = standing.lines.filter((line) => line.earned > 0n);
  if (earning.some((line) => line.rule !== "fallback")) count(counts, "rule paid");
  if (earning.some((line) => line.rule === "fallback")) count(counts, "fallback paid");
  const used = new Set(
    standing.lines.map((line) => terms.rules.find((rule) => rule.id === line.rule)?.pay ?? terms.commission),
  );
  const names = {
    percentage: "percentage",
    fixed: "fixed for an order",
    "per-item": "fixed for each piece",
    none: "no commission",
    tiered: "tiers",
  } as const;
  for (const pay of used) {
    const name = Object.entries(names).find(([kind]) => kind === pay.kind)?.[1];
    if (name) count(counts, name);
    if (pay.amount && pay.amount.currency !== facts.currency)
      count(counts, "fixed amount in another currency");
  }
  const room = [...kept.values()][0]?.roomMinor ?? null;
  if (terms.caps.perOrder !== null && standing.earned === terms.caps.perOrder.minor)
    count(counts, "cap for an order met");
  if (room !== null && standing.earned === room) count(counts, "cap for an affiliate met");
  if (terms.base.beforeDiscounts) count(counts, "before discounts");
  if (terms.base.tax) count(counts, "tax in the base");
  if (terms.base.shipping && facts.shipping.length > 0) count(counts, "shipping in the base");
  if (winner.isOwn) count(counts, "own terms");
  if (winner.version > 1 && !winner.isOwn) count(counts, "later version of the terms");
}
