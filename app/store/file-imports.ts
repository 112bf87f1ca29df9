import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import { type AffiliateId, type FileImportId, isIdOf, type ShopId } from "../domain/ids.ts";
import type { ImportKind, ImportSystem } from "../domain/imports/import-kinds.ts";
import type { NamedOrder } from "../domain/imports/plan-amounts.ts";
import type { RowCode, RowOutcome } from "../domain/imports/outcomes.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { deleteChunks } from "./file-chunks.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { fileImportRows, fileImports, importedOrders } from "./schema/file-imports.ts";

export type FileImport = typeof fileImports.$inferSelect;
export type FileImportRow = typeof fileImportRows.$inferSelect;

const byId = (shopId: ShopId, importId: string) =>
  and(eq(fileImports.shopId, shopId), eq(fileImports.importId, importId as FileImportId));

/** @throws a unique violation of `file_imports_content` if another import has this content */
export async function insertFileImport(tx: Tx, row: typeof fileImports.$inferInsert): Promise<void> {
  await tx.insert(fileImports).values(row);
}

/** An import, or null. Also null for a text that is no id. */
export async function findFileImport(db: Db, shopId: ShopId, importId: string): Promise<FileImport | null> {
  if (!isIdOf("fileImport", importId)) return null;
  const [row] = await db.select().from(fileImports).where(byId(shopId, importId));
  return row ?? null;
}

/** An import, locked until the transaction ends, so that two steps of it run one after the other. */
export async function lockFileImport(tx: Tx, shopId: ShopId, importId: string): Promise<FileImport | null> {
  if (!isIdOf("fileImport", importId)) return null;
  const [row] = await tx.select().from(fileImports).where(byId(shopId, importId)).for("update");
  return row ?? null;
}

/** The import of this content that was not undone, or null. */
export async function findImportOfContent(
  db: Db,
  shopId: ShopId,
  contentHash: string,
): Promise<FileImport | null> {
  const [row] = await db
    .select()
    .from(fileImports)
    .where(
      and(
        eq(fileImports.shopId, shopId),
        eq(fileImports.contentHash, contentHash),
        ne(fileImports.status, "undone"),
      ),
    );
  return row ?? null;
}

export async function changeFileImport(
  tx: Db,
  { shopId, importId }: Pick<FileImport, "shopId" | "importId">,
  change: Partial<Omit<FileImport, "shopId" | "importId">>,
): Promise<void> {
  await tx.update(fileImports).set(change).where(byId(shopId, importId));
}

/** Imports of a shop, newest first. */
export async function listFileImports(
  db: Db,
  shopId: ShopId,
  page: { readonly limit: number; readonly offset: number },
): Promise<Omit<FileImport, "sealedSample" | "decisions">[]> {
  const { sealedSample: _file, decisions: _decisions, ...columns } = fileImportColumns;
  return await db
    .select(columns)
    .from(fileImports)
    .where(eq(fileImports.shopId, shopId))
    .orderBy(desc(fileImports.createdAt), desc(fileImports.importId))
    .limit(page.limit)
    .offset(page.offset);
}

const fileImportColumns = {
  shopId: fileImports.shopId,
  importId: fileImports.importId,
  fileName: fileImports.fileName,
  contentHash: fileImports.contentHash,
  sealedSample: fileImports.sealedSample,
  choices: fileImports.choices,
  decisions: fileImports.decisions,
  system: fileImports.system,
  kind: fileImports.kind,
  status: fileImports.status,
  isStopped: fileImports.isStopped,
  rows: fileImports.rows,
  rowsDone: fileImports.rowsDone,
  totals: fileImports.totals,
  createdBy: fileImports.createdBy,
  createdAt: fileImports.createdAt,
  finishedAt: fileImports.finishedAt,
};

const waiting = ["draft", "checking", "checked"] as const;

