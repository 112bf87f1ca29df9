import { isRenewal, type OrderFacts } from "#app/domain/order.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { type RulesMade, rulesOf, kinds } from "./random-rules.ts";
import { askForTags, type TagMade, tagsMade } from "./affiliate-tags.ts";
import { type Case, count, type Counts } from "./cases.ts";
import { change } from "./changes.ts";
import { codeAt, subIds } from "./names.ts";
import { type Chance, chanceOf } from "./random.ts";
import { randomTerms } from "./random-terms.ts";
import { asRenewal, withSubscription } from "./renewals.ts";
import { newOrder, type SoldOrder } from "./sold-order.ts";
import { bodyOf, refundBody } from "./tell-body.ts";
import { factsOf } from "./tell-facts.ts";

/** One thing that is heard of an order. `body` is the delivery that tells it, where a webhook does. */
export type Told = { readonly orderId: string; readonly body: { topic: string; text: string } | null } & (
  | { readonly kind: "order"; readonly facts: OrderFacts }
  /** A refund was announced, and the platform asked about its order. */
  | { readonly kind: "refund"; readonly facts: OrderFacts }
  | { readonly kind: "deleted" }
);

export type Step =
  | { readonly kind: "told"; readonly told: Told }
  /** The clock, at an instant that never goes back. */
  | { readonly kind: "clock"; readonly now: string };

export type VersionMade = {
  readonly programIndex: number;
  readonly number: number;
  readonly effectiveFrom: string;
  readonly affiliateIndex: number | null;
  readonly terms: ProgramTerms | null;
  /** Before `effectiveFrom`; null for a version that was not withdrawn. */
  readonly withdrawnAt: string | null;
};

export type EvidenceMade = {
  readonly kind: (typeof kinds)[number];
  readonly affiliateIndex: number;
  readonly at: string | null;
  readonly programIndex: number | null;
  readonly subId: string;
};

/** A world of several orders, and what is heard of it, step by step. */
export type History = {
  readonly seed: number;
  readonly currency: string;
  readonly timeZone: string;
  readonly affiliates: readonly { readonly suspendedAt: string | null }[];
  readonly programs: readonly { readonly pausedAt: string | null }[];
  readonly versions: readonly VersionMade[];
  /** Versions of the shop's rules of attribution, oldest first. */
  readonly rules: readonly RulesMade[];
  readonly tags: readonly TagMade[];
  readonly evidence: ReadonlyMap<string, readonly EvidenceMade[]>;
  readonly steps: readonly Step[];
  readonly counts: Counts;
};

const start = Date.parse("2026-01-20T00:00:00Z");
const hour = 3_600_000;
export const iso = (ms: number): string => new Date(ms).toISOString();

/** Restrictions of a history for one purpose. */
export type Wishes = {
  /** For the road through the database: every order comes by a landing page of one program, and is read whole. */
  readonly road?: boolean;
};

