import { systemActor } from "#app/domain/actor.ts";
import { isIdOf, type PaymentId, type ShopId } from "#app/domain/ids.ts";
import type { Outcome } from "#app/domain/payouts/payment.ts";
import { type KnownPayment, type StatementOutcome, matchOf, untold } from "#app/domain/statements/match.ts";
import { awaitedUntil } from "#app/domain/statements/awaited.ts";
import {
  type ComparedLine,
  furtherPayments,
  isOfOtherEntry,
  type PaidLine,
} from "#app/domain/statements/further.ts";
import { outcomeOfStatus } from "#app/domain/statements/statement-row.ts";
import { methodOf } from "#app/domain/statements/reading.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { lockComparing, paidLines } from "#app/store/paid-lines.ts";
import {
  changeStatement,
  insertStatementLines,
  type LineMatch,
  lockStatement,
  type ProviderStatement,
  type StatementLineRow,
  writeMatches,
} from "#app/store/provider-statements.ts";
import {
  findNamedPayments,
  lastNumber,
  listLines,
  type NamedPayment,
  recordedPayments,
} from "#app/store/statement-matching.ts";
import {
  currenciesTold,
  resolveFound,
  type Span,
  unmentionedPayments,
} from "#app/store/unmentioned-payments.ts";
import { readCredits } from "./read-credits.ts";

const atOnce = 500;

type StatementKey = { readonly shopId: string; readonly statementId: string };

/**
 * Compares the lines of a bank statement with the payments and adds a line for each payment that it lacks. Each
 * piece is a transaction, so another worker can continue after a crash.
 */
export async function matchStatement(
  { shopId, statementId }: StatementKey,
  clock: () => Date,
): Promise<void> {
  await readCredits({ shopId: shopId as ShopId, statementId });
  let isDone = false;
  while (!isDone) {
    isDone = await inTransaction((tx) => matchSome(tx, shopId as ShopId, statementId, clock()));
  }
}

/** Compares one piece. True if nothing is left to do. */
async function matchSome(tx: Tx, shopId: ShopId, statementId: string, now: Date): Promise<boolean> {
  const statement = await lockStatement(tx, shopId, statementId);
  if (statement?.status !== "matching" || statement.stopped !== "") return true;
  await lockComparing(tx, shopId);
  const page = { filter: {}, after: statement.matchedUpTo, limit: atOnce };
  const lines = (await listLines(tx, statement, page)).map((one) => one.line);
  const last = lines.at(-1);
  if (last) {
    await writeMatches(tx, statement, await matchLines(tx, statement, lines));
    await changeStatement(tx, statement, { matchedUpTo: last.number });
    return false;
  }
  const span = await comparedSpan(tx, statement);
  const isAll = await addMissing(tx, statement, span);
  if (isAll) {
    await resolveFound(tx, statement, { ...span, by: systemActor, now });
    await changeStatement(tx, statement, { status: "ready" });
  }
  return isAll;
}

/** Compares lines with the current state of the payments. */
export async function matchLines(
  tx: Tx,
  { shopId, provider }: Pick<ProviderStatement, "shopId" | "provider">,
  lines: readonly StatementLineRow[],
): Promise<LineMatch[]> {
  const said = lines.filter((line) => !untold.has(line.match));
  const recorded = await recordedPayments(
    tx,
    shopId,
    said.map((line) => line.identity),
  );
  const payments = await findNamedPayments(tx, shopId, {
    paymentIds: [
      ...said.flatMap((line) => [line.chosenItemId ?? [], ownItemId(shopId, line) ?? []].flat()),
      ...recorded.values(),
    ],
    providerItemIds: said.map((line) => line.providerItemId).filter(Boolean),
    transactionIds: said.map((line) => line.providerTransactionId).filter(Boolean),
  });
  const known = paymentsByName(payments);
  const pairs = said.map((line) => {
    const payment =
      known.get(line.chosenItemId ?? "") ??
      known.get(ownItemId(shopId, line) ?? "") ??
      known.get(`payment ${line.providerItemId}`) ??
      known.get(`transaction ${line.providerTransactionId}`) ??
      known.get(recorded.get(line.identity) ?? "") ??
      null;
    return { line, payment };
  });
  const further = await findFurther(tx, shopId, pairs);
  const isOfEntries = provider === "wise";
  const sentAgain = isOfEntries ? await findSentAgain(tx, shopId, { pairs, further }) : new Set<number>();
  return pairs.map(({ line, payment }) => {
    const { number } = line;
    const paymentId = payment?.paymentId ?? null;
    if (payment && isReturnOfOtherAmount(line, payment, provider)) {
      return { number, paymentId, match: "unclear" };
    }
    const usual = sentAgain.has(number)
      ? "matched"
      : matchOf(paidAccordingTo(line), payment && knownPaymentOf(payment));
    return { number, paymentId, match: further.has(number) ? "unexpected" : usual };
  });
}