/** Deletes a file that was not imported. False if there is none. */
export async function deleteFileImport(tx: Tx, { shopId, importId }: FileImport): Promise<boolean> {
  await deleteImportRows(tx, shopId, importId);
  await deleteChunks(tx, { shopId, fileId: importId });
  const gone = await tx
    .delete(fileImports)
    .where(and(byId(shopId, importId), inArray(fileImports.status, [...waiting])))
    .returning({ importId: fileImports.importId });
  return gone.length > 0;
}

/** Deletes files that nobody imported. They hold personal data. */
export async function dropFilesBefore(db: Db, shopId: ShopId, before: Date): Promise<void> {
  const old = and(
    eq(fileImports.shopId, shopId),
    inArray(fileImports.status, [...waiting]),
    lt(fileImports.createdAt, before),
  );
  await db
    .delete(fileImportRows)
    .where(
      and(
        eq(fileImportRows.shopId, shopId),
        inArray(
          fileImportRows.importId,
          db.select({ id: fileImports.importId }).from(fileImports).where(old),
        ),
      ),
    );
  await db.delete(fileImports).where(old);
}

const endOfTime = new Date("9999-12-31T00:00:00Z");

/** Forgets the files and people of all imports. What they posted stays. */
export async function forgetFileImports(tx: Tx, shopId: ShopId): Promise<void> {
  await dropFilesBefore(tx, shopId, endOfTime);
  await tx
    .update(fileImports)
    .set({ sealedSample: "", fileName: "", choices: {}, decisions: {} })
    .where(eq(fileImports.shopId, shopId));
  await tx
    .update(fileImportRows)
    .set({ values: {}, details: {}, label: "", externalId: "", rowKey: "" })
    .where(eq(fileImportRows.shopId, shopId));
}

export async function deleteImportRows(tx: Tx, shopId: ShopId, importId: FileImportId): Promise<void> {
  await tx
    .delete(fileImportRows)
    .where(and(eq(fileImportRows.shopId, shopId), eq(fileImportRows.importId, importId)));
}

const rowsAtOnce = 2000;

export async function insertImportRows(
  tx: Tx,
  rows: readonly (typeof fileImportRows.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insertRows(tx, fileImportRows, rows.slice(start, start + rowsAtOnce));
  }
}

type RowPage = {
  readonly importId: FileImportId;
  readonly after: number;
  readonly limit: number;
};

/** Rows after a number, in the order of the file. */
export async function importRowsAfter(db: Db, shopId: ShopId, page: RowPage): Promise<FileImportRow[]> {
  return await db
    .select()
    .from(fileImportRows)
    .where(
      and(
        eq(fileImportRows.shopId, shopId),
        eq(fileImportRows.importId, page.importId),
        gt(fileImportRows.number, page.after),
      ),
    )
    .orderBy(asc(fileImportRows.number))
    .limit(page.limit);
}

export type AppliedRow = Pick<
  FileImportRow,
  "number" | "outcome" | "code" | "details" | "isApplied" | "affiliateId" | "entryId" | "orderId" | "label"
>;

/** Saves what a job did with some rows, and forgets their values. */
export async function saveAppliedRows(
  tx: Tx,
  { shopId, importId }: Pick<FileImport, "shopId" | "importId">,
  rows: readonly AppliedRow[],
): Promise<void> {
  const given = rows.map((row) => ({
    number: row.number,
    outcome: row.outcome,
    code: row.code,
    details: row.details,
    applied: row.isApplied,
    affiliate: row.affiliateId,
    entry: row.entryId,
    order_id: row.orderId,
    label: row.label,
  }));
  await tx.execute(sql`
    update file_import_rows kept set outcome = done.outcome, code = done.code, details = done.details,
      is_applied = done.applied, affiliate_id = done.affiliate, entry_id = done.entry, order_id = done.order_id,
      label = done.label, values = '{}'
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as done (number int, outcome text, code text, details jsonb,
      applied boolean, affiliate text, entry text, order_id text, label text)
    where kept.shop_id = ${shopId} and kept.import_id = ${importId} and kept.number = done.number`);
}

