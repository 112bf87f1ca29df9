import type { Acting, Ctx, ShopWith } from "#app/domain/context.ts";
import {
  idPrefixes,
  type PaymentId,
  type ProviderStatementId,
  type ShopId,
  type StatementDraftId,
} from "#app/domain/ids.ts";
import { reasonAsText, type Refusal, refuse } from "#app/domain/refusal.ts";
import {
  type Collective,
  collectiveFault,
  identities,
  linesOfCollective,
  type StatementRow,
} from "#app/domain/statements/statement-row.ts";
import { methodOf, type StatementProvider } from "#app/domain/statements/reading.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { inTransaction, isUniqueViolation, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findPayments, paymentsOfSepaFiles, type PaymentRow } from "#app/store/payout-payments.ts";
import {
  changeStatement,
  findStatement,
  findStatementOfContent,
  insertStatement,
  insertStatementLines,
  type ProviderStatement,
} from "#app/store/provider-statements.ts";
import { changeDraft, lockDraft, saveLayout, type StatementLayout } from "#app/store/statement-drafts.ts";
import { namesAnyPayout } from "#app/store/statement-matching.ts";
import { noSuchDraft } from "./statement-drafts.ts";

export type { ProviderStatement };

/** A bank statement that was read without errors. */
type StatementInput = Pick<ProviderStatement, "provider" | "source" | "fileName" | "contentHash"> & {
  /** The days it covers, the last one included. */
  readonly first: string;
  readonly last: string;
  /** The instant up to which the provider knew the payments, if it is before the end of these days. */
  readonly knownUntil?: Date;
  /** Null if a job has to request the rows first. */
  readonly rows: (() => AsyncIterable<StatementRow> | Iterable<StatementRow>) | null;
  /** The upload it comes from, with the layout to remember for its source. */
  readonly draft?: {
    readonly draftId: StatementDraftId;
    readonly layout: Pick<StatementLayout, "source" | "headerHash" | "choices"> | null;
  };
};

const atOnce = 1_000;

/** Thrown to roll back a statement that is of no use. Never leaves this file. */
class StaleStatementError extends Error {
  override name = "OfNoUseError";
}

/**
 * Imports a bank statement: all of its lines, or none. A job then compares them with the payments. The same
 * content is imported once. A statement that names no payment of the store is refused as another account's.
 */
export async function importStatement(
  ctx: Ctx<ShopWith<"timeZone">>,
  given: StatementInput,
): Promise<ProviderStatement | Refusal> {
  const { shop, actor, now } = ctx;
  const { shopId } = shop;
  const statement: ProviderStatement = {
    shopId,
    statementId: newId<ProviderStatementId>(idPrefixes.providerStatement, now),
    provider: given.provider,
    source: given.source,
    fileName: given.fileName,
    contentHash: given.contentHash,
    since: dayStart(shop.timeZone, given.first),
    until: statementUntil(shop, given, now),
    status: given.rows ? "matching" : "reading",
    stopped: "",
    readUpTo: "",
    accountsRead: 0,
    lineCount: 0,
    matchedUpTo: 0,
    createdBy: actor,
    createdAt: now,
  };
  const queue = await openQueue();
  try {
    return await inTransaction(async (tx) => {
      const earlier = given.draft && (await importedFromDraft(tx, shopId, { ...given.draft, now }));
      if (earlier) return earlier;
      const known = await findStatementOfContent(tx, shopId, given.contentHash);
      if (known) return importedBefore(shop.timeZone, known);
      const taken = await insertStatementWithLines(tx, statement, given);
      const { statementId } = statement;
      if (given.draft) await closeDraft(tx, { shopId, statementId, ...given.draft }, ctx);
      await recordAudit(tx, shopId, {
        subjectKind: "provider_statement",
        subjectId: statementId,
        action: "taken-in",
        actor,
        details: { fileName: given.fileName, lines: taken.lineCount },
        now,
      });
      await queue.send(tx, "match-statement", { shopId, statementId });
      return taken;
    });
  } catch (error) {
    if (error instanceof StaleStatementError) {
      return refuse("invalid", { code: "statement_of_other_account" }, "file");
    }
    if (!isUniqueViolation(error, "provider_statements_content")) throw error;
    return refuse("conflict", { code: "statement_importing" }, "file");
  }
}

/** The statement that a draft became already. A refusal if the draft is gone, null while it waits. */
async function importedFromDraft(
  tx: Tx,
  shopId: ShopId,
  asked: { readonly draftId: string; readonly now: Date },
): Promise<ProviderStatement | Refusal | null> {
  const draft = await lockDraft(tx, shopId, asked);
  if (!draft) return noSuchDraft;
  return draft.statementId === null ? null : await findStatement(tx, shopId, draft.statementId);
}

async function closeDraft(
  tx: Tx,
  {
    layout,
    statementId,
    ...draft
  }: { shopId: ShopId; statementId: ProviderStatementId } & NonNullable<StatementInput["draft"]>,
  { actor, now }: Acting,
): Promise<void> {
  await changeDraft(tx, draft, { statementId, sealedFile: "" });
  if (!layout) return;
  const sourceKey = layout.source.toLowerCase();
  await saveLayout(tx, { shopId: draft.shopId, sourceKey, ...layout, savedBy: actor, savedAt: now });
}

/**
 * The end of the statement, never after the provider's last known instant or now, because payments after that
 * can't be missing from it.
 */
