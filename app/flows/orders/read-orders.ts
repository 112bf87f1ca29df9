import {
  type Attribution,
  defaultRules,
  rulesOfVersion,
  type RulesVersion,
} from "#app/domain/attribution.ts";
import { evaluate } from "#app/domain/commission.ts";
import { type DecisionKind, reassignedTo } from "#app/domain/decision.ts";
import {
  explain,
  type ExplainedCandidate,
  type Explanation,
  type ExplanationInput,
  mostNamed,
} from "#app/domain/explanation.ts";
import { refundedOf } from "#app/domain/fraud/rules.ts";
import type { AffiliateId, CommissionId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { noProgress, type Progress } from "#app/domain/inputs.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import type { Money } from "#app/domain/money.ts";
import { type Named, namedOf } from "#app/domain/named.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { type JudgedOrder, orderReason, signalReason } from "#app/domain/order-reason.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { isReasonCode, type Reason } from "#app/domain/reasons.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { goodsNamed } from "#app/domain/terms/condition.ts";
import { asksUnreadCatalog, needsOf } from "#app/domain/terms/pay.ts";
import { readCounted } from "#app/flows/settlement/count-order.ts";
import { type KeptAttribution, readAttributions, storedInputs } from "#app/flows/settlement/credit-orders.ts";
import { type FirstEvaluation, readProgress } from "#app/flows/settlement/read-progress.ts";
import { dayIn } from "#app/platform/clock.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { listRules } from "#app/store/attribution-versions.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { type OrderPart, orderPartsOf } from "#app/store/counted-orders.ts";
import { type AdjustmentRow, adjustmentsOf, type DecisionRow, decisionsAbout } from "#app/store/decisions.ts";
import { type CommissionPosting, commissionPosting, postedOf, ledgerEntriesOf } from "#app/store/ledger.ts";
import { affiliateNames, programNames } from "#app/store/names.ts";
import {
  type AmountCursor,
  countOrderRows,
  cursorOf,
  listOrderRows,
  type OrderCursor,
  type OrderFilter,
  type OrderSort,
} from "#app/store/order-list.ts";
import { findOrder, type OrderRow } from "#app/store/orders.ts";
import { titlesOf } from "./goods-titles.ts";
import { cutPage, readWholeWithin, readWithin, type Take } from "#app/store/read-within.ts";
import { orderShopsOf } from "#app/store/shops.ts";

/** Above this, a list reports the number as a minimum, because counting further would scan the shop. */
const countedUpTo = 10_000;

/** An order with its current commission, and the affiliate and reason of its credit. */
export type OrderView = {
  readonly id: string;
  readonly name: string;
  readonly placedAt: Date;
  readonly status: "credited" | "not-credited";
  readonly reason: Reason;
  readonly paymentStatus: string;
  readonly test: boolean;
  readonly cancelledAt: string | null;
  readonly customerErasedAt?: string;
  /** Net sales after refunds. */
  readonly revenue: Money;
  /** Current amount in the ledger, with bonuses that the order reached and manual commissions that name it. */
  readonly commission: Money;
  readonly ownCommission: Money;
  /** Figures of the order on the report's days. */
  readonly part?: OrderFigures;
  readonly affiliate: Named | null;
  readonly program: (Named & { readonly version: number }) | null;
};

type OrderFigures = {
  readonly orders: number;
  readonly revenue: Money;
  readonly refunds: Money;
  readonly net: Money;
  readonly commission: Money;
  readonly newCustomers: number;
};

export type OrderListInput = OrderFilter & {
  readonly page: number;
  readonly limit: number;
  readonly sort?: OrderSort | undefined;
  readonly after?: OrderPosition | undefined;
};

type OrderPosition = OrderCursor | AmountCursor;
type OrderPage = { readonly orders: OrderView[]; readonly next: OrderPosition | null };

/** A list filtered by a report's figure may have to scan all orders. The database stops it then. */
const listed = { what: "days" } as const;

/**
 * One page of orders, newest first by default, the cursor of the next page, and their number, counted up to
 * 10,000. Refuses when it takes too long.
 */
export async function readOrders(
  shopId: ShopId,
  { page, limit, sort, after, ...filter }: OrderListInput,
): Promise<(OrderPage & { total: number }) | Refusal> {
  const asked = { filter, sort, limit, after, offset: after ? 0 : (page - 1) * limit };
  return await readWithin(listed, async (tx) => ({
    ...(await readOrderPage(tx, shopId, asked)),
    total: await countOrderRows(tx, shopId, filter, countedUpTo),
  }));
}

/** Reads every order of a filter, newest first by default, in one snapshot. */
export async function readAllOrders(
  shopId: ShopId,
  { sort, ...filter }: OrderFilter & { readonly sort?: OrderSort | undefined },
  take: Take<OrderView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: OrderPosition | undefined) => {
    const { orders, next } = await readOrderPage(tx, shopId, { filter, sort, limit: 250, after });
    return { rows: orders, next };
  };
  return await readWholeWithin(listed, read, take);
}