/** After an undo, another import may apply the rows' commissions. */
export async function unapplyRows(tx: Tx, { shopId, importId }: FileImport): Promise<void> {
  await tx
    .update(fileImportRows)
    .set({ isApplied: false })
    .where(and(eq(fileImportRows.shopId, shopId), eq(fileImportRows.importId, importId)));
}

export type ShownRow = Pick<
  FileImportRow,
  "number" | "label" | "outcome" | "code" | "details" | "amountMinor" | "currency" | "affiliateId" | "orderId"
> & { readonly affiliateName: string | null; readonly releaseDay: string | null };

export type ImportRowFilter = {
  readonly outcome?: RowOutcome | undefined;
  /** Rows with a part that could not be taken over. */
  readonly hasNotes?: boolean | undefined;
};

type ShownPage = ImportRowFilter & {
  readonly importId: FileImportId;
  readonly limit: number;
  readonly offset: number;
};

const hasNotes = sql`${fileImportRows.details} ? 'notes'`;

/** A page of rows that match a filter. */
export async function listImportRows(db: Db, shopId: ShopId, page: ShownPage): Promise<ShownRow[]> {
  return await db
    .select({
      number: fileImportRows.number,
      label: fileImportRows.label,
      outcome: fileImportRows.outcome,
      code: fileImportRows.code,
      details: fileImportRows.details,
      amountMinor: fileImportRows.amountMinor,
      currency: fileImportRows.currency,
      affiliateId: fileImportRows.affiliateId,
      affiliateName: affiliates.name,
      orderId: fileImportRows.orderId,
      releaseDay: sql<string | null>`${fileImportRows.values} ->> 'releaseDay'`,
    })
    .from(fileImportRows)
    .leftJoin(
      affiliates,
      and(
        eq(affiliates.shopId, fileImportRows.shopId),
        eq(affiliates.affiliateId, fileImportRows.affiliateId),
      ),
    )
    .where(
      and(
        eq(fileImportRows.shopId, shopId),
        eq(fileImportRows.importId, page.importId),
        page.outcome === undefined ? undefined : eq(fileImportRows.outcome, page.outcome),
        page.hasNotes ? hasNotes : undefined,
      ),
    )
    .orderBy(asc(fileImportRows.number))
    .limit(page.limit)
    .offset(page.offset);
}

/** Number of rows by outcome and code, and how many of them have notes. */
export async function countImportRows(
  db: Db,
  shopId: ShopId,
  importId: FileImportId,
): Promise<{ outcome: RowOutcome; code: RowCode; count: number; noted: number }[]> {
  return await db
    .select({
      outcome: fileImportRows.outcome,
      code: fileImportRows.code,
      count: sql<number>`count(*)::int`,
      noted: sql<number>`(count(*) filter (where ${hasNotes}))::int`,
    })
    .from(fileImportRows)
    .where(and(eq(fileImportRows.shopId, shopId), eq(fileImportRows.importId, importId)))
    .groupBy(fileImportRows.outcome, fileImportRows.code)
    .orderBy(fileImportRows.outcome, fileImportRows.code);
}

/** Those of these keys that an import applied. */
export async function appliedKeysAmong(
  db: Db,
  shopId: ShopId,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ key: fileImportRows.rowKey })
    .from(fileImportRows)
    .where(
      and(
        eq(fileImportRows.shopId, shopId),
        isOneOf(fileImportRows.rowKey, keys),
        eq(fileImportRows.isApplied, true),
        ne(fileImportRows.rowKey, ""),
      ),
    );
  return new Set(rows.map(({ key }) => key));
}

