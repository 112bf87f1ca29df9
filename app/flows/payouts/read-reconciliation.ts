import type { ShopId } from "#app/domain/ids.ts";
import { adjustmentOf, type Match, matches, type Step, stepsFor } from "#app/domain/statements/match.ts";
import { awaitedUntil } from "#app/domain/statements/awaited.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Db, db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { paidLines } from "#app/store/paid-lines.ts";
import {
  changeStatement,
  countMatches,
  countReturns,
  countStatements,
  findStatement,
  listStatements,
  lockStatement,
  type ProviderStatement,
  type StatementPosition,
} from "#app/store/provider-statements.ts";
import { cutPage, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";
import {
  countLines,
  type LineFilter,
  type LineWithPayment,
  listLines,
} from "#app/store/statement-matching.ts";
import { knownPaymentOf, paidAccordingTo } from "./match-statement.ts";

/** Number of lines with this match, and how many of them are unresolved. */
type MatchCount = { readonly match: Match; readonly count: number; readonly open: number };

/** Totals of a statement's lines in one currency. Minor units. */
type StatementTotal = {
  readonly currency: string;
  readonly paid: StatementSum;
  readonly back: StatementSum;
};
type StatementSum = { readonly count: number; readonly amountMinor: bigint };

export type ReadStatement = {
  readonly statement: ProviderStatement;
  readonly counts: readonly MatchCount[];
  readonly totals: readonly StatementTotal[];
  /** Payments in the statement that are not marked as paid yet, by currency. */
  readonly toMark: readonly ({ readonly currency: string } & StatementSum)[];
};

type StatementPage = { readonly page: number; readonly limit: number };

/** One page of statements, newest first, with counts of their lines by match. */
export async function readProviderStatements(
  shopId: ShopId,
  { page, limit, after }: StatementPage & { readonly after?: StatementPosition | undefined },
): Promise<{ statements: ReadStatement[]; next: StatementPosition | null; total: number } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const found = await listStatements(tx, shopId, { limit: limit + 1, offset: (page - 1) * limit, after });
    const { shown, last } = cutPage(found, limit);
    const next = last ? { at: last.createdAt, id: last.statementId } : null;
    const statements = await withCounts(tx, shopId, shown);
    return { statements, next, total: await countStatements(tx, shopId) };
  });
}

const noSuchStatement = refuse("not-found", { code: "not_found", what: "statement" });

/** One statement, or a refusal. */
export async function findProviderStatement(
  shopId: ShopId,
  statementId: string,
): Promise<ProviderStatement | Refusal> {
  return (await findStatement(db(), shopId, statementId)) ?? noSuchStatement;
}

/** One statement with counts of its lines by match, or a refusal. */
export async function readProviderStatement(
  shopId: ShopId,
  statementId: string,
): Promise<ReadStatement | Refusal> {
  const statement = await findProviderStatement(shopId, statementId);
  if (isRefusal(statement)) return statement;
  const [view] = await withCounts(db(), shopId, [statement]);
  return view ?? noSuchStatement;
}

async function withCounts(
  tx: Db,
  shopId: ShopId,
  statements: readonly ProviderStatement[],
): Promise<ReadStatement[]> {
  const ids = statements.map((one) => one.statementId);
  const rows = await countMatches(tx, shopId, ids);
  const returns = await countReturns(tx, shopId, ids);
  return statements.map((statement) => {
    const isOwn = (row: { readonly statement: string }) => row.statement === statement.statementId;
    const own = rows.filter(isOwn);
    const counts = matches.flatMap((match): MatchCount[] => {
      const so = own.filter((one) => one.match === match);
      const [count, resolved] = [sumCounts(so, "count"), sumCounts(so, "resolved")];
      return count === 0 ? [] : [{ match, count, open: match === "matched" ? 0 : count - resolved }];
    });
    return { statement, counts, totals: statementTotals(own, returns.filter(isOwn)), toMark: toMarkOf(own) };
  });
}

function toMarkOf(rows: readonly LineCount[]): ReadStatement["toMark"] {
  const open = rows.filter(({ match, count, resolved }) => match === "paid" && count > resolved);
  return [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    count: sumCounts(own, "count") - sumCounts(own, "resolved"),
    amountMinor: own.reduce((sum, { openMinor }) => sum + openMinor, 0n),
  }));
}

type LineCount = Awaited<ReturnType<typeof countMatches>>[number];

function sumCounts(rows: readonly LineCount[], of: "count" | "resolved"): number {
  return rows.reduce((sum, row) => sum + row[of], 0);
}

type ReturnCounts = Awaited<ReturnType<typeof countReturns>>;