export function historyOf(seed: number, wishes: Wishes = {}): History {
  const chance = chanceOf(seed);
  const isRoad = wishes.road ?? false;
  const counts: Counts = new Map();
  const currency = chance.pick(["USD", "USD", "EUR", "JPY", "KWD"]);
  if (currency === "JPY") count(counts, "zero-decimal currency");
  if (currency === "KWD") count(counts, "three-decimal currency");
  const affiliates = Array.from({ length: chance.int(1, 3) }, () => ({
    suspendedAt: !isRoad && chance.is(0.08) ? iso(start + chance.int(0, 1800) * hour) : null,
  }));
  const programs = Array.from({ length: !isRoad && chance.is(0.2) ? 2 : 1 }, () => ({
    pausedAt: !isRoad && chance.is(0.06) ? iso(start + chance.int(0, 1800) * hour) : null,
  }));
  if (affiliates.length > 1) count(counts, "several affiliates");
  const placed = placingsOf(chance);
  if (placed.length > 1) count(counts, "several orders");
  const approvals = chanceOf(seed ^ 0x2c1b3c6d);
  const withdrawals = chanceOf(seed ^ 0x7f4a7c15);
  const tagging = chanceOf(seed ^ 0x165667b1);
  const asksForTags = tagging.is(0.3);
  const made = versionsOf(chance, {
    currency,
    placed,
    affiliates,
    programs,
    isRoad,
    approvals,
    withdrawals,
  });
  const versions = asksForTags ? askForTags(tagging, made) : made;
  if (versions.some((one) => one.withdrawnAt !== null)) count(counts, "version withdrawn");
  const evidence = new Map<string, EvidenceMade[]>();
  const renewing = chanceOf(seed ^ 0x2545f491);
  const typing = chanceOf(seed ^ 0x1b873593);
  const isTagged = isRoad && changesTags(seed);
  const begun: SoldOrder[] = [];
  const tales = placed.map((at, index) => {
    const id = String(5001 + index);
    evidence.set(id, evidenceOf(chance, at, { affiliates, programs, onlyLanding: isRoad }));
    const sold = newOrder(chance, { id, currency, createdAt: iso(at), isRoad });
    const typedCodes = isRoad ? [] : typedIn(typing, affiliates.length);
    const order = { ...asRenewal(renewing, withSubscription(renewing, sold, begun), begun), typedCodes };
    if (!isRenewal(order.sourceName)) begun.push(order);
    else if (renewing.is(0.9)) evidence.set(id, []);
    if (isTagged && typing.is(0.8)) evidence.set(id, []);
    return taleOf(chance, order, counts);
  });
  return {
    seed,
    currency,
    timeZone: chance.pick(["UTC", "America/New_York", "Asia/Tokyo"]),
    affiliates,
    programs,
    versions,
    rules: rulesOf(chance, placed, { start, isRoad, isTagged, renewing, typing }),
    tags: asksForTags ? tagsMade(tagging, { affiliates: affiliates.length, placed }) : [],
    evidence,
    steps: stepsOf(chance, tales, counts),
    counts,
  };
}

/** Some roads are about tags: they would leave little else to decide on the others. */
export const changesTags = (seed: number): boolean => seed % 3 === 0;

/** Codes of affiliates in an order's tags, mostly none. */
function typedIn(chance: Chance, affiliates: number): string[] {
  const times = chance.pick([0, 0, 0, 1, 1, 2]);
  return [...new Set(Array.from({ length: times }, () => codeAt(chance.int(0, affiliates - 1))))];
}

/** When the orders were placed; some so many whole days apart as periods are long. */
function placingsOf(chance: Chance): number[] {
  const first = start + chance.int(0, 1400) * hour + chance.int(0, 3599) * 1000;
  const others = Array.from({ length: chance.int(0, 3) }, (_, index) => {
    if (chance.is(0.4)) return start + chance.int(0, 1400) * hour + chance.int(0, 3599) * 1000;
    return first + chance.pick([1, 7, 7, 30, 30, 90]) * 24 * hour + (index + 1) * 1000;
  });
  return [first, ...others];
}

type Made = {
  currency: string;
  placed: readonly number[];
  affiliates: History["affiliates"];
  programs: History["programs"];
  isRoad: boolean;
  /** A stream of its own, so that the draws of `chance` stay those of its seed. */
  approvals: Chance;
  withdrawals: Chance;
};