type OrderRowsQuery = Parameters<typeof listOrderRows>[2];

/** Reads one row more than the page has, to see if there is a next page. */
async function readOrderPage(tx: Db, shopId: ShopId, page: OrderRowsQuery): Promise<OrderPage> {
  const rows = await listOrderRows(tx, shopId, { ...page, limit: page.limit + 1 });
  const { shown, last } = cutPage(rows, page.limit);
  const next = last ? cursorOf(page.sort ?? "newest", last) : null;
  const orders = await orderViews(tx, shopId, shown);
  const { counted } = page.filter;
  if (!counted?.figure) return { orders, next };
  const parts = await orderPartsOf(tx, shopId, {
    query: counted,
    orderIds: shown.map((row) => row.orderId),
  });
  return { orders: orders.map((one) => orderView(one, parts.get(one.id))), next };
}

function orderView(order: OrderView, part: OrderPart | undefined): OrderView {
  if (!part) return order;
  const { orders, netMinor, refundsMinor, commissionMinor, newCustomers } = part;
  const money = (minor: bigint): Money => ({ minor, currency: order.revenue.currency });
  return {
    ...order,
    part: {
      orders,
      revenue: money(netMinor + refundsMinor),
      refunds: money(refundsMinor),
      net: money(netMinor),
      commission: money(commissionMinor),
      newCustomers,
    },
  };
}

/** One order, or a refusal if the shop has none with that id. */
export async function readOrder(shopId: ShopId, orderId: string): Promise<OrderView | Refusal> {
  const row = await findOrder(db(), shopId, orderId);
  const [view] = row ? await orderViews(db(), shopId, [row]) : [];
  return view ?? noSuchOrder;
}

/** The reason of an order's credit, its calculation, decisions and postings. */
export type OrderExplanation = Omit<Explanation, "renewal" | "terms"> &
  Pick<ExplainedOrder, "judgedBy"> & {
    /** The explanation of a test order as if it counted; null for every other order. */
    readonly ifCounted: (IfCounted & { readonly reason: Reason }) | null;
    readonly order: OrderView;
    readonly renewal: { readonly firstOrder: string | null } | null;
    readonly signals: readonly SignalView[];
    readonly terms:
      (NonNullable<Explanation["terms"]> & { readonly version: number; readonly since: string }) | null;
    /** The order's own, and bonuses and manual commissions that name it. */
    readonly commissionIds: readonly CommissionId[];
    readonly refunds: readonly RefundView[];
    readonly decisions: readonly DecisionView[];
    readonly adjustments: readonly AdjustmentView[];
    readonly postings: readonly CommissionPosting[];
  };

type SignalView = Omit<ExplainedCandidate, "affiliateId" | "programId" | "reason"> & {
  readonly affiliate: Named;
  readonly program: Named | null;
  readonly reason: Reason;
};

type RefundView = {
  readonly id: string;
  readonly at: string;
  readonly status: string;
  readonly amount: Money;
};

type DecidedBy = { readonly id: string; readonly note: string; readonly by: string; readonly at: Date };