/** Sums of paid and returned lines. Lines added for payments that the statement lacks have no outcome. */
function statementTotals(rows: readonly LineCount[], returns: ReturnCounts): StatementTotal[] {
  const currencies = [...new Set([...rows, ...returns].map((row) => row.currency))].toSorted();
  return currencies
    .map((currency) => {
      const paid = rows.filter((row) => row.currency === currency && row.outcome === "paid");
      const back = returns.find((row) => row.currency === currency);
      return {
        currency,
        paid: {
          count: sumCounts(paid, "count"),
          amountMinor: paid.reduce((sum, row) => sum + row.minor, 0n),
        },
        back: { count: back?.count ?? 0, amountMinor: back?.minor ?? 0n },
      };
    })
    .filter(({ paid, back }) => paid.count + back.count > 0);
}

export type ReadLine = LineWithPayment & {
  readonly steps: readonly Step[];
  /**
   * The amount that `adjust` gives the affiliate, in the payment's currency; negative takes. Null if it is no
   * step of the line.
   */
  readonly adjustsMinor: bigint | null;
  /** For money paid in addition to a payment: the line of the payment itself. */
  readonly paidBy: { readonly statementId: string; readonly number: number } | null;
  /**
   * The date that a later statement must reach to show a bank payment that this one lacks. Null for all other
   * lines.
   */
  readonly waitsUntil: Date | null;
};

/** One page of a statement's lines with the steps for each, and the number of matches. */
export async function readLines(
  statement: ProviderStatement,
  filter: LineFilter,
  { page, limit, after }: StatementPage & { readonly after?: number | undefined },
): Promise<{ lines: ReadLine[]; next: number | null; total: number } | Refusal> {
  const offset = after === undefined ? (page - 1) * limit : 0;
  return await readWithin(thisList, async (tx) => {
    const found = await listLines(tx, statement, { filter, after: after ?? 0, limit: limit + 1, offset });
    const { shown, last } = cutPage(found, limit);
    return {
      lines: await lineViews(tx, statement, shown),
      next: last?.line.number ?? null,
      total: await countLines(tx, statement, filter),
    };
  });
}

const exportedAtOnce = 1_000;

/** Reads every match in one snapshot. */
export async function readAllLines(
  statement: ProviderStatement,
  filter: LineFilter,
  take: Take<ReadLine>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: number | undefined) => {
    const found = await listLines(tx, statement, { filter, after: after ?? 0, limit: exportedAtOnce });
    const next = found.length === exportedAtOnce ? (found.at(-1)?.line.number ?? null) : null;
    return { rows: await lineViews(tx, statement, found), next };
  };
  return await readWholeWithin(thisList, read, take);
}

async function lineViews(
  tx: Db,
  statement: ProviderStatement,
  found: readonly LineWithPayment[],
): Promise<ReadLine[]> {
  const beside = found.filter(({ line }) => line.match === "unexpected");
  const paymentIds = new Set(beside.flatMap(({ line }) => line.paymentId ?? []));
  const told = (await paidLines(tx, statement.shopId, [...paymentIds])).filter(isOfPayout);
  return found.map((one) => {
    const { match, paymentId } = one.line;
    const paidBy = match === "unexpected" ? told.find((line) => line.paymentId === paymentId) : undefined;
    return { ...one, ...lineSteps(statement, one), paidBy: paidBy ?? null };
  });
}

/** False for money paid in addition to its payment. */
const isOfPayout = ({ match }: { readonly match: string }) => match !== "unexpected";

function lineSteps(
  { until }: ProviderStatement,
  { line, payment }: LineWithPayment,
): Pick<ReadLine, "steps" | "adjustsMinor" | "waitsUntil"> {
  if (line.resolvedAt !== null || line.match === "waiting") {
    return { steps: [], adjustsMinor: null, waitsUntil: null };
  }
  // The domain wrote the state; the table types it only as text.
  const known =
    payment &&
    knownPaymentOf({ ...payment, status: payment.status as Parameters<typeof knownPaymentOf>[0]["status"] });
  const [match, said] = [line.match as Match, paidAccordingTo(line)];
  const steps = stepsFor(match, { payment: known, line: said, until });
  const isUnmentioned = match === "missing" || match === "awaited";
  const awaited = isUnmentioned && known ? awaitedUntil(known, until) : null;
  return {
    steps,
    adjustsMinor: known && steps.includes("adjust") ? adjustmentOf(match, said, known) : null,
    waitsUntil: awaited === null ? null : new Date(awaited),
  };
}

/** Compares a statement again with the current payments. A stopped comparison continues where it stopped. */
export async function compareAgain(shopId: ShopId, statementId: string): Promise<true | Refusal> {
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const statement = await lockStatement(tx, shopId, statementId);
    if (!statement) return noSuchStatement;
    const isStopped = statement.stopped !== "";
    if (statement.status === "matching" && !isStopped) return true;
    if (isStopped) await changeStatement(tx, statement, { stopped: "" });
    if (statement.status === "ready") {
      await changeStatement(tx, statement, { status: "matching", matchedUpTo: 0 });
    }
    await queue.send(tx, "match-statement", { shopId, statementId });
    return true;
  });
}
