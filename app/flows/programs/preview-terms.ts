import { tagsAt } from "#app/domain/tags.ts";
import { type Attribution, newCustomerIn } from "#app/domain/attribution.ts";
import {
  bonusesOfBasket,
  bonusesOfOrder,
  type BonusPaid,
  affiliatesReaching,
} from "#app/domain/bonus-preview.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { noProgress, type Progress, type ReachedVolume, type StoredInputs } from "#app/domain/inputs.ts";
import type { Money } from "#app/domain/money.ts";
import { type Named, namedOf } from "#app/domain/named.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { canonicalText, fromPlain } from "#app/domain/plain.ts";
import { noSuchProgram } from "#app/domain/program.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { type Basket, basketEvidence, basketFacts, basketProgress } from "#app/domain/sample-order.ts";
import { asksUnreadCatalog, needsOf, type TermsNeeds } from "#app/domain/terms/pay.ts";
import { periodDays } from "#app/domain/terms/period-days.ts";
import {
  shopDefaults,
  type ShopDefaults,
  type TermsInput,
  termsOfInput,
} from "#app/domain/terms/terms-of-input.ts";
import type { Bonus, ProgramTerms } from "#app/domain/terms/terms.ts";
import { readCounted } from "#app/flows/settlement/count-order.ts";
import { dayIn, now } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import type { FigureChange } from "#app/store/figures.ts";
import { affiliateNames } from "#app/store/names.ts";
import { listOrderRows } from "#app/store/order-list.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { findProgram } from "#app/store/programs.ts";
import {
  type AffiliateReached,
  earlierOrdersOf,
  type FigureWindow,
  mostReached,
  sumsOfWindows,
  type WindowSums,
} from "#app/store/progress.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";
import { tagPeriodsOf } from "#app/store/tags.ts";
import { priceOrder, type PricedOrder } from "./price-order.ts";
import { readCustomTerms } from "./custom-terms.ts";

type PreviewShop = ShopDefaults & {
  readonly shopId: ShopId;
  readonly currency: string;
  readonly timeZone: string;
};

type PreviewInput = {
  readonly programId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly terms: TermsInput;
  readonly basket: Basket | null;
};

export type TermsPreview = {
  readonly basket: DraftAndToday<PricedOrder> | null;
  readonly orders: readonly PreviewedOrder[];
  readonly bonuses: PreviewedBonuses;
};

/**
 * Calculates a basket and the shop's newest orders under a draft and under today's terms, line by line, with
 * the live functions. Writes nothing.
 */
export async function previewTerms(shop: PreviewShop, asked: PreviewInput): Promise<TermsPreview | Refusal> {
  const today = await termsOfToday(shop.shopId, asked);
  if (isRefusal(today)) return today;
  const draft = termsOfInput(asked.terms, today ?? shopDefaults(shop), shop.currency);
  if (isRefusal(draft)) return draft;
  const price = (basket: Basket, terms: ProgramTerms) =>
    priceOrder({
      terms,
      facts: basketFacts(basket, shop.currency),
      evidence: basketEvidence(basket),
      inputs: null,
      progress: basketProgress(basket, terms),
    });
  const { basket } = asked;
  return {
    basket: basket && { draft: price(basket, draft), today: today && price(basket, today) },
    orders: await previewOrders(shop, { draft, today }),
    bonuses: await previewBonuses(shop, { draft, today }, { basket, judged: asked }),
  };
}

async function termsOfToday(shopId: ShopId, asked: PreviewInput): Promise<ProgramTerms | null | Refusal> {
  const { programId, affiliateId } = asked;
  if (programId === undefined) return null;
  if (affiliateId === undefined) return (await findProgram(db(), shopId, programId))?.terms ?? noSuchProgram;
  const own = await readCustomTerms(shopId, { programId, affiliateId }, now());
  return isRefusal(own) ? own : own.terms;
}

const ordersShown = 10;
/**
 * Limit of lines shown. Each line is explained twice with every rule tried, so fewer large orders are shown.
 */
const linesShown = 500;
type DraftAndToday<Of> = { readonly draft: Of; readonly today: Of | null };

type PreviewedOrder = DraftAndToday<PricedOrder> & {
  readonly id: string;
  readonly name: string;
  readonly placedAt: Date;
  /** Null if the order is calculated as if somebody had been credited. */
  readonly affiliate: string | null;
  /** The draft or today's terms ask for its collections or tags, which were never read (T3). */
  readonly unread: boolean;
  /** Bonuses that the order reaches (T11), counting all its affiliate's orders except it and later ones. */
  readonly bonuses: DraftAndToday<BonusView[]>;
};