function statementUntil(
  { timeZone }: ShopWith<"timeZone">,
  { first, last, knownUntil }: StatementInput,
  now: Date,
): Date {
  const end = dayStart(timeZone, dayAfter(last, 1)).getTime();
  // A bank may book for a future day. The statement must still not end before it begins.
  const least = dayStart(timeZone, first).getTime() + 1;
  return new Date(Math.max(least, Math.min(end, (knownUntil ?? now).getTime())));
}

/** The refusal of a file that was imported already, as `statement`. */
export function importedBefore(
  timeZone: string,
  { statementId, createdAt }: Pick<ProviderStatement, "statementId" | "createdAt">,
): Refusal {
  const on = dayIn(timeZone, createdAt);
  return refuse("conflict", { code: "statement_imported", day: { day: on }, statement: statementId }, "file");
}

async function insertStatementWithLines(
  tx: Tx,
  statement: ProviderStatement,
  given: StatementInput,
): Promise<ProviderStatement> {
  await insertStatement(tx, statement);
  let page: Parameters<typeof insertStatementLines>[1][number][] = [];
  let lineCount = 0;
  const identityOf = identities();
  const add = async (row: StatementRow) => {
    page.push(statementLine(statement, row, identityOf(row)));
    lineCount += 1;
    if (page.length < atOnce) return;
    await insertStatementLines(tx, page);
    page = [];
  };
  const collectives: CollectiveRow[] = [];
  const paid = new Set<string>();
  let lastNumber = 0;
  for await (const row of given.rows?.() ?? []) {
    lastNumber = Math.max(lastNumber, row.number);
    if (isCollective(row)) {
      collectives.push(row);
      continue;
    }
    if (row.outcome === "paid") paid.add(row.senderItemId.split(":").at(-1) ?? "");
    await add(row);
  }
  const { provider } = statement;
  const split = await splitCollectives(tx, statement.shopId, collectives, { provider, paid, lastNumber });
  for (const row of split.lines) await add(row);
  await insertStatementLines(tx, page);
  if (lineCount > 0 && !split.isOwn && !(await namesAnyPayout(tx, statement))) {
    throw new StaleStatementError();
  }
  await changeStatement(tx, statement, { lineCount });
  return { ...statement, lineCount };
}

function statementLine({ shopId, statementId }: ProviderStatement, row: StatementRow, identity: string) {
  const { day: _day, ...said } = row;
  return { shopId, statementId, ...said, identity, match: "waiting" };
}

type CollectiveRow = StatementRow & { readonly collective: Collective };

const isCollective = (row: StatementRow): row is CollectiveRow => row.collective !== undefined;

type StatementFacts = {
  readonly provider: StatementProvider;
  /** Payments that other rows of the statement pay. */
  readonly paid: ReadonlySet<string>;
  readonly lastNumber: number;
};

type SplitRows = {
  readonly lines: readonly StatementRow[];
  /** True where a row names payments of the shop, understood or not. */
  readonly isOwn: boolean;
};

/**
 * Turns rows that pay several payments at once into one line for each payment. A row whose count or amount doesn't prove
 * that all of them were paid stays one line, and is unclear.
 */
async function splitCollectives(
  tx: Tx,
  shopId: ShopId,
  rows: readonly CollectiveRow[],
  { provider, paid, lastNumber }: StatementFacts,
): Promise<SplitRows> {
  const found = await paymentsNamedBy(tx, shopId, rows);
  const times = new Map<PaymentId, number>();
  for (const { paymentId } of found.flatMap(({ payments }) => payments)) {
    times.set(paymentId, (times.get(paymentId) ?? 0) + 1);
  }
  let last = lastNumber;
  const numberAfter = () => (last += 1);
  const lines = found.flatMap(({ row, payments }): StatementRow[] => {
    const { collective, ...line } = row;
    if (payments.length === 0) return [line];
    const isPaidElsewhere = payments.some(
      ({ paymentId }) => paid.has(paymentId) || (times.get(paymentId) ?? 0) > 1,
    );
    const named = { payments, method: methodOf(provider), isPaidElsewhere };
    const reason = collectiveFault(line, collective, named);
    if (reason !== null) {
      return [{ ...line, feeMinor: null, outcome: "unclear", reason: reasonAsText(reason) }];
    }
    return linesOfCollective(row, payments, numberAfter);
  });
  return { lines, isOwn: found.some(({ payments }) => payments.length > 0) };
}

type CollectivePayments = { readonly row: CollectiveRow; readonly payments: readonly PaymentRow[] };

async function paymentsNamedBy(
  tx: Tx,
  shopId: ShopId,
  rows: readonly CollectiveRow[],
): Promise<CollectivePayments[]> {
  const collectives = rows.map(({ collective }) => collective);
  const paymentIds = collectives.flatMap((one) => (one.kind === "payments" ? one.paymentIds : []));
  const requestIds = collectives.flatMap((one) => (one.kind === "file" ? [one.requestId] : []));
  const payments = await findPayments(tx, shopId, [...new Set(paymentIds)]);
  const byId = new Map(payments.map((one) => [one.paymentId, one]));
  const ofFiles = await paymentsOfSepaFiles(tx, shopId, [...new Set(requestIds)]);
  const byFile = Map.groupBy(ofFiles, ({ requestId }) => requestId);
  return rows.map((row) => {
    const { collective } = row;
    return {
      row,
      payments:
        collective.kind === "file"
          ? (byFile.get(collective.requestId) ?? [])
          : collective.paymentIds.flatMap((paymentId) => byId.get(paymentId) ?? []),
    };
  });
}