/** A bank reports only the amount of a return. A different amount may be other money. */
function isReturnOfOtherAmount(line: StatementLineRow, payment: NamedPayment, provider: string): boolean {
  const isOther = line.amountMinor !== payment.amountMinor || line.currency !== payment.currency;
  return provider === "bank" && line.outcome === "returned" && isOther;
}

/** Payments by their ids. Null for a transaction id shared by several payments, which can't tell them apart. */
function paymentsByName(payments: readonly NamedPayment[]): ReadonlyMap<string, NamedPayment | null> {
  const known = new Map<string, NamedPayment | null>();
  for (const payment of payments) {
    known.set(payment.paymentId, payment);
    if (payment.providerItemId) known.set(`payment ${payment.providerItemId}`, payment);
    if (!payment.providerTransactionId) continue;
    const name = `transaction ${payment.providerTransactionId}`;
    const isOther = known.has(name) && known.get(name)?.paymentId !== payment.paymentId;
    known.set(name, isOther ? null : payment);
  }
  return known;
}

/** The payment that a line names, if it belongs to this shop. */
function ownItemId(shopId: ShopId, { senderItemId }: StatementLineRow): PaymentId | null {
  const parts = senderItemId.split(":");
  const paymentId = parts.at(-1) ?? "";
  const isOwn = parts.length === 1 || parts[0] === shopId;
  return isOwn && isIdOf("payment", paymentId) ? (paymentId as PaymentId) : null;
}

/** A line in the form that the matching rules read. */
export function paidAccordingTo(line: StatementLineRow): StatementOutcome {
  const { amountMinor, feeMinor, currency } = line;
  return { outcome: line.outcome as Outcome | "unclear", amountMinor, feeMinor, currency };
}

/** A payment in the form that the matching rules read. */
export function knownPaymentOf(
  payment: Omit<NamedPayment, "paymentId" | "providerItemId" | "providerTransactionId">,
): KnownPayment {
  const { status, method, contradiction, amountMinor, feeMinor, withheldMinor, currency } = payment;
  const { sentAt, settledAt } = payment;
  const wasPaid = settledAt !== null;
  const amounts = { amountMinor, feeMinor, withheldMinor, currency };
  return { status, method, contradiction, ...amounts, wasPaid, sentAt, settledAt };
}

/**
 * The payments that a statement should contain: for a report all that were paid on its days, for a file those
 * in its currencies. Of bank files only those made for this bank count.
 */
async function comparedSpan(tx: Tx, statement: ProviderStatement): Promise<Span> {
  const { since, until, source, provider } = statement;
  const currencies = source === "csv" ? await currenciesTold(tx, statement) : null;
  return { provider, since, until, currencies, columns: columnsFor[provider], isReport: source === "api" };
}

const columnsFor = { wise: ["wise"], bank: ["generic", "sepa"], paypal: null, store_credit: null } as const;

/** Adds lines for payments that the statement lacks, one section at a time. True if there are no more. */
async function addMissing(tx: Tx, statement: ProviderStatement, span: Span): Promise<boolean> {
  const { shopId, statementId, provider } = statement;
  const method = methodOf(provider);
  const asked = { ...span, method, after: "", limit: atOnce };
  const found = await unmentionedPayments(tx, statement, asked);
  const first = (await lastNumber(tx, statement)) + 1;
  await insertStatementLines(
    tx,
    found.map(({ paymentId, amountMinor, currency, at, receiver, status, sentAt }, index) => ({
      shopId,
      statementId,
      number: first + index,
      senderItemId: paymentId,
      amountMinor,
      currency,
      at,
      receiver,
      outcome: "",
      match: awaitedUntil({ method, status, sentAt }, span.until) === null ? "missing" : "awaited",
      paymentId,
    })),
  );
  if (found.length > 0) await changeStatement(tx, statement, { matchedUpTo: first + found.length - 1 });
  return found.length < atOnce;
}