/** The first version is older than all orders; later ones may begin in the very second of an order. */
function versionsOf(
  chance: Chance,
  { currency, placed, affiliates, programs, isRoad, approvals, withdrawals }: Made,
): VersionMade[] {
  const versions: VersionMade[] = [];
  const at = (): string => iso(chance.is(0.3) ? chance.pick(placed) : start + chance.int(0, 1400) * hour);
  programs.forEach((_, programIndex) => {
    let number = 1;
    const make = (effectiveFrom: string, affiliateIndex: number | null, terms: ProgramTerms | null): void => {
      versions.push({ programIndex, number, effectiveFrom, affiliateIndex, terms, withdrawnAt: null });
      number += 1;
    };
    const makeWithdrawn = (): void => {
      const startsAt = withdrawals.pick(placed) - withdrawals.int(0, 48) * hour;
      versions.push({
        programIndex,
        number,
        effectiveFrom: iso(startsAt),
        affiliateIndex: withdrawals.is(0.3) ? withdrawals.int(0, affiliates.length - 1) : null,
        terms: randomTerms(withdrawals, currency, { bonuses: isRoad ? 2 : 0, approvals: withdrawals }),
        withdrawnAt: iso(startsAt - withdrawals.int(1, 300) * hour),
      });
      number += 1;
    };
    const terms = (): ProgramTerms => randomTerms(chance, currency, { bonuses: isRoad ? 2 : 0, approvals });
    make("2026-01-01T00:00:00Z", null, terms());
    if (withdrawals.is(0.3)) makeWithdrawn();
    if (!chance.is(0.4)) return;
    const own = chance.is(0.5) ? chance.int(0, affiliates.length - 1) : null;
    const [first, second] = [at(), at()].toSorted();
    make(first ?? "", own, terms());
    if (chance.is(0.5)) make(second ?? "", own, own === null || chance.is(0.5) ? terms() : null);
  });
  return versions;
}

type Among = { affiliates: History["affiliates"]; programs: History["programs"]; onlyLanding: boolean };

function evidenceOf(
  chance: Chance,
  placedAt: number,
  { affiliates, programs, onlyLanding }: Among,
): EvidenceMade[] {
  const among = onlyLanding
    ? (["landing"] as const)
    : (["landing", "click", "click", "click", ...kinds] as const);
  const most = onlyLanding ? 1 : chance.int(1, 4);
  const times = chance.is(0.04) ? 0 : most;
  const all = Array.from({ length: times }, (): EvidenceMade => {
    const kind = chance.pick(among);
    const isLink = !onlyLanding && ["click", "pixel", "landing"].includes(kind);
    return {
      kind,
      affiliateIndex: chance.int(0, affiliates.length - 1),
      // A click may come too late, or in the order's own second.
      at:
        kind === "landing" || kind === "claim"
          ? null
          : iso(placedAt - chance.pick([-3600, 0, chance.int(1, 9_000_000)]) * 1000),
      programIndex: isLink && chance.is(0.3) ? chance.int(0, programs.length - 1) : null,
      subId: isLink && chance.is(0.5) ? chance.pick(subIds) : "",
    };
  });
  // An order has one landing page and one claim, and no two clicks come at the very same time.
  const isSame = (a: EvidenceMade, b: EvidenceMade): boolean => a.kind === b.kind && a.at === b.at;
  return all.filter(
    (one, index) => one.kind === "code" || all.findIndex((each) => isSame(one, each)) === index,
  );
}

type Tale = { readonly placedAt: number; readonly told: readonly Told[] };

/** One order's life, as the platform tells it. */
function taleOf(chance: Chance, order: SoldOrder, counts: Counts): Tale {
  const told: Told[] = [];
  const byBody = chance.is(0.25);
  countKinds(order, counts, byBody);
  const tell = (): void => {
    if (byBody) told.push(byWebhook(order, counts));
    if (!byBody || order.addedLater.length > 0 || order.dispute !== "none") {
      told.push({ orderId: order.id, kind: "order", facts: factsOf(order), body: null });
    }
  };
  tell();
  let at = Date.parse(order.createdAt);
  for (let left = chance.pick([0, 1, 2, 3, 4, 6]); left > 0; left -= 1) {
    at += chance.int(1, 400) * hour;
    const refunds = order.refunds.length;
    const cases = change(chance, order, iso(at));
    for (const one of cases) if (byBody || !onlyInBodies.has(one)) count(counts, one);
    if (order.deleted) {
      const text = JSON.stringify({ id: Number(order.id) });
      told.push({ orderId: order.id, kind: "deleted", body: { topic: "orders/delete", text } });
      break;
    }
    if (order.refunds.length > refunds && chance.is(0.5)) told.push(ofRefund(order, byBody, counts));
    tell();
  }
  return { placedAt: Date.parse(order.createdAt), told };
}