/** Commissions of the shop's newest orders under a draft and under today's terms. */
async function previewOrders(
  shop: PreviewShop,
  terms: DraftAndToday<ProgramTerms>,
): Promise<PreviewedOrder[]> {
  const { shopId } = shop;
  const newest = await listOrderRows(db(), shopId, { filter: {}, limit: ordersShown });
  const rows = withinLines(newest);
  const affiliateIds = [...new Set(rows.map((row) => row.affiliateId))].filter((id) => id !== null);
  const [commissions, names, frozen, before] = await Promise.all([
    commissionsOfOrders(
      db(),
      shopId,
      rows.map((row) => row.orderId),
    ),
    affiliateNames(db(), shopId, affiliateIds),
    frozenTerms(db(), shopId, rows.flatMap(judgingVersionKey)),
    reachedBefore(shopId, newest),
  ]);
  return await Promise.all(
    rows.map(async (row) => {
      const [key] = judgingVersionKey(row);
      const known = {
        row,
        inputs: inputsOf(row, commissions),
        judge: (key && frozen.get(versionId(key))) ?? null,
      };
      const facts = readFacts(row.facts);
      const paid = ({ bonuses }: ProgramTerms) => bonusesOfOrder(facts, bonuses, before(row)).map(bonusView);
      return {
        id: row.orderId,
        name: row.name,
        placedAt: row.placedAt,
        affiliate: row.affiliateId && (names.get(row.affiliateId) ?? row.affiliateId),
        unread: [terms.draft, terms.today].some((one) => one !== null && asksUnreadCatalog(one, facts)),
        draft: await priceBasket(shop, known, terms.draft),
        today: terms.today && (await priceBasket(shop, known, terms.today)),
        bonuses: { draft: paid(terms.draft), today: terms.today && paid(terms.today) },
      };
    }),
  );
}

/** The newest orders, at least one, whose lines together stay within the limit. */
function withinLines(rows: readonly OrderRow[]): OrderRow[] {
  let lines = 0;
  return rows.filter((row, index) => {
    lines += readFacts(row.facts).lines.length;
    return index === 0 || lines <= linesShown;
  });
}

type KeptByOrder = {
  readonly decided?: Attribution;
  readonly inputs?: Readonly<Record<string, StoredInputs>>;
};

type PricedFrom = {
  readonly row: OrderRow;
  /** Inputs read from other orders when it was first evaluated (M5). */
  readonly inputs: StoredInputs | null;
  /** The terms version that it was decided by. */
  readonly judge: ProgramTerms | null;
};

/** Under the terms that judged it, an order uses its stored inputs. Under others it reads the current books. */
async function priceBasket(
  shop: PreviewShop,
  { row, inputs, judge }: PricedFrom,
  terms: ProgramTerms,
): Promise<PricedOrder> {
  const facts = readFacts(row.facts);
  const { decided } = fromPlain<KeptByOrder>(row.attribution);
  const evidence = decided?.winner?.evidence ?? null;
  if (inputs && judge && canonicalText(judge) === canonicalText(terms)) {
    return priceOrder({ terms, facts, evidence, inputs });
  }
  const progress = await previewProgress(shop, terms, { row, facts });
  return priceOrder({ terms, facts, evidence, inputs: null, progress });
}

function judgingVersionKey({ programId, programVersion }: OrderRow) {
  return programId !== null && programVersion !== null ? [{ programId, number: programVersion }] : [];
}

function inputsOf(row: OrderRow, commissions: readonly CommissionRow[]): StoredInputs | null {
  const own = commissions.find(
    ({ orderId, affiliateId, kind }) =>
      kind === "order" && orderId === row.orderId && affiliateId === row.affiliateId,
  );
  if (own) return fromPlain<StoredInputs>(own.inputs);
  return fromPlain<KeptByOrder>(row.attribution).inputs?.[row.affiliateId ?? ""] ?? null;
}

const nothing: ReachedVolume = { orders: 0, salesMinor: 0n };

/**
 * T11: counts that each order's affiliate had before it, from the current books. The orders are the shop's newest,
 * newest first, so everything else came before them. Zero without an affiliate.
 */
async function reachedBefore(
  shopId: ShopId,
  newest: readonly OrderRow[],
): Promise<(row: OrderRow) => ReachedVolume> {
  const pairs = new Map(
    newest.flatMap((row) => programPairOf(row).map((pair) => [pairKey(pair), pair] as const)),
  );
  const windows = [...pairs.values()].map((pair) => ({ ...pair, first: null, last: null }));
  const sums = await sumsOfWindows(db(), shopId, windows);
  const left = new Map<string, ReachedVolume>(
    windows.map((window, place) => [pairKey(window), sums[place] ?? nothing]),
  );
  const before = new Map<string, ReachedVolume>();
  for (const row of newest) {
    const [pair] = programPairOf(row);
    if (!pair) continue;
    const reached = reachedWithoutOwn(left.get(pairKey(pair)) ?? nothing, row);
    left.set(pairKey(pair), reached);
    before.set(row.orderId, reached);
  }
  return (row) => before.get(row.orderId) ?? nothing;
}

