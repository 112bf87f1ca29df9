import type { ShopId } from "#app/domain/ids.ts";
import { type Match, matches, type Step, stepsFor } from "#app/domain/statements/match.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import {
  changeStatement,
  countMatches,
  countStatements,
  findStatement,
  listStatements,
  lockStatement,
  type ProviderStatement,
  type StatementPosition,
} from "#app/store/provider-statements.ts";
import { countLines, type LineFilter, type LineWithItem, listLines } from "#app/store/statement-matching.ts";
import { knownOf, saidBy } from "./match-statement.ts";

/** How many lines stand so, and how many of them nobody has resolved. */
export type MatchCount = { readonly match: Match; readonly count: number; readonly open: number };

export type StatementView = { readonly statement: ProviderStatement; readonly counts: readonly MatchCount[] };

type Paged = { readonly page: number; readonly limit: number };

/** One page of statements, newest first, with how their lines stand. */
export async function readProviderStatements(
  shopId: ShopId,
  { page, limit, after }: Paged & { readonly after?: StatementPosition | undefined },
): Promise<{ statements: StatementView[]; next: StatementPosition | null; total: number }> {
  const [found, total] = await Promise.all([
    listStatements(db(), shopId, { limit: limit + 1, offset: (page - 1) * limit, after }),
    countStatements(db(), shopId),
  ]);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last ? { at: last.createdAt, id: last.statementId } : null;
  return { statements: await withCounts(shopId, shown), next, total };
}

/** One statement, or a refusal. */
export async function readProviderStatement(
  shopId: ShopId,
  statementId: string,
): Promise<StatementView | Refusal> {
  const statement = await findStatement(db(), shopId, statementId);
  if (!statement) return refuse("not-found", "There is no such statement");
  const [view] = await withCounts(shopId, [statement]);
  return view ?? refuse("not-found", "There is no such statement");
}

async function withCounts(
  shopId: ShopId,
  statements: readonly ProviderStatement[],
): Promise<StatementView[]> {
  const rows = await countMatches(
    db(),
    shopId,
    statements.map((one) => one.statementId),
  );
  return statements.map((statement) => {
    const own = rows.filter((row) => row.statement === statement.statementId);
    const counts = matches.flatMap((match): MatchCount[] => {
      const row = own.find((one) => one.match === match);
      if (!row) return [];
      return [{ match, count: row.count, open: match === "matched" ? 0 : row.count - row.resolved }];
    });
    return { statement, counts };
  });
}

export type LineView = LineWithItem & { readonly steps: readonly Step[] };

/** One page of the lines of a statement, each with what can be done about it, and how many match. */
export async function readLines(
  statement: ProviderStatement,
  filter: LineFilter,
  { page, limit, after }: Paged & { readonly after?: number | undefined },
): Promise<{ lines: LineView[]; next: number | null; total: number }> {
  const offset = after === undefined ? (page - 1) * limit : 0;
  const [found, total] = await Promise.all([
    listLines(db(), statement, { filter, after: after ?? 0, limit: limit + 1, offset }),
    countLines(db(), statement, filter),
  ]);
  const shown = found.slice(0, limit);
  const next = found.length > limit ? (shown.at(-1)?.line.number ?? null) : null;
  return { lines: shown.map(withSteps), next, total };
}

const exportedAtOnce = 1_000;

/** Every line that matches, page by page. */
export async function* readAllLines(
  statement: ProviderStatement,
  filter: LineFilter,
): AsyncGenerator<LineView[]> {
  let after = 0;
  for (;;) {
    const found = await listLines(db(), statement, { filter, after, limit: exportedAtOnce });
    yield found.map(withSteps);
    const last = found.at(-1);
    if (!last || found.length < exportedAtOnce) return;
    after = last.line.number;
  }
}

function withSteps(one: LineWithItem): LineView {
  const { line, item } = one;
  if (line.resolvedAt !== null || line.match === "waiting") return { ...one, steps: [] };
  // The state is one of the domain's; the table says only that it is a text.
  const known = item && knownOf({ ...item, status: item.status as Parameters<typeof knownOf>[0]["status"] });
  return { ...one, steps: stepsFor(line.match as Match, { item: known, line: saidBy(line) }) };
}

/** Has a statement compared again with the payouts as they are now. */
export async function compareAgain(shopId: ShopId, statementId: string): Promise<true | Refusal> {
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const statement = await lockStatement(tx, shopId, statementId);
    if (!statement) return refuse("not-found", "There is no such statement");
    if (statement.status === "matching") return true;
    await changeStatement(tx, statement, { status: "matching", matchedUpTo: 0 });
    await queue.send(tx, "match-statement", { shopId, statementId });
    return true;
  });
}