/** Cases that facts do not show, only webhook bodies. */
const onlyInBodies = new Set<Case>(["restocked", "not restocked", "refund from POS"]);

function byWebhook(order: SoldOrder, counts: Counts): Told {
  count(counts, "read from a webhook's body");
  // Its body holds neither what edits added nor disputes.
  const facts = {
    ...factsOf(order),
    linesAddedLater: [],
    dispute: "none",
    customerOrderIndex: null,
  } as const;
  const body = { topic: "orders/updated", text: JSON.stringify(bodyOf(order)) };
  return { orderId: order.id, kind: "order", facts, body };
}

function ofRefund(order: SoldOrder, byBody: boolean, counts: Counts): Told {
  const last = order.refunds.at(-1);
  if (last === undefined) throw new Error("The order has no refund.");
  count(counts, "refund heard of alone");
  const body = byBody ? { topic: "refunds/create", text: JSON.stringify(refundBody(last, order)) } : null;
  return { orderId: order.id, kind: "refund", facts: factsOf(order), body };
}

function countKinds(order: SoldOrder, counts: Counts, byBody: boolean): void {
  const when = (is: boolean, one: Case): void => {
    if (is) count(counts, one);
  };
  when(
    order.lines.every((line) => line.priceMinor === 0n),
    "zero-value order",
  );
  when(order.test, "test order");
  when(order.sourceName === "shopify_draft_order", "draft order");
  when(order.sourceName === "pos", "POS order");
  when(order.tipMinor > 0n, "tip");
  when(byBody && order.lines.some((line) => line.tip), "tip as a line");
  when(
    order.lines.some((line) => line.giftCard),
    "gift card as goods",
  );
  when(byBody && order.isPaidByGiftCard, "gift card as payment");
  when(byBody && order.lines.some((line) => line.discounts.length > 1), "several discounts on one line");
  const discounted = order.lines.filter((line) => line.discounts.length > 0);
  when(
    order.discountCodes.length > 0 && order.lines.length > 1 && discounted.length === 1,
    "code entitled to one line",
  );
  when(order.taxesIncluded, "taxes included");
  when(!order.taxesIncluded && order.lines.some((line) => line.taxMinor > 0n), "taxes on top");
  when(order.dutiesMinor > 0n, "duties");
  when(
    order.lines.some((line) => line.sellingPlan !== null),
    "subscription",
  );
  when(byBody && order.presentmentCurrency !== order.currency, "presentment currency");
}

/** Everything that is told, by the time of its telling or shuffled, some of it twice, with the clock between. */
function stepsOf(chance: Chance, tales: readonly Tale[], counts: Counts): Step[] {
  const order = chance.pick(["in order", "in order", "within orders", "all over"] as const);
  const perOrder = tales.map((tale) => {
    const twice = tale.told.flatMap((one) => (chance.is(0.12) ? [one, one] : [one]));
    count(counts, "heard twice", twice.length - tale.told.length);
    return order === "within orders" ? chance.shuffle(twice) : twice;
  });
  if (order !== "in order") count(counts, "heard out of order");
  const told = order === "all over" ? chance.shuffle(perOrder.flat()) : mixed(chance, perOrder);
  const steps: Step[] = [];
  let now = start + 1500 * hour;
  for (const one of told) {
    steps.push({ kind: "told", told: one });
    now += chance.int(0, 200) * hour;
    if (chance.is(0.3)) steps.push({ kind: "clock", now: iso(now) });
  }
  return [...steps, { kind: "clock", now: iso(now + 400 * hour) }];
}

/** The tellings of several orders between each other, each order's in its own order. */
function mixed(chance: Chance, perOrder: readonly (readonly Told[])[]): Told[] {
  const left = perOrder.map((one) => [...one]);
  const all: Told[] = [];
  for (;;) {
    const open = left.filter((one) => one.length > 0);
    if (open.length === 0) return all;
    const next = chance.pick(open).shift();
    if (next !== undefined) all.push(next);
  }
}