type AffiliateProgram = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly currency: string;
};

function programPairOf({ affiliateId, programId, currency }: OrderRow): AffiliateProgram[] {
  return affiliateId === null || programId === null ? [] : [{ affiliateId, programId, currency }];
}

function pairKey({ affiliateId, programId, currency }: AffiliateProgram): string {
  return `${affiliateId} ${programId} ${currency}`;
}

function reachedWithoutOwn(reached: ReachedVolume, row: OrderRow): ReachedVolume {
  return readCounted(row.counted).reduce(
    (left, own) => ({
      orders: left.orders - own.keptOrders,
      salesMinor: left.salesMinor - own.revenueMinor,
    }),
    reached,
  );
}

type CreditedRow = OrderRow & { readonly affiliateId: AffiliateId; readonly programId: ProgramId };

/**
 * Inputs from other orders for a past order under terms that did not judge it, from the current books without
 * the order itself. An order without credit is calculated for an affiliate whose first order it is. Its
 * customer may have ordered before.
 */
async function previewProgress(
  shop: PreviewShop,
  terms: ProgramTerms,
  order: { readonly row: OrderRow; readonly facts: OrderFacts },
): Promise<Progress> {
  const { row } = order;
  const needs = needsOf(terms);
  const asksForCustomer = needs.customerIndex || needs.customerOrder;
  return {
    ...noProgress(),
    ...(isCredited(row) ? await progressBefore(shop, needs, row) : {}),
    affiliateTags: needs.affiliateTags ? await tagsAtOrder(shop, row) : null,
    ...(asksForCustomer ? await readCustomerBefore(shop, order.facts, row) : {}),
  };
}

function isCredited(row: OrderRow): row is CreditedRow {
  return row.affiliateId !== null && row.programId !== null;
}

/** Tiers count the days up to the order's day, caps all days of their period (T6, T9). */
async function progressBefore(
  { shopId, timeZone }: PreviewShop,
  { tiers, cap }: TermsNeeds,
  row: CreditedRow,
) {
  const { affiliateId, programId, currency } = row;
  const day = dayIn(timeZone, row.placedAt);
  const key = { affiliateId, programId, currency };
  const tierWindows = tiers.map(({ period }) => ({
    ...key,
    first: periodDays(period, day).first,
    last: day,
  }));
  const windows = [...tierWindows, ...(cap ? [{ ...key, ...periodDays(cap, day) }] : [])];
  const summed = await sumsOfWindows(db(), shopId, windows);
  const sums = windows.map((window, index) => sumWithoutOwn(summed[index], window, row));
  return {
    reached: Object.fromEntries(
      tiers.map((tier, index) => [
        tier.key,
        { orders: sums[index]?.orders ?? 0, salesMinor: sums[index]?.salesMinor ?? 0n },
      ]),
    ),
    capUsedMinor: cap ? (sums.at(-1)?.earnedMinor ?? 0n) : 0n,
  };
}

function sumWithoutOwn(sum: WindowSums | undefined, window: FigureWindow, row: CreditedRow): WindowSums {
  const own = readCounted(row.counted).filter(({ day }) => {
    return (window.first === null || day >= window.first) && (window.last === null || day <= window.last);
  });
  const total = (of: (one: FigureChange) => bigint) => own.reduce((all, one) => all + of(one), 0n);
  return {
    orders: (sum?.orders ?? 0) - own.reduce((all, one) => all + one.keptOrders, 0),
    salesMinor: (sum?.salesMinor ?? 0n) - total((one) => one.revenueMinor),
    earnedMinor: (sum?.earnedMinor ?? 0n) - total((one) => one.earnedMinor),
  };
}

/** An order without credit has no affiliate, and so no tags. */
async function tagsAtOrder({ shopId }: PreviewShop, { affiliateId, placedAt }: OrderRow): Promise<string[]> {
  if (affiliateId === null) return [];
  const periods = await tagPeriodsOf(db(), shopId, [affiliateId]);
  return tagsAt(periods.get(affiliateId) ?? [], placedAt.toISOString());
}

async function readCustomerBefore(
  { shopId }: PreviewShop,
  facts: OrderFacts,
  row: OrderRow,
): Promise<Pick<Progress, "customerOrderIndex" | "customerCountedBy" | "customerOrder">> {
  const { customerHash } = facts;
  const customerCountedBy = newCustomerIn(row.attribution);
  if (customerHash === null) return { customerOrderIndex: null, customerCountedBy, customerOrder: null };
  const { orderId, placedAt, affiliateId } = row;
  const questions = [{ orderId, placedAt, customerHash, affiliateId }];
  const [before] = await earlierOrdersOf(db(), shopId, { questions, except: [] });
  const firstAt = before?.firstCreditedAt?.toISOString() ?? facts.createdAt;
  return {
    customerOrderIndex: 1 + ((customerCountedBy === "store" ? before?.known : before?.creditedToAny) ?? 0),
    customerCountedBy,
    customerOrder: { number: (before?.credited ?? 0) + 1, firstAt },
  };
}

