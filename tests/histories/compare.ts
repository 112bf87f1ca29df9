import type { Evaluation } from "#app/domain/commission.ts";
import { dayIn } from "#app/platform/clock.ts";
import { balancesOf } from "../model/books.ts";
import type { Message } from "../model/heard.ts";
import { byId } from "../model/numbers.ts";
import { rulesAt } from "../model/rules.ts";
import type { Condition } from "../model/shapes.ts";
import type { Standing } from "../model/standing.ts";
import type { Setting } from "../model/winner.ts";
import { isToApprove, releaseDue } from "../model/clock.ts";
import { localDays } from "../model/local-days.ts";
import { hear, newWorld } from "../model/world.ts";
import type { ModelOrder, World } from "../model/world-state.ts";
import { type Case, count, type Counts } from "./cases.ts";
import { codeAt } from "./names.ts";
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
    codes: new Map(history.affiliates.map((_, index) => [codeAt(index), affiliateAt(index)])),
    rules: history.rules.map(({ effectiveFrom, rules }) => ({ effectiveFrom, ...rules })),
    tags: history.tags.map((one) => ({
      affiliateId: affiliateAt(one.affiliateIndex),
      tag: one.tag,
      from: one.addedAt,
      to: one.endsAt,
    })),
    versions: history.versions.map((one) => ({
      programId: programAt(one.programIndex),
      number: one.number,
      effectiveFrom: one.effectiveFrom,
      affiliateId: one.affiliateIndex === null ? null : affiliateAt(one.affiliateIndex),
      terms: one.terms,
      withdrawnAt: one.withdrawnAt,
    })),
  };
}

export function evidenceIn(made: readonly EvidenceMade[]) {
  return made.map(({ kind, affiliateIndex, at, programIndex, subId }) => ({
    kind,
    affiliateId: affiliateAt(affiliateIndex),
    at,
    programId: programIndex === null ? null : programAt(programIndex),
    subId,
  }));
}

export function messageOf(told: Told): Message {
  return told.kind === "deleted" ? { kind: "deleted" } : { kind: "order", facts: told.facts };
}

/** Days in a shop's time zone; asking the calendar anew each time would be most of the work. */
function daysIn(timeZone: string): (instant: string) => string {
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
  const model = newWorld(withoutBonuses(settingOf(history)), localDays(history.timeZone));
  for (const [index, step] of history.steps.entries()) {
    const difference =
      step.kind === "clock"
        ? afterClock(product, model, { now: step.now, counts })
        : afterTold(product, model, { told: step.told, counts });
    if (difference !== null) return `seed ${history.seed}, step ${index + 1}: ${difference}`;
  }
  for (const order of model.orders.values()) {
    countOutcome(order, model.setting, counts);
    countRules(order, model.setting, counts);
  }
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
  const released = releaseDueIn(product, now).toSorted(byId);
  const expected = releaseDue(model, now)
    .map((key) => key.split(":")[0] ?? "")
    .toSorted(byId);
  count(counts, "released by the clock", expected.length);
  const kept = [...model.books.commissions.values()].filter(
    (one) => one.pending > 0n && isToApprove(model, one, now),
  );
  count(counts, "kept for a person to approve", kept.length);
  if (released.join() !== expected.join()) return `released ${released.join()}, expected ${expected.join()}`;
  return differenceOfBalances(product, model);
}

const balanceSum = (model: World): bigint =>
  [...balancesOf(model.books).values()].reduce((total, one) => total + one.pending + one.payable, 0n);

function differenceOfOrder(product: ProductWorld, expected: ModelOrder): string | null {
  const order = product.orders.get(expected.id);
  const winner = order?.winner && { ...order.winner, version: order.winner.version.number };
  const [said, wanted] = [creditOf(winner), creditOf(expected.winner)];
  if (said !== wanted) return `order ${expected.id}: credited ${said}, expected ${wanted}`;
  if (!order?.evaluation || !winner || expected.standing === null) return null;
  return differenceOfStanding(order.evaluation, expected.standing, expected.id);
}

type Credited = { readonly affiliateId: string; readonly programId: string; readonly version: number };

const creditOf = (one: Credited | null | undefined): string =>
  one ? `${one.affiliateId} ${one.programId} ${one.version}` : "nobody";