type DecisionView = DecidedBy & {
  readonly kind: DecisionKind;
  /** The affiliate of the commission. Null for decisions on the credit itself. */
  readonly affiliate: Named | null;
  /** The affiliate who got the credit. */
  readonly to: Named | null;
};

type AdjustmentView = DecidedBy & { readonly affiliate: Named; readonly amount: Money };

/**
 * Explains why an order was credited or not, with all its decisions and postings. With the shop's domain, the
 * goods in its rules get their titles, for which Shopify may be asked.
 */
export async function readExplanation(
  shopId: ShopId,
  orderId: string,
  shopDomain: string | null = null,
): Promise<OrderExplanation | Refusal> {
  const row = await findOrder(db(), shopId, orderId);
  const [order] = row ? await orderViews(db(), shopId, [row]) : [];
  if (!row || !order) return noSuchOrder;
  const commissions = await commissionsOfOrders(db(), shopId, [orderId]);
  const commissionIds = commissions.map((one) => one.commissionId);
  const [{ explanation, attribution, judgedBy, ifCounted }, decisions, adjustments] = await Promise.all([
    explainOrder(db(), row, commissions, shopDomain),
    decisionsAbout(db(), shopId, [orderId, ...commissionIds]),
    adjustmentsOf(db(), shopId, commissionIds),
  ]);
  const subjects = [...commissionIds, ...adjustments.map((one) => one.adjustmentId)];
  const transfers = await ledgerEntriesOf(db(), shopId, subjects);
  const { candidates } = explanation.attribution;
  const affiliateIds = [
    ...candidates.map((one) => one.affiliateId as AffiliateId),
    ...commissions.map((one) => one.affiliateId),
  ];
  const programIds = candidates.flatMap((one) =>
    one.programId === null ? [] : [one.programId as ProgramId],
  );
  const [affiliates, programs] = await Promise.all([
    affiliateNames(db(), shopId, affiliateIds),
    programNames(db(), shopId, programIds),
  ]);
  const names = new Map([...affiliates, ...programs]);
  const judged = {
    createdAt: order.placedAt.toISOString(),
    touch: judgedBy?.rules.touch ?? defaultRules.touch,
  };
  const { renewal, terms } = explanation;
  return {
    ...explanation,
    order,
    renewal: renewal && { firstOrder: renewal.firstOrderId },
    signals: candidates.map((one) => signalView(one, names, judged)),
    judgedBy,
    terms: terms && {
      ...terms,
      version: row.programVersion ?? 1,
      since: attribution.winner?.version.effectiveFrom ?? order.placedAt.toISOString(),
    },
    ifCounted: ifCounted && {
      ...ifCounted,
      reason: orderReason(ifCounted.uncredited ?? attribution.reason, attribution, {
        ...judged,
        affiliate: attribution.winner ? namedOf(attribution.winner.affiliateId, names).name : undefined,
        by: order.reason.by,
      }),
    },
    commissionIds,
    refunds: refundViews(readFacts(row.facts)),
    decisions: decisions.map((one) => decisionView(one, commissions, names)),
    adjustments: adjustments.map((one) => ({
      ...decidedByOf(one.adjustmentId, one),
      affiliate: namedOf(one.affiliateId, names),
      amount: { minor: one.amountMinor, currency: one.currency },
    })),
    postings: transfers.map((one) => commissionPosting(one, names, commissions)),
  };
}

type Names = ReadonlyMap<string, string>;

function signalView(candidate: ExplainedCandidate, names: Names, judged: JudgedOrder): SignalView {
  const { affiliateId, programId, ...signal } = candidate;
  const affiliate = namedOf(affiliateId, names);
  return {
    ...signal,
    affiliate,
    program: programId === null ? null : namedOf(programId, names),
    reason: signalReason(candidate, affiliate.name, judged),
  };
}

function refundViews({ refunds, taxesIncluded, currency }: OrderFacts): RefundView[] {
  return refunds.map((refund) => ({
    id: refund.id,
    at: refund.createdAt,
    status: refund.status,
    amount: { minor: refundedOf(refund, taxesIncluded), currency },
  }));
}

