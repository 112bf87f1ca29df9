import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { isIdOf, type PaymentId, type ProviderStatementId, type ShopId } from "../domain/ids.ts";
import type { Match } from "../domain/statements/match.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows } from "./many-rows.ts";
import { providerStatements, statementLines } from "./schema/provider-statements.ts";

export type ProviderStatement = typeof providerStatements.$inferSelect;
export type StatementLineRow = typeof statementLines.$inferSelect;
/** The key of a statement. */
export type StatementKey = { readonly shopId: ShopId; readonly statementId: ProviderStatementId };
export type StatementPosition = { readonly at: Date; readonly id: string };

/** @throws a unique violation of `provider_statements_content` if this content was imported before. */
export async function insertStatement(tx: Tx, row: ProviderStatement): Promise<void> {
  await tx.insert(providerStatements).values(row);
}

export async function insertStatementLines(
  tx: Tx,
  rows: readonly (typeof statementLines.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, statementLines, rows);
}

const byId = (shopId: ShopId, statementId: string) =>
  and(
    eq(providerStatements.shopId, shopId),
    eq(providerStatements.statementId, statementId as ProviderStatementId),
  );

/** One statement, or null. Also null for a text that is no id. */
export async function findStatement(
  db: Db,
  shopId: ShopId,
  statementId: string,
): Promise<ProviderStatement | null> {
  if (!isIdOf("providerStatement", statementId)) return null;
  const [row] = await db.select().from(providerStatements).where(byId(shopId, statementId));
  return row ?? null;
}

/** The statement with this content, or null. */
export async function findStatementOfContent(
  db: Db,
  shopId: ShopId,
  contentHash: string,
): Promise<ProviderStatement | null> {
  const [row] = await db
    .select()
    .from(providerStatements)
    .where(and(eq(providerStatements.shopId, shopId), eq(providerStatements.contentHash, contentHash)));
  return row ?? null;
}

/** Statements, newest first. */
export async function listStatements(
  db: Db,
  shopId: ShopId,
  page: {
    readonly limit: number;
    readonly offset: number;
    readonly after?: StatementPosition | undefined;
  },
): Promise<ProviderStatement[]> {
  const { after } = page;
  const id = after?.id as ProviderStatementId;
  const { createdAt, statementId } = providerStatements;
  return db
    .select()
    .from(providerStatements)
    .where(
      and(
        eq(providerStatements.shopId, shopId),
        after && or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(statementId, id))),
      ),
    )
    .orderBy(desc(createdAt), desc(statementId))
    .limit(page.limit)
    .offset(after ? 0 : page.offset);
}

export async function countStatements(db: Db, shopId: ShopId): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(providerStatements)
    .where(eq(providerStatements.shopId, shopId));
  return row?.total ?? 0;
}

/** A statement, locked until the transaction ends so that two workers don't compare the same lines. */
export async function lockStatement(
  tx: Tx,
  shopId: ShopId,
  statementId: string,
): Promise<ProviderStatement | null> {
  if (!isIdOf("providerStatement", statementId)) return null;
  const [row] = await tx.select().from(providerStatements).where(byId(shopId, statementId)).for("update");
  return row ?? null;
}

export async function changeStatement(
  tx: Tx,
  { shopId, statementId }: Pick<ProviderStatement, "shopId" | "statementId">,
  change: Partial<
    Pick<
      ProviderStatement,
      "status" | "stopped" | "readUpTo" | "accountsRead" | "matchedUpTo" | "lineCount" | "since" | "until"
    >
  >,
): Promise<void> {
  await tx.update(providerStatements).set(change).where(byId(shopId, statementId));
}

/** The match of a line after its comparison. */
export type LineMatch = {
  readonly number: number;
  readonly match: Match;
  readonly paymentId: PaymentId | null;
};

/** Saves the matches of some lines of a statement. Resolved lines stay resolved. */
export async function writeMatches(
  tx: Tx,
  { shopId, statementId }: Pick<ProviderStatement, "shopId" | "statementId">,
  found: readonly LineMatch[],
): Promise<void> {
  if (found.length === 0) return;
  const given = found.map((one) => ({ number: one.number, match: one.match, payment_id: one.paymentId }));
  await tx.execute(sql`
    update statement_lines set match = given.match, payment_id = given.payment_id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (number int, match text, payment_id text)
    where shop_id = ${shopId} and statement_id = ${statementId} and statement_lines.number = given.number`);
}

/** Lines of a shop's statements that nobody has interpreted, at most `most`, to be counted. */
export function unclearLines(db: Db, shopId: ShopId, most: number) {
  return db
    .select({ number: statementLines.number })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.shopId, shopId),
        eq(statementLines.match, "unclear" satisfies Match),
        isNull(statementLines.resolvedAt),
      ),
    )
    .limit(most);
}

/** Counts and sums of the lines of some statements by match, with the number of resolved ones. Minor units. */
export async function countMatches(db: Db, shopId: ShopId, statementIds: readonly ProviderStatementId[]) {
  if (statementIds.length === 0) return [];
  const { rows } = await db.execute<{
    statement: string;
    match: string;
    currency: string;
    outcome: string;
    count: number;
    resolved: number;
    minor: string;
    open_minor: string;
  }>(sql`
    select statement_id::text as statement, match, currency, outcome, count(*)::int as count,
      count(resolved_at)::int as resolved, sum(amount_minor)::text as minor,
      coalesce(sum(amount_minor) filter (where resolved_at is null), 0)::text as open_minor
    from statement_lines where shop_id = ${shopId} and statement_id = any(${sql.param([...statementIds])})
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
  return rows.map(({ minor, open_minor, ...row }) => ({
    ...row,
    minor: BigInt(minor),
    openMinor: BigInt(open_minor),
  }));
}

/**
 * Sums of returned payments in these statements. A statement may list one twice, as the returned payment and as
 * the incoming money. With the same amount it is counted once.
 */
export async function countReturns(db: Db, shopId: ShopId, statementIds: readonly ProviderStatementId[]) {
  if (statementIds.length === 0) return [];
  const { rows } = await db.execute<{
    statement: string;
    currency: string;
    count: number;
    minor: string;
  }>(sql`
    select statement, currency, count(*)::int as count, sum(amount_minor)::text as minor from (
      select distinct statement_id::text as statement, currency, coalesce(payment_id, number::text) as what, amount_minor
      from statement_lines where shop_id = ${shopId} and statement_id = any(${sql.param([...statementIds])})
        and outcome = 'returned'
    ) returned group by 1, 2 order by 1, 2`);
  return rows.map(({ minor, ...row }) => ({ ...row, minor: BigInt(minor) }));
}
