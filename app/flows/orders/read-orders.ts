import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { readWholeWithin, readWithin, type Take } from "#app/store/read-within.ts";
import { type OrderPart, orderPartsOf } from "#app/store/counted-orders.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { type AdjustmentRow, adjustmentsOf, type DecisionRow, decisionsAbout } from "#app/store/decisions.ts";
import { postedOf, transfersOf, type TransferRow } from "#app/store/ledger.ts";
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
import { type Explained, explainOrder } from "./explain-order.ts";

/** Beyond it a list says how many at least: counting further would scan the shop. */
const countedUpTo = 10_000;

/** An order with what stands for it in the ledger, and the names that people know its parties by. */
export type OrderView = {
  readonly row: OrderRow;
  readonly facts: OrderFacts;
  readonly standingMinor: bigint;
  readonly affiliateName: string | null;
  readonly programName: string | null;
  /** What it counts for on the days that a list of a report's figure is about. */
  readonly part?: OrderPart | undefined;
};

export type OrdersAsked = OrderFilter & {
  readonly page: number;
  readonly limit: number;
  readonly sort?: OrderSort | undefined;
  readonly after?: Position | undefined;
};

type Position = OrderCursor | AmountCursor;
type OrderPage = { readonly orders: OrderView[]; readonly next: Position | null };

/** A list that orders answer by what they count for may have to look at all of them: the database ends it then. */
const listed = { what: "This list takes", hint: "Choose fewer days." };

/**
 * One page of orders, newest first unless asked otherwise, where it goes on, and how many there are, counted up to 10,000.
 * Refused where it takes longer than a person waits.
 */
export async function readOrders(
  shopId: ShopId,
  { page, limit, sort, after, ...filter }: OrdersAsked,
  limitMs?: number,
): Promise<(OrderPage & { total: number }) | Refusal> {
  const asked = { filter, sort, limit, after, offset: after ? 0 : (page - 1) * limit };
  return await readWithin({ ...listed, limitMs }, async (tx) => ({
    ...(await readPage(tx, shopId, asked)),
    total: await countOrderRows(tx, shopId, filter, countedUpTo),
  }));
}

/** Every order that matches, newest first unless asked otherwise, all of one moment. */
export async function readAllOrders(
  shopId: ShopId,
  { sort, ...filter }: OrderFilter & { readonly sort?: OrderSort | undefined },
  take: Take<OrderView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: Position | undefined) => {
    const { orders, next } = await readPage(tx, shopId, { filter, sort, limit: 250, after });
    return { rows: orders, next };
  };
  return await readWholeWithin(listed, read, take);
}

type PageAsked = Parameters<typeof listOrderRows>[2];

/** One row more than the page has tells whether there is another. */
async function readPage(tx: Db, shopId: ShopId, page: PageAsked): Promise<OrderPage> {
  const rows = await listOrderRows(tx, shopId, { ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const next = rows.length > page.limit && last ? cursorOf(page.sort ?? "newest", last) : null;
  const orders = await viewsOf(tx, shopId, shown);
  const { counted } = page.filter;
  if (!counted?.figure) return { orders, next };
  const parts = await orderPartsOf(tx, shopId, {
    asked: counted,
    orderIds: shown.map((row) => row.orderId),
  });
  return { orders: orders.map((one) => ({ ...one, part: parts.get(one.row.orderId) })), next };
}

/** One order, or a refusal where the shop has none of that number. */
export async function readOrder(shopId: ShopId, orderId: string): Promise<OrderView | Refusal> {
  const row = await findOrder(db(), shopId, orderId);
  const [view] = row ? await viewsOf(db(), shopId, [row]) : [];
  return view ?? refuse("not-found", "There is no such order");
}

export type ExplainedOrder = OrderView &
  Explained & {
    readonly transfers: readonly TransferRow[];
    readonly commissions: readonly CommissionRow[];
    readonly decisions: readonly DecisionRow[];
    readonly adjustments: readonly AdjustmentRow[];
    /** Names by id, of every affiliate and program that the explanation or a posting speaks of. */
    readonly names: ReadonlyMap<string, string>;
  };

/**
 * Why an order was credited or not, and everything that was decided and posted about it. With the shop's domain the
 * goods of its rules have their titles, for which the platform may be asked.
 */
export async function readExplanation(
  shopId: ShopId,
  orderId: string,
  shopDomain: string | null = null,
): Promise<ExplainedOrder | Refusal> {
  const view = await readOrder(shopId, orderId);
  if ("refused" in view) return view;
  const commissions = await commissionsOfOrders(db(), shopId, [orderId]);
  const commissionIds = commissions.map((one) => one.commissionId);
  const [{ explanation, judgedBy, ifCounted }, decisions, adjustments] = await Promise.all([
    explainOrder(db(), view.row, commissions, shopDomain),
    decisionsAbout(db(), shopId, [orderId, ...commissionIds]),
    adjustmentsOf(db(), shopId, commissionIds),
  ]);
  const subjects = [...commissionIds, ...adjustments.map((one) => one.adjustmentId)];
  const transfers = await transfersOf(db(), shopId, subjects);
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
  const found = { transfers, commissions, decisions, adjustments, names };
  return { ...view, explanation, judgedBy, ifCounted, ...found };
}

/** The same, refused where the order is no matter of the affiliate's: nothing of it is theirs or pointed to them. */
export async function readOwnExplanation(
  shopId: ShopId,
  orderId: string,
  affiliateId: AffiliateId,
): Promise<ExplainedOrder | Refusal> {
  const explained = await readExplanation(shopId, orderId);
  if ("refused" in explained) return explained;
  const isTheirs =
    explained.row.affiliateId === affiliateId ||
    explained.transfers.some((transfer) => transfer.affiliateId === affiliateId) ||
    explained.explanation.attribution.candidates.some((one) => one.affiliateId === affiliateId);
  return isTheirs ? explained : refuse("not-found", "There is no such order");
}

async function viewsOf(tx: Db, shopId: ShopId, rows: readonly OrderRow[]): Promise<OrderView[]> {
  const orderIds = rows.map((row) => row.orderId);
  const commissions = await commissionsOfOrders(tx, shopId, orderIds);
  const commissionIds = commissions.map((one) => one.commissionId);
  const posted = await postedOf(tx, shopId, commissionIds);
  const affiliates = await affiliateNames(tx, shopId, present(rows.map((row) => row.affiliateId)));
  const programs = await programNames(tx, shopId, present(rows.map((row) => row.programId)));
  return rows.map((row) => ({
    row,
    facts: readFacts(row.facts),
    standingMinor: commissions
      .filter((one) => one.orderId === row.orderId)
      .reduce((total, one) => total + standing(posted.get(one.commissionId)), 0n),
    affiliateName: row.affiliateId === null ? null : (affiliates.get(row.affiliateId) ?? row.affiliateId),
    programName: row.programId === null ? null : (programs.get(row.programId) ?? row.programId),
  }));
}

function standing(posted: Posted | undefined): bigint {
  return posted ? posted.pendingMinor + posted.payableMinor : 0n;
}

function present<Id>(ids: readonly (Id | null)[]): Id[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
