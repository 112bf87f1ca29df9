import {
  and,
  asc,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AuditFinding } from "../domain/audit/findings.ts";
import { type AffiliateId, type ImportId, isIdOf, type ReferralAuditId, type ShopId } from "../domain/ids.ts";
import type { OrderFacts } from "../domain/order.ts";
import type { ComparisonFinding } from "../domain/shadow/comparison.ts";
import { readFacts } from "../domain/read-facts.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { deleteChunks } from "./file-chunks.ts";
import { holding } from "./like.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { notSeenReason } from "./orders.ts";
import type { ListPart } from "./read-within.ts";
import { orders } from "./schema/orders.ts";
import { referralAuditRows, referralAudits } from "./schema/referral-audits.ts";

/** Findings of audits and results of comparisons. */
type RowFinding = AuditFinding | ComparisonFinding;

export type ReferralAudit = typeof referralAudits.$inferSelect;
export type ReferralAuditRow = typeof referralAuditRows.$inferSelect;

const byId = (shopId: ShopId, auditId: string) =>
  and(eq(referralAudits.shopId, shopId), eq(referralAudits.auditId, auditId as ReferralAuditId));

const rowsOf = (shopId: ShopId, auditId: ReferralAuditId) =>
  and(eq(referralAuditRows.shopId, shopId), eq(referralAuditRows.auditId, auditId));

export async function insertAudit(db: Db, row: typeof referralAudits.$inferInsert): Promise<void> {
  await db.insert(referralAudits).values(row);
}

/** An audit, or null. Also null for a text that is no id. */
export async function findAudit(db: Db, shopId: ShopId, auditId: string): Promise<ReferralAudit | null> {
  if (!isIdOf("referralAudit", auditId)) return null;
  const [row] = await db.select().from(referralAudits).where(byId(shopId, auditId));
  return row ?? null;
}

/** An audit, locked until the transaction ends, so that two steps of it run one after the other. */
export async function lockAudit(tx: Tx, shopId: ShopId, auditId: string): Promise<ReferralAudit | null> {
  if (!isIdOf("referralAudit", auditId)) return null;
  const [row] = await tx.select().from(referralAudits).where(byId(shopId, auditId)).for("update");
  return row ?? null;
}

export async function changeAudit(
  db: Db,
  { shopId, auditId }: Pick<ReferralAudit, "shopId" | "auditId">,
  change: Partial<Omit<ReferralAudit, "shopId" | "auditId">>,
): Promise<void> {
  await db.update(referralAudits).set(change).where(byId(shopId, auditId));
}

/** Audits that wait for an import of orders. */
export async function auditsWaitingFor(
  db: Db,
  shopId: ShopId,
  orderImportId: ImportId,
): Promise<ReferralAuditId[]> {
  const rows = await db
    .select({ auditId: referralAudits.auditId })
    .from(referralAudits)
    .where(
      and(
        eq(referralAudits.shopId, shopId),
        eq(referralAudits.orderImportId, orderImportId),
        eq(referralAudits.status, "waiting"),
      ),
    );
  return rows.map(({ auditId }) => auditId);
}

export type ListedAudit = Pick<
  ReferralAudit,
  | "auditId"
  | "fileName"
  | "system"
  | "status"
  | "error"
  | "rows"
  | "createdAt"
  | "coveredFrom"
  | "coveredUntil"
> & {
  /** Rows with a finding that counts as an error. */
  readonly errors: number;
};

type AuditListPage = {
  readonly purpose: ReferralAudit["purpose"];
  readonly errors: readonly RowFinding[];
  readonly limit: number;
  readonly offset: number;
};