function decisionView(row: DecisionRow, commissions: readonly CommissionRow[], names: Names): DecisionView {
  const about = commissions.find(({ commissionId }) => commissionId === row.subjectId);
  return {
    ...decidedByOf(row.decisionId, row),
    kind: row.kind,
    affiliate: about ? namedOf(about.affiliateId, names) : null,
    to: reassignedTo(row.details),
  };
}

function decidedByOf(id: string, { note, actorName: by, at }: DecisionRow | AdjustmentRow): DecidedBy {
  return { id, note, by, at };
}

/** Explains an order to an affiliate. Refuses an order that is neither theirs nor has a signal of theirs. */
export async function readOwnExplanation(
  shopId: ShopId,
  orderId: string,
  affiliateId: AffiliateId,
): Promise<OrderExplanation | Refusal> {
  const explained = await readExplanation(shopId, orderId);
  if ("refused" in explained) return explained;
  const { order, postings, signals } = explained;
  const isTheirs = [order, ...postings, ...signals].some((one) => one.affiliate?.id === affiliateId);
  return isTheirs ? explained : noSuchOrder;
}

const noSuchOrder = refuse("not-found", { code: "not_found", what: "order" });

async function orderViews(tx: Db, shopId: ShopId, rows: readonly OrderRow[]): Promise<OrderView[]> {
  const orderIds = rows.map((row) => row.orderId);
  const commissions = await commissionsOfOrders(tx, shopId, orderIds);
  const commissionIds = commissions.map((one) => one.commissionId);
  const posted = await postedOf(tx, shopId, commissionIds);
  const affiliates = await affiliateNames(tx, shopId, definedIds(rows.map((row) => row.affiliateId)));
  const programs = await programNames(tx, shopId, definedIds(rows.map((row) => row.programId)));
  const reasons = await orderReasons(tx, rows, affiliates);
  return rows.map((row, place) => {
    const facts = readFacts(row.facts);
    const { orderId: id, name, placedAt, affiliateId, programId } = row;
    const money = (minor: bigint): Money => ({ minor, currency: row.currency });
    const currentMinor = commissions
      .filter((one) => one.orderId === id)
      .reduce((total, one) => total + currentMinorOf(posted.get(one.commissionId)), 0n);
    return {
      id,
      name,
      placedAt,
      status: row.credited ? "credited" : "not-credited",
      reason: reasons[place] ?? { code: row.reason },
      paymentStatus: facts.financialStatus,
      test: facts.test,
      cancelledAt: facts.cancelledAt,
      ...(facts.forgotten && { customerErasedAt: facts.forgotten.at }),
      revenue: money(row.netMinor),
      commission: money(currentMinor),
      ownCommission: money(row.commissionMinor),
      affiliate: affiliateId && namedOf(affiliateId, affiliates),
      program: programId && { ...namedOf(programId, programs), version: row.programVersion ?? 1 },
    };
  });
}

async function orderReasons(tx: Db, rows: readonly OrderRow[], names: Names): Promise<Reason[]> {
  const [first] = rows;
  if (!first) return [];
  const { shopId } = first;
  const kept = await readAttributions(tx, shopId, rows);
  const versions = await listRules(tx, shopId);
  const moved = rows.filter((row) => row.reason === "reassigned").map((row) => row.orderId);
  const decisions = moved.length > 0 ? await decisionsAbout(tx, shopId, moved) : [];
  return rows.map(({ reason, affiliateId, placedAt, orderId }, place) => {
    const attribution = kept[place];
    if (!attribution) return { code: reason };
    return orderReason(reason, attribution.decided, {
      createdAt: placedAt.toISOString(),
      touch: rulesOfVersion(versions, attribution.rules.version).rules.touch,
      affiliate: affiliateId === null ? undefined : namedOf(affiliateId, names).name,
      by: decisions.findLast((one) => one.subjectId === orderId && one.kind === "reassigned")?.actorName,
    });
  });
}

function currentMinorOf(posted: Posted | undefined): bigint {
  return posted ? posted.pendingMinor + posted.payableMinor : 0n;
}