/** Affiliates listed by name, those who reached the most first. `more` tells that there are others. */
const namedAtMost = 100;

/** Audience of a draft: an affiliate by custom terms, or everybody else in the program; nobody in a new one. */
type PreviewScope = {
  readonly programId?: string | undefined;
  readonly affiliateId?: string | undefined;
};

/** A bonus with the times it is reached. Null if it is reached so often that the order would wait for a person. */
type BonusView = {
  readonly id: string;
  readonly name: string;
  readonly times: number | null;
  /** Total of all times. */
  readonly amount: Money | null;
};

function bonusView({ bonus, times }: BonusPaid): BonusView {
  const { id, name } = bonus;
  return { id, name, times, amount: times === null ? null : timesOver(bonus, times) };
}

function timesOver({ amount: { minor, currency } }: Bonus, times: number): Money {
  return { minor: minor * BigInt(times), currency };
}

/** A bonus of the draft with the affiliates who have reached it by today's counts. */
type BonusByCounts = {
  readonly id: string;
  readonly name: string;
  readonly reached: readonly {
    readonly affiliate: Named;
    readonly times: number;
    readonly amount: Money;
  }[];
  /** There are more affiliates than listed. */
  readonly more: boolean;
};

type PreviewedBonuses = {
  readonly basket: DraftAndToday<BonusView[]> | null;
  readonly affiliates: readonly BonusByCounts[];
};

/** Bonuses that a basket reaches under a draft and under today's terms, and affiliates who reached them already. */
async function previewBonuses(
  shop: PreviewShop,
  terms: { readonly draft: ProgramTerms; readonly today: ProgramTerms | null },
  { basket, judged }: { readonly basket: Basket | null; readonly judged: PreviewScope },
): Promise<PreviewedBonuses> {
  const today = terms.today?.bonuses ?? [];
  const paid = (of: Basket, { bonuses }: ProgramTerms, earlier: readonly Bonus[] = []) =>
    bonusesOfBasket(of, bonuses, shop.currency, earlier).map(bonusView);
  return {
    basket: basket && {
      draft: paid(basket, terms.draft, today),
      today: terms.today && paid(basket, terms.today),
    },
    affiliates: await bonusesByCounts(shop, { bonuses: terms.draft.bonuses, today }, judged),
  };
}

type ComparedBonuses = { readonly bonuses: readonly Bonus[]; readonly today: readonly Bonus[] };

async function bonusesByCounts(
  shop: PreviewShop,
  { bonuses, today }: ComparedBonuses,
  judged: PreviewScope,
): Promise<BonusByCounts[]> {
  const { shopId, currency } = shop;
  const measures = [...new Set(bonuses.map((one) => one.atLeast.measure))];
  const counts = new Map(
    await Promise.all(measures.map(async (by) => [by, await reachedCounts(shop, judged, by)] as const)),
  );
  const found = bonuses.map((bonus) => {
    const all = affiliatesReaching(bonus, counts.get(bonus.atLeast.measure) ?? [], currency, today);
    return { bonus, listed: all.slice(0, namedAtMost), more: all.length > namedAtMost };
  });
  const ids = new Set(found.flatMap(({ listed }) => listed.map(({ who }) => who.affiliateId)));
  const names = await affiliateNames(db(), shopId, [...ids]);
  return found.map(({ bonus, listed, more }) => ({
    id: bonus.id,
    name: bonus.name,
    reached: listed.map(({ who, times }) => ({
      affiliate: namedOf(who.affiliateId, names),
      times,
      amount: timesOver(bonus, times),
    })),
    more,
  }));
}

/** Affiliates who reached the most, one more than are listed. The caller has checked that both ids exist. */
async function reachedCounts(
  { shopId, currency }: PreviewShop,
  judged: PreviewScope,
  by: "orders" | "sales",
): Promise<readonly AffiliateReached[]> {
  const { programId, affiliateId } = judged as { programId?: ProgramId; affiliateId?: AffiliateId };
  if (programId === undefined) return [];
  if (affiliateId === undefined) {
    return await mostReached(db(), shopId, { programId, currency, by, limit: namedAtMost + 1 });
  }
  const window = { affiliateId, programId, currency, first: null, last: null };
  const sums = await sumsOfWindows(db(), shopId, [window]);
  return sums.map((sum) => ({ ...sum, affiliateId }));
}