/** Audits or comparisons of a shop, newest first. */
export async function listAudits(
  db: Db,
  shopId: ShopId,
  { purpose, errors, limit, offset }: AuditListPage,
): Promise<ListedAudit[]> {
  const { auditId, fileName, system, status, error, rows, createdAt, coveredFrom, coveredUntil } =
    referralAudits;
  const found = db
    .select({ auditId: referralAuditRows.auditId, count: sql<number>`count(*)::int`.as("count") })
    .from(referralAuditRows)
    .where(and(eq(referralAuditRows.shopId, shopId), isOneOf(referralAuditRows.finding, errors)))
    .groupBy(referralAuditRows.auditId)
    .as("found");
  return await db
    .select({
      auditId,
      fileName,
      system,
      status,
      error,
      rows,
      createdAt,
      coveredFrom,
      coveredUntil,
      errors: sql<number>`coalesce(${found.count}, 0)`,
    })
    .from(referralAudits)
    .leftJoin(found, eq(found.auditId, auditId))
    .where(and(eq(referralAudits.shopId, shopId), eq(referralAudits.purpose, purpose)))
    .orderBy(desc(createdAt), desc(auditId))
    .limit(limit)
    .offset(offset);
}

/** Deletes an audit with its rows. */
export async function deleteAudit(
  tx: Tx,
  { shopId, auditId }: Pick<ReferralAudit, "shopId" | "auditId">,
): Promise<void> {
  await deleteAuditRows(tx, shopId, auditId);
  await deleteChunks(tx, { shopId, fileId: auditId });
  await tx.delete(referralAudits).where(byId(shopId, auditId));
}

export async function deleteAuditRows(tx: Tx, shopId: ShopId, auditId: ReferralAuditId): Promise<void> {
  await tx.delete(referralAuditRows).where(rowsOf(shopId, auditId));
}

/** Deletes audits that nobody started or finished. Their files hold personal data. */
export async function dropAuditsBefore(db: Db, shopId: ShopId, before: Date): Promise<void> {
  const old = and(
    eq(referralAudits.shopId, shopId),
    ne(referralAudits.status, "done"),
    lt(referralAudits.createdAt, before),
  );
  const ids = db.select({ id: referralAudits.auditId }).from(referralAudits).where(old);
  await db
    .delete(referralAuditRows)
    .where(and(eq(referralAuditRows.shopId, shopId), inArray(referralAuditRows.auditId, ids)));
  await db.delete(referralAudits).where(old);
}

/** Deletes all audits of a shop. */
export async function dropAudits(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(referralAuditRows).where(eq(referralAuditRows.shopId, shopId));
  await tx.delete(referralAudits).where(eq(referralAudits.shopId, shopId));
}

const rowsAtOnce = 2000;

export async function insertAuditRows(
  tx: Tx,
  rows: readonly (typeof referralAuditRows.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insertRows(tx, referralAuditRows, rows.slice(start, start + rowsAtOnce));
  }
}

/** All rows of the next orders that are not judged yet, in the order of the file. */
export async function openAuditRows(
  db: Db,
  shopId: ShopId,
  { auditId, limit }: { readonly auditId: ReferralAuditId; readonly limit: number },
): Promise<ReferralAuditRow[]> {
  const isOpen = and(rowsOf(shopId, auditId), isNull(referralAuditRows.finding));
  const keys = db
    .selectDistinct({ key: referralAuditRows.orderKey })
    .from(referralAuditRows)
    .where(isOpen)
    .orderBy(asc(referralAuditRows.orderKey))
    .limit(limit);
  return await db
    .select()
    .from(referralAuditRows)
    .where(and(isOpen, inArray(referralAuditRows.orderKey, keys)))
    .orderBy(asc(referralAuditRows.number));
}

export type JudgedRow = Pick<
  ReferralAuditRow,
  "number" | "day" | "orderId" | "finding" | "reason" | "expectedMinor" | "differenceMinor"
>;

/** Saves the findings of some rows. */
export async function saveJudgedRows(
  tx: Tx,
  { shopId, auditId }: Pick<ReferralAudit, "shopId" | "auditId">,
  rows: readonly JudgedRow[],
): Promise<void> {
  const given = rows.map((row) => ({
    number: row.number,
    day: row.day,
    order_id: row.orderId,
    finding: row.finding,
    reason: row.reason,
    expected: row.expectedMinor?.toString() ?? null,
    difference: row.differenceMinor?.toString() ?? null,
  }));
  await tx.execute(sql`
    update referral_audit_rows kept set day = judged.day, order_id = judged.order_id, finding = judged.finding,
      reason = judged.reason, expected_minor = judged.expected, difference_minor = judged.difference
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as judged (number int, day date, order_id text,
      finding text, reason jsonb, expected bigint, difference bigint)
    where kept.shop_id = ${shopId} and kept.audit_id = ${auditId} and kept.number = judged.number`);
}