/** Affiliates by their ids in a system, all or some of them, as far as imports of it are known. */
export async function affiliatesByExternalId(
  db: Db,
  shopId: ShopId,
  system: ImportSystem,
  among?: readonly string[],
): Promise<Map<string, AffiliateId>> {
  const rows = await db
    .select({ externalId: fileImportRows.externalId, affiliateId: fileImportRows.affiliateId })
    .from(fileImportRows)
    .innerJoin(
      fileImports,
      and(eq(fileImports.shopId, fileImportRows.shopId), eq(fileImports.importId, fileImportRows.importId)),
    )
    .where(
      and(
        eq(fileImportRows.shopId, shopId),
        eq(fileImports.system, system),
        eq(fileImports.kind, "affiliates"),
        eq(fileImportRows.isApplied, true),
        ne(fileImportRows.externalId, ""),
        among && isOneOf(fileImportRows.externalId, among),
      ),
    )
    .orderBy(asc(fileImportRows.importId), asc(fileImportRows.number));
  return new Map(
    rows.flatMap(({ externalId, affiliateId }) => (affiliateId ? [[externalId, affiliateId]] : [])),
  );
}

/** Affiliates who got opening balances from files of this kind. */
export async function affiliatesWithBalances(
  db: Db,
  shopId: ShopId,
  { system, kind }: { readonly system: ImportSystem; readonly kind: ImportKind },
): Promise<Set<AffiliateId>> {
  const { rows } = await db.execute<{ id: AffiliateId }>(sql`
    select distinct b.affiliate_id as id from imported_balances b
      join file_imports i on i.shop_id = b.shop_id and i.import_id = b.import_id
    where b.shop_id = ${shopId} and i.system = ${system} and i.kind = ${kind} and i.status <> 'undone'`);
  return new Set(rows.map(({ id }) => id));
}

export type PersonByEmail = { readonly affiliateId: AffiliateId; readonly isUndone: boolean };

/**
 * Affiliates by their addresses in lower case. `isUndone`: an undone import created them, and they are suspended as
 * it left them.
 */
export async function peopleByEmail(
  db: Db,
  shopId: ShopId,
  emails: readonly string[],
): Promise<Map<string, PersonByEmail>> {
  const keys = [...new Set(emails.map((email) => email.toLowerCase()))];
  const { rows } = await db.execute<{ key: string; id: AffiliateId; undone: boolean }>(sql`
    select a.email_key as key, a.affiliate_id as id, a.status = 'suspended' and exists (
      select 1 from file_import_rows r join file_imports i on i.shop_id = r.shop_id and i.import_id = r.import_id
      where r.shop_id = a.shop_id and r.affiliate_id = a.affiliate_id and i.status = 'undone' and r.outcome = 'create'
    ) as undone
    from affiliates a where a.shop_id = ${shopId} and a.email_key = any(${sql.param(keys)})`);
  return new Map(rows.map(({ key, id, undone }) => [key, { affiliateId: id, isUndone: undone }]));
}

export type OrderName = { readonly number: number; readonly order: string; readonly day: string | null };

/**
 * Orders of the store that rows name, by row: by id or name, placed before now and within three days of the row's
 * day, which has no time zone.
 */
export async function ordersNamed(
  db: Db,
  shopId: ShopId,
  names: readonly OrderName[],
  now: Date,
): Promise<Map<number, NamedOrder>> {
  if (names.length === 0) return new Map();
  const given = names.map(({ number, order, day }) => ({ number, name: order, day }));
  const { rows } = await db.execute<{ number: number; id: string; credited: boolean; live: boolean }>(sql`
    select distinct on (given.number) given.number, o.order_id as id, o.credited,
      coalesce(o.placed_at >= s.live_from, false) as live
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (number int, name text, day date)
      left join shadow_modes s on s.shop_id = ${shopId}
      join orders o on o.shop_id = ${shopId}
        and (o.order_id = given.name or o.name = any(array[given.name, '#' || given.name]))
    where o.placed_at < ${now.toISOString()}::timestamptz and o.reason <> 'order-not-seen' and (given.day is null
      or o.placed_at between given.day - interval '3 days' and given.day + interval '4 days')
    order by given.number, o.placed_at desc`);
  return new Map(
    rows.map(({ number, id, credited, live }) => [
      number,
      { orderId: id, isCredited: credited, isFromLive: live },
    ]),
  );
}