function differenceOfStanding(found: Evaluation, expected: Standing, orderId: string): string | null {
  for (const line of expected.lines) {
    const one = found.lines.find((each) => each.lineId === line.id);
    const said = one && `${one.ruleId ?? "fallback"} ${one.commissionMinor} ${one.currentMinor}`;
    const wanted = `${line.rule} ${line.earned} ${line.stands}`;
    if (said !== wanted) return `order ${orderId}, line ${line.id}: ${said}, expected ${wanted}`;
  }
  if (found.currentMinor === expected.stands) return null;
  return `order ${orderId}: stands at ${found.currentMinor}, expected ${expected.stands}`;
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

const payCases = {
  percentage: "percentage",
  fixed: "fixed for an order",
  "per-item": "fixed for each piece",
  none: "no commission",
  tiered: "tiers",
} as const satisfies Record<string, Case>;

/** Counts the cases of the attribution rules. */
function countRules(
  { winner, facts, kept, evidence, bound, renewed }: ModelOrder,
  setting: Setting,
  counts: Counts,
): void {
  if (facts === null) return;
  const when = (is: boolean, one: Case): void => {
    if (is) count(counts, one);
  };
  const rules = rulesAt(setting.rules, facts.createdAt);
  when(setting.rules.includes(rules), "rules changed");
  when(
    evidence.some((one) => !rules.precedence.includes(one.kind)),
    "signal switched off",
  );
  const ofKind = evidence.filter((one) => one.kind === winner?.by && one.kind === "click");
  when(rules.touch === "first" && ofKind.length > 1, "first click before a later one");
  when(winner?.by === "customer" && Boolean(bound), "bound by an earlier order");
  when(renewed?.among === 0, "renewal without a first order");
  when(winner?.by === "renewal" && (renewed?.among ?? 0) > 1, "several first orders");
  const index = [...kept.values()][0]?.customerOrderIndex ?? null;
  const isNew = rules.newCustomer === "affiliate" && index === 1 && (facts.customerOrderIndex ?? 1) > 1;
  when(isNew, "new to affiliates, not to the store");
}

function asks(condition: Condition, kind: string): boolean {
  return "of" in condition ? condition.of.some((one) => asks(one, kind)) : condition.kind === kind;
}

function countOutcome({ winner, facts, standing, kept }: ModelOrder, setting: Setting, counts: Counts): void {
  if (facts === null) return;
  const when = (is: boolean, one: Case): void => {
    if (is) count(counts, one);
  };
  when(winner === null, "nobody credited");
  if (winner === null || standing === null) return;
  const { terms, isOwn, version, by } = winner;
  if (by !== null) count(counts, `won by ${by}`);
  const earning = standing.lines.filter((line) => line.earned > 0n);
  when(
    earning.some((line) => line.rule !== "fallback"),
    "rule paid",
  );
  const asksTag = terms.rules.filter((one) => asks(one.when, "affiliate-tag"));
  when(
    earning.some((line) => asksTag.some((one) => one.id === line.rule)),
    "rule with an affiliate tag paid",
  );
  const held = kept.get(winner.affiliateId)?.affiliateTags ?? [];
  const ever = setting.tags.filter((one) => one.affiliateId === winner.affiliateId);
  when(asksTag.length > 0 && ever.length > held.length, "affiliate tag not yet given or ended");
  when(
    earning.some((line) => line.rule === "fallback"),
    "fallback paid",
  );
  const payOf = (rule: string) => terms.rules.find((one) => one.id === rule)?.pay ?? terms.commission;
  for (const pay of new Set(standing.lines.map((line) => payOf(line.rule)))) {
    for (const [kind, one] of Object.entries(payCases)) when(pay.kind === kind, one);
    when(
      pay.amount !== undefined && pay.amount.currency !== facts.currency,
      "fixed amount in another currency",
    );
  }
  const room = [...kept.values()][0]?.roomMinor;
  when(standing.earned === terms.caps.perOrder?.minor, "cap for an order met");
  when(standing.earned === room, "cap for an affiliate met");
  when(terms.base.beforeDiscounts, "before discounts");
  when(terms.base.tax, "tax in the base");
  when(terms.base.shipping && facts.shipping.length > 0, "shipping in the base");
  when(isOwn, "own terms");
  when(version > 1 && !isOwn, "later version of the terms");
}