export type NamedOrderRow = {
  readonly orderId: string;
  readonly placedAt: Date;
  readonly facts: OrderFacts;
};

export type OrderToFind = {
  readonly key: string;
  readonly name: string;
  /** The earliest day of its rows, without a time zone. */
  readonly day: string | null;
};

/** Orders of the store by their keys: with this id or name, the newest that was placed by the day after its rows. */
export async function ordersToJudge(
  db: Db,
  shopId: ShopId,
  wanted: readonly OrderToFind[],
): Promise<Map<string, NamedOrderRow>> {
  const { rows } = await db.execute<{ key: string; id: string; placed: string; facts: string }>(sql`
    select distinct on (given.key) given.key, o.order_id as id, o.placed_at::text as placed, o.facts::text as facts
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (key text, name text, day date)
      join orders o on o.shop_id = ${shopId}
        and (o.order_id = given.name or o.name = any(array[given.name, '#' || given.name]))
    where o.reason <> ${notSeenReason} and (given.day is null or o.placed_at < given.day + interval '2 days')
    order by given.key, o.placed_at desc`);
  return new Map(
    rows.map(({ key, id, placed, facts }) => [
      key,
      { orderId: id, placedAt: new Date(placed), facts: readFacts(JSON.parse(facts)) },
    ]),
  );
}

/** When the first and the last order of the file's referrals were placed. Null if the store has none of them. */
export async function auditedSpan(
  db: Db,
  shopId: ShopId,
  auditId: ReferralAuditId,
): Promise<{ readonly from: Date; readonly until: Date } | null> {
  const [row] = await db
    .select({
      from: sql<Date | null>`min(${orders.placedAt})`.mapWith(orders.placedAt),
      until: sql<Date | null>`max(${orders.placedAt})`.mapWith(orders.placedAt),
    })
    .from(referralAuditRows)
    .innerJoin(
      orders,
      and(eq(orders.shopId, referralAuditRows.shopId), eq(orders.orderId, referralAuditRows.orderId)),
    )
    .where(and(rowsOf(shopId, auditId), isNotNull(referralAuditRows.orderId)));
  return row?.from && row.until ? { from: row.from, until: row.until } : null;
}

/** Those of these orders that have a referral. */
export async function ordersWithReferral(
  db: Db,
  shopId: ShopId,
  { auditId, orderIds }: { readonly auditId: ReferralAuditId; readonly orderIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ orderId: referralAuditRows.orderId })
    .from(referralAuditRows)
    .where(
      and(rowsOf(shopId, auditId), sql`${referralAuditRows.orderId} = any(${sql.param([...orderIds])})`),
    );
  return new Set(rows.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])));
}