function definedIds<Id>(ids: readonly (Id | null)[]): Id[] {
  return [...new Set(ids)].filter((id) => id !== null);
}

type ExplainedOrder = {
  readonly explanation: Explanation;
  readonly attribution: Attribution;
  /** The rules version that judged the order. Null if nothing was decided yet. */
  readonly judgedBy: RulesVersion | null;
  readonly ifCounted: IfCounted | null;
};

type IfCounted = Explanation & {
  /** The terms ask about collections or tags, which are not read for test orders. */
  readonly unread: boolean;
};

/**
 * Explains the credit from stored data with the functions that posted it, so the explanation can't differ from the
 * result. With the shop's domain, goods in rules get their titles.
 */
export async function explainOrder(
  reader: Db,
  row: OrderRow,
  commissions: readonly CommissionRow[],
  shopDomain: string | null,
): Promise<ExplainedOrder> {
  const facts = readFacts(row.facts);
  const [kept = null] = await readAttributions(reader, row.shopId, [row]);
  const attribution = kept?.decided ?? undecidedAttribution(row);
  const { winner } = attribution;
  const terms = winner?.version.terms ?? null;
  const inputs = kept ? storedInputs(kept, commissions) : null;
  const evaluation = evaluate({ terms, facts, attribution, inputs });
  const sold = new Set(facts.lines.flatMap(({ productId, variantId }) => [productId, variantId]));
  const named = goodsNamed(terms?.rules.map((rule) => rule.when) ?? [], mostNamed).filter(
    ({ id }) => !sold.has(id),
  );
  const judgedBy = kept ? rulesOfVersion(await listRules(reader, row.shopId), kept.rules.version) : null;
  const isAsked = shopDomain !== null && named.length > 0;
  const titles = isAsked ? { titleOf: await titlesOf(shopDomain, named) } : {};
  const input = { facts, terms, attribution, renewal: kept?.renewal ?? null, ...titles };
  return {
    explanation: explain({ ...input, evaluation }),
    attribution,
    judgedBy,
    ifCounted: facts.test ? await explainIfCounted(reader, row, { ...input, kept }) : null,
  };
}

type TestOrder = Omit<ExplanationInput, "evaluation"> & { readonly kept: KeptAttribution | null };

/**
 * Evaluates a test order as if it were not one. Nothing of it is stored, so tiers, caps and the customer's earlier
 * orders (M5) are those of the books at the time of reading.
 */
async function explainIfCounted(reader: Db, row: OrderRow, { kept, ...test }: TestOrder): Promise<IfCounted> {
  const input = { ...test, facts: { ...test.facts, test: false } };
  const progress = kept ? await readProgressOf(reader, row, { facts: input.facts, kept }) : noProgress();
  const evaluation = evaluate({ ...input, inputs: null, progress });
  return {
    ...explain({ ...input, evaluation }),
    unread: input.terms !== null && asksUnreadCatalog(input.terms, input.facts),
  };
}

async function readProgressOf(
  reader: Db,
  { shopId, counted }: OrderRow,
  { facts, kept }: { readonly facts: OrderFacts; readonly kept: KeptAttribution },
): Promise<Progress> {
  const { winner } = kept.decided;
  const timeZone = (await orderShopsOf(reader, [shopId])).get(shopId)?.timeZone;
  if (winner === null || timeZone === undefined) return noProgress();
  const order: FirstEvaluation = {
    facts,
    day: dayIn(timeZone, new Date(facts.createdAt)),
    winner,
    needs: needsOf(winner.version.terms),
    newCustomer: kept.rules.newCustomer,
    counted: readCounted(counted),
  };
  const progressOf = await readProgress(reader, shopId, { orders: [order], batch: [facts.id] });
  return progressOf(facts.id, []);
}

/** Nothing is decided while only a refund is known, or Shopify is still being asked. */
function undecidedAttribution({ reason }: OrderRow): Attribution {
  return { winner: null, reason: isReasonCode(reason) ? reason : "no-evidence", candidates: [] };
}