/** Makes the checks of files with amounts void. Which orders are whose has changed. */
export async function uncheckAmountImports(tx: Tx, shopId: ShopId): Promise<void> {
  await tx
    .update(fileImports)
    .set({ status: "draft" })
    .where(
      and(
        eq(fileImports.shopId, shopId),
        inArray(fileImports.status, ["checking", "checked"]),
        inArray(fileImports.kind, ["referrals", "balances"]),
      ),
    );
}

/** Keeps orders from being settled for the first time until the transaction ends (`imported_orders_among`). */
export async function lockImportedOrders(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('imported orders ' || ${shopId}, 0))`);
}

export async function insertImportedOrders(
  tx: Tx,
  rows: readonly (typeof importedOrders.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, importedOrders, rows, sql`on conflict do nothing`);
}

export async function deleteImportedOrders(
  tx: Tx,
  { shopId, importId }: FileImport,
  numbers: readonly number[],
): Promise<void> {
  await tx
    .delete(importedOrders)
    .where(
      and(
        eq(importedOrders.shopId, shopId),
        eq(importedOrders.importId, importId),
        isOneOf(importedOrders.number, numbers),
      ),
    );
}

export type OrderToMatch = { readonly id: string; readonly name: string; readonly createdAt: string };

/** Those of these orders for which another system gave a commission. Waits for an import that adds some. */
export async function importedOrdersAmong(
  db: Db,
  shopId: ShopId,
  orders: readonly OrderToMatch[],
): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select order_id as id from imported_orders_among(${shopId}, ${sql.param(orders.map(({ id }) => id))}::text[],
      ${sql.param(orders.map(({ name }) => name))}::text[],
      ${sql.param(orders.map(({ createdAt }) => createdAt))}::timestamptz[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Affiliates that an import created and on whom something depends by now: commissions, payments, or a sign-in. */
export async function dependentPeople(db: Db, { shopId, importId }: FileImport): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from file_import_rows r
    where r.shop_id = ${shopId} and r.import_id = ${importId} and r.is_applied and r.outcome = 'create'
      and r.affiliate_id is not null and r.entry_id is null and (
        exists (select 1 from commissions c where c.shop_id = r.shop_id and c.affiliate_id = r.affiliate_id)
        or exists (select 1 from payout_payments p where p.shop_id = r.shop_id and p.affiliate_id = r.affiliate_id)
        or exists (select 1 from imported_balances b where b.shop_id = r.shop_id and b.affiliate_id = r.affiliate_id
          and b.current_minor <> 0)
        or exists (select 1 from affiliate_sessions s where s.shop_id = r.shop_id and s.affiliate_id = r.affiliate_id))`);
  return rows[0]?.count ?? 0;
}

/** True if an affiliate got a commission at this instant or later. */
export async function earnedSince(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
  since: Date,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from commissions c where c.shop_id = ${shopId} and c.affiliate_id = ${affiliateId}
      and c.created_at >= ${since.toISOString()}::timestamptz limit 1`);
  return rows.length > 0;
}

const uninvited = ({ shopId, importId }: Pick<FileImport, "shopId" | "importId">) => sql`
  from file_import_rows r join affiliates a on a.shop_id = r.shop_id and a.affiliate_id = r.affiliate_id
  where r.shop_id = ${shopId} and r.import_id = ${importId} and r.is_applied and r.outcome = 'create'
    and a.status in ('active', 'invited') and a.invited_at is null`;

/** Number of affiliates whom an import created and nobody invited. */
export async function countUninvited(db: Db, row: Pick<FileImport, "shopId" | "importId">): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count ${uninvited(row)}`);
  return rows[0]?.count ?? 0;
}

/** The first of these affiliates, in the order of the file. */
export async function listUninvited(db: Db, row: FileImport, limit: number): Promise<AffiliateId[]> {
  const { rows } = await db.execute<{ id: AffiliateId }>(
    sql`select a.affiliate_id as id ${uninvited(row)} order by r.number limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