/** The highest number of a row. */
export async function lastAuditNumber(db: Db, shopId: ShopId, auditId: ReferralAuditId): Promise<number> {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${referralAuditRows.number}), 0)::int` })
    .from(referralAuditRows)
    .where(rowsOf(shopId, auditId));
  return row?.last ?? 0;
}

export async function countOpenAuditRows(db: Db, shopId: ShopId, auditId: ReferralAuditId): Promise<number> {
  const isOpen = and(rowsOf(shopId, auditId), isNull(referralAuditRows.finding));
  return await countRows(db, isOpen);
}

export type OwnedName = {
  /** Address of the affiliate in lower case. */
  readonly emailKey: string;
  /** Parameter of a link. '' for a discount code. */
  readonly parameter: string;
  readonly value: string;
};

/** Discount codes and imported links of the store's affiliates with these addresses in lower case. */
export async function namesOfAffiliates(
  db: Db,
  shopId: ShopId,
  emailKeys: readonly string[],
): Promise<OwnedName[]> {
  const { rows } = await db.execute<OwnedName>(sql`
    select a.email_key as "emailKey", '' as parameter, c.code_key as value
    from affiliates a join affiliate_codes c on c.shop_id = a.shop_id and c.affiliate_id = a.affiliate_id
    where a.shop_id = ${shopId} and a.email_key = any(${sql.param([...emailKeys])})
    union
    select a.email_key, l.parameter, l.value_key
    from affiliates a join imported_links l on l.shop_id = a.shop_id and l.affiliate_id = a.affiliate_id
    where a.shop_id = ${shopId} and a.email_key = any(${sql.param([...emailKeys])})`);
  return rows;
}

export type FindingSum<Finding extends RowFinding = AuditFinding> = {
  readonly finding: Finding;
  /** '' for rows whose currency can't be read. */
  readonly currency: string;
  readonly count: number;
  readonly expectedMinor: bigint;
  readonly differenceMinor: bigint;
  /** The differences above and below zero, each at least zero. */
  readonly overMinor: bigint;
  readonly underMinor: bigint;
};

const minorSum = (column: SQL | typeof referralAuditRows.differenceMinor) =>
  sql<bigint>`coalesce(sum(${column}), 0)::bigint`.mapWith(BigInt);
const overSum = minorSum(sql`greatest(${referralAuditRows.differenceMinor}, 0)`);
const underSum = minorSum(sql`greatest(-${referralAuditRows.differenceMinor}, 0)`);

/** Sums of an audit by finding and currency. */
export async function sumsOfAudit<Finding extends RowFinding = AuditFinding>(
  db: Db,
  shopId: ShopId,
  auditId: ReferralAuditId,
): Promise<FindingSum<Finding>[]> {
  const rows = await db
    .select({
      finding: referralAuditRows.finding,
      currency: referralAuditRows.currency,
      count: sql<number>`count(*)::int`,
      expectedMinor: minorSum(sql`${referralAuditRows.expectedMinor}`),
      differenceMinor: minorSum(referralAuditRows.differenceMinor),
      overMinor: overSum,
      underMinor: underSum,
    })
    .from(referralAuditRows)
    .where(and(rowsOf(shopId, auditId), isNotNull(referralAuditRows.finding)))
    .groupBy(referralAuditRows.finding, referralAuditRows.currency)
    .orderBy(referralAuditRows.finding, referralAuditRows.currency);
  return rows.flatMap(({ finding, ...sums }) =>
    finding === null ? [] : [{ finding: finding as Finding, ...sums }],
  );
}

export type MonthSum = {
  /** Such as "2026-03". */
  readonly month: string;
  readonly currency: string;
  /** Paid too much, and too little. Both at least zero. */
  readonly overMinor: bigint;
  readonly underMinor: bigint;
};

/** Errors by month and currency, oldest first. */
export async function monthsOfAudit(
  db: Db,
  shopId: ShopId,
  { auditId, errors }: { readonly auditId: ReferralAuditId; readonly errors: readonly AuditFinding[] },
): Promise<MonthSum[]> {
  const { day, currency } = referralAuditRows;
  const month = sql<string>`to_char(${day}, 'YYYY-MM')`;
  return await db
    .select({
      month,
      currency,
      overMinor: overSum,
      underMinor: underSum,
    })
    .from(referralAuditRows)
    .where(and(rowsOf(shopId, auditId), isOneOf(referralAuditRows.finding, errors), isNotNull(day)))
    .groupBy(month, currency)
    .orderBy(month, currency);
}

export type DaySum = {
  readonly day: string;
  readonly currency: string;
  readonly finding: ComparisonFinding;
  readonly count: number;
  readonly differenceMinor: bigint;
};

/** Results of a comparison by day and currency, oldest first. */
export async function daysOfComparison(db: Db, shopId: ShopId, auditId: ReferralAuditId): Promise<DaySum[]> {
  const { day, currency, finding } = referralAuditRows;
  const rows = await db
    .select({
      day,
      currency,
      finding,
      count: sql<number>`count(*)::int`,
      differenceMinor: minorSum(referralAuditRows.differenceMinor),
    })
    .from(referralAuditRows)
    .where(and(rowsOf(shopId, auditId), isNotNull(day), isNotNull(referralAuditRows.differenceMinor)))
    .groupBy(day, currency, finding)
    .orderBy(day, currency, finding);
  return rows.flatMap(({ day: on, finding: found, ...sums }) =>
    on === null || found === null ? [] : [{ day: on, finding: found as ComparisonFinding, ...sums }],
  );
}

/** Orders among these that the file has, with the store's affiliates whom it names for them. */
export async function affiliatesInFile(
  db: Db,
  shopId: ShopId,
  { auditId, orderIds }: { readonly auditId: ReferralAuditId; readonly orderIds: readonly string[] },
): Promise<Map<string, ReadonlySet<AffiliateId>>> {
  const rows = await db
    .selectDistinct({ orderId: referralAuditRows.orderId, affiliateId: referralAuditRows.affiliateId })
    .from(referralAuditRows)
    .where(
      and(rowsOf(shopId, auditId), sql`${referralAuditRows.orderId} = any(${sql.param([...orderIds])})`),
    );
  const named = Map.groupBy(rows, ({ orderId }) => orderId ?? "");
  return new Map(
    [...named].map(([orderId, some]) => [
      orderId,
      new Set(some.flatMap(({ affiliateId }) => affiliateId ?? [])),
    ]),
  );
}

/** Number of orders for which the file has commissions of several affiliates. */
export async function sharedOrdersOf(db: Db, shopId: ShopId, auditId: ReferralAuditId): Promise<number> {
  const shared = db
    .select({ orderId: referralAuditRows.orderId })
    .from(referralAuditRows)
    .where(
      and(
        rowsOf(shopId, auditId),
        isNotNull(referralAuditRows.orderId),
        ne(referralAuditRows.state, "denied"),
      ),
    )
    .groupBy(referralAuditRows.orderId)
    .having(sql`count(distinct ${referralAuditRows.affiliateKey}) > 1`)
    .as("shared");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(shared);
  return row?.total ?? 0;
}

export type AuditRowFilter = {
  readonly finding?: RowFinding | undefined;
  readonly search?: string | undefined;
};

function isShown(shopId: ShopId, auditId: ReferralAuditId, { finding, search = "" }: AuditRowFilter) {
  const text = holding(search.trim().replace(/^#/, ""));
  return and(
    rowsOf(shopId, auditId),
    finding === undefined ? isNotNull(referralAuditRows.finding) : eq(referralAuditRows.finding, finding),
    search.trim() === ""
      ? undefined
      : or(
          ilike(referralAuditRows.label, text),
          ilike(referralAuditRows.affiliateKey, text),
          ilike(referralAuditRows.orderText, text),
        ),
  );
}

type AuditRowPage = AuditRowFilter & {
  readonly auditId: ReferralAuditId;
  /** Rows with these findings come first. */
  readonly first: readonly RowFinding[];
  readonly limit: number;
  readonly offset: number;
};

/** A page of judged rows, otherwise in the order of the file. */
export async function listAuditRows(db: Db, shopId: ShopId, page: AuditRowPage): Promise<ReferralAuditRow[]> {
  return await db
    .select()
    .from(referralAuditRows)
    .where(isShown(shopId, page.auditId, page))
    .orderBy(desc(isOneOf(referralAuditRows.finding, page.first)), asc(referralAuditRows.number))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countAuditRows(
  db: Db,
  shopId: ShopId,
  { auditId, ...filter }: AuditRowFilter & { auditId: ReferralAuditId },
): Promise<number> {
  return await countRows(db, isShown(shopId, auditId, filter));
}

/** A part of the judged rows from a number on, for files. */
export async function auditRowsFrom(
  db: Db,
  shopId: ShopId,
  {
    auditId,
    from,
    limit,
    ...filter
  }: AuditRowFilter & { auditId: ReferralAuditId; from: number; limit: number },
): Promise<ListPart<ReferralAuditRow, number>> {
  const rows = await db
    .select()
    .from(referralAuditRows)
    .where(and(isShown(shopId, auditId, filter), gte(referralAuditRows.number, from)))
    .orderBy(asc(referralAuditRows.number))
    .limit(limit);
  const last = rows.at(-1);
  return { rows, next: last && rows.length === limit ? last.number + 1 : null };
}

async function countRows(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(referralAuditRows)
    .where(where);
  return row?.total ?? 0;
}