type MatchPair = { readonly line: StatementLineRow; readonly payment: NamedPayment | null };
type PaidPair = { readonly line: StatementLineRow; readonly payment: NamedPayment };

/**
 * Numbers of lines that report a further payment of a payout that another line, of this or another statement, reports
 * already.
 */
async function findFurther(
  tx: Tx,
  shopId: ShopId,
  pairs: readonly MatchPair[],
): Promise<ReadonlySet<number>> {
  const paid = pairs.flatMap(({ line, payment }) =>
    payment && line.outcome === "paid" ? [{ line, payment }] : [],
  );
  const others = await otherPaidLines(tx, shopId, paid);
  const further = new Set<number>();
  for (const [paymentId, own] of Map.groupBy(paid, ({ payment }) => payment.paymentId)) {
    for (const { number } of furtherPayments(own.map(comparedLineOf), others.get(paymentId) ?? [])) {
      further.add(number);
    }
  }
  return further;
}

/** Numbers of Wise lines about a transfer that failed and was sent again. Another row paid the payout. */
async function findSentAgain(
  tx: Tx,
  shopId: ShopId,
  { pairs, further }: { readonly pairs: readonly MatchPair[]; readonly further: ReadonlySet<number> },
): Promise<ReadonlySet<number>> {
  const told = pairs.flatMap(({ line, payment }) => (payment ? [{ line, payment }] : []));
  const back = told.filter(({ line }) => isOwnEnd(line));
  const others = await otherPaidLines(tx, shopId, back);
  const paid = Map.groupBy(
    told.filter(({ line }) => line.outcome === "paid"),
    ({ payment }) => payment.paymentId,
  );
  const sentAgain = back.filter(({ line, payment: { paymentId } }) => {
    const own = paid.get(paymentId) ?? [];
    const compared = own.map((one) => ({ ...one.line, isFurther: further.has(one.line.number) }));
    return isOfOtherEntry(line.identity, [...compared, ...(others.get(paymentId) ?? [])]);
  });
  return new Set(sentAgain.map(({ line }) => line.number));
}

/** True if its own status says that it failed. A row for incoming money has a completed status. */
function isOwnEnd({ outcome, providerStatus }: StatementLineRow): boolean {
  const [word = ""] = providerStatus.split(", fee ", 1);
  return (outcome === "returned" || outcome === "failed") && outcomeOfStatus(word) === outcome;
}

/** Lines about these payouts that are not being compared now, with their current matches. */
async function otherPaidLines(
  tx: Tx,
  shopId: ShopId,
  paid: readonly PaidPair[],
): Promise<ReadonlyMap<PaymentId | null, PaidLine[]>> {
  const compared = new Set(paid.map(({ line }) => `${line.statementId} ${line.number}`));
  const rows = await paidLines(tx, shopId, [...new Set(paid.map(({ payment }) => payment.paymentId))]);
  const others = rows
    .filter((row) => !compared.has(`${row.statementId} ${row.number}`))
    .map((row) => ({ ...row, isFurther: isOtherPaidLine(row) }));
  return Map.groupBy(others, (row) => row.paymentId);
}

/**
 * True for a further payment, or one of another amount that a person resolved with a note, such as an error in the
 * file. Another line may report the payout's own payment.
 */
function isOtherPaidLine({
  match,
  resolution,
}: {
  readonly match: string;
  readonly resolution: string;
}): boolean {
  return match === "unexpected" || (match === "amount" && resolution === "noted");
}

function comparedLineOf({ line, payment }: PaidPair): ComparedLine {
  const { statementId, number, identity, providerTransactionId: transactionId, at } = line;
  return {
    statementId,
    number,
    identity,
    at,
    isFurther: line.match === "unexpected",
    isResolved: line.resolvedAt !== null,
    isNamed: transactionId !== "" && transactionId === payment.providerTransactionId,
    isOfAmount: line.amountMinor === payment.amountMinor && line.currency === payment.currency,
  };
}
