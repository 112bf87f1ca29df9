import type { Acting, Ctx } from "#app/domain/context.ts";
import { readHandAmount } from "#app/domain/hand-amount.ts";
import { type AdjustmentId, idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { adjustmentEntry } from "#app/domain/ledger/entries.ts";
import { isOpen } from "#app/domain/payouts/payment.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { adjustmentOf, type Match, type Step, stepsFor } from "#app/domain/statements/match.ts";
import { awaitedUntil } from "#app/domain/statements/awaited.ts";
import { db, inTransaction, isUniqueViolation, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertAdjustment } from "#app/store/decisions.ts";
import { postEntries } from "#app/store/ledger.ts";
import { adjustedLine } from "#app/store/paid-lines.ts";
import { findPayment, type PaymentRow } from "#app/store/payout-payments.ts";
import {
  findStatement,
  type ProviderStatement,
  type StatementLineRow,
  writeMatches,
} from "#app/store/provider-statements.ts";
import { listLines, lockLines, resolveLocked } from "#app/store/statement-matching.ts";
import { askBeforeReturn } from "./ask-before-return.ts";
import { cancelUnclaimedPayment } from "./cancel-unclaimed.ts";
import { choosePayment } from "./choose-payment.ts";
import { endSection } from "./claim-request.ts";
import { endRequestsOf, lockPaymentsWithRequests, whyNotSent } from "./lock-payments.ts";
import { knownPaymentOf, matchLines, paidAccordingTo } from "./match-statement.ts";
import { type PaymentMove, movePayments } from "./move-payments.ts";
import { type RecordedPayment, recordPayment } from "./record-payment.ts";

type ResolveLinesInput = {
  readonly numbers: readonly number[];
  readonly step: Step;
  readonly note: string;
  /** Affiliate of a recorded payment: an id, an email address or a referral code. */
  readonly affiliate?: string | undefined;
  /** The adjustment of a balance for a line in another currency: a decimal. Positive gives, negative takes. */
  readonly amount?: string | undefined;
  /** The payment chosen for a line. */
  readonly payment?: string | undefined;
};

/** Lines per transaction. */
const mostAtOnce = 250;

/**
 * Takes one step for some lines of a bank statement: for all, or for none if it is impossible for one. Lines
 * that are resolved already stay as they are, so it may be repeated. Returns how many lines were resolved.
 */
export async function resolveLines(
  ctx: Ctx,
  statementId: string,
  asked: ResolveLinesInput,
): Promise<number | Refusal> {
  const { shopId } = ctx.shop;
  const statement = await findStatement(db(), shopId, statementId);
  if (!statement) return refuse("not-found", { code: "not_found", what: "statement" });
  if (statement.stopped !== "") return refuse("conflict", { code: "statement_stopped" });
  if (statement.status !== "ready") return refuse("conflict", { code: "statement_comparing" });
  const numbers = [...new Set(asked.numbers)];
  if (numbers.length === 0 || numbers.length > mostAtOnce) {
    return refuse("invalid", { code: "choose_up_to", most: mostAtOnce }, "lines");
  }
  if (asked.step === "choose") return await chooseForOneLine(statement, { ...asked, numbers }, ctx);
  const missing = missingIn(asked) ?? (await askProviderFirst(statement, { ...asked, numbers }, ctx));
  if (missing) return missing;
  const done = await resolveOnce(statement, { ...asked, numbers }, ctx);
  if (isRefusal(done)) return done;
  for (const sectionId of done.sections) await endSection(shopId, sectionId, ctx.now);
  return done.count;
}

async function chooseForOneLine(
  statement: ProviderStatement,
  { numbers: [number = 0, second], payment = "", note: text }: ResolveLinesInput,
  by: Acting,
): Promise<number | Refusal> {
  if (second !== undefined) {
    return refuse("invalid", { code: "one_line_each" }, "lines");
  }
  if (payment === "") return refuse("invalid", { code: "choice_missing", what: "payment" }, "payment");
  return await choosePayment(statement, { number, paymentId: payment, note: text }, by);
}

/** Marks all payments as paid that a statement confirms, one page of lines at a time. Returns how many. */
export async function settleMatched(ctx: Ctx, statementId: string): Promise<number | Refusal> {
  const { shopId } = ctx.shop;
  const statement = await findStatement(db(), shopId, statementId);
  if (!statement) return refuse("not-found", { code: "not_found", what: "statement" });
  let done = 0;
  let after = 0;
  for (;;) {
    const page = { filter: { match: "paid", open: true }, after, limit: mostAtOnce };
    const numbers = (await listLines(db(), statement, page)).map(({ line }) => line.number);
    if (numbers.length === 0) return done;
    after = numbers.at(-1) ?? after;
    const marked = await resolveLines(ctx, statementId, { numbers, step: "settle", note: "" });
    if (isRefusal(marked)) return marked;
    done += marked;
  }
}

/** If two people record one payment from two statements at the same time, the unique index lets one through. */
async function resolveOnce(statement: ProviderStatement, asked: ResolveLinesInput, by: Acting) {
  try {
    return await inTransaction((tx) => resolveCases(tx, statement, asked, by));
  } catch (error) {
    if (!isUniqueViolation(error, "statement_lines_recorded")) throw error;
    return refuse("conflict", { code: "statement_changed" });
  }
}

const needNote: ReadonlySet<Step> = new Set(["noted", "adjust", "exchange", "record"]);

function missingIn({ step, note: why, affiliate = "", numbers }: ResolveLinesInput): Refusal | null {
  if (needNote.has(step) && why.trim() === "") {
    return refuse("invalid", { code: "value_missing", what: "reason" }, "note");
  }
  if (step === "exchange" && numbers.length > 1) {
    return refuse("invalid", { code: "one_line_each" }, "lines");
  }
  if (step === "take-back" && numbers.length > 1) {
    return refuse("invalid", { code: "one_line_each" }, "lines");
  }
  const isForNobody = step === "record" && affiliate.trim() === "";
  return isForNobody ? refuse("invalid", { code: "choice_missing", what: "affiliate" }, "affiliate") : null;
}

/** Asks PayPal before anything is written, outside any transaction. */
async function askProviderFirst(
  statement: ProviderStatement,
  asked: ResolveLinesInput,
  by: Acting,
): Promise<Refusal | null> {
  if (asked.step === "return") return await askBeforeReturn(statement, asked.numbers, by.now);
  return asked.step === "take-back" ? await cancelUnclaimed(statement, asked, by) : null;
}

/**
 * Asks PayPal to cancel a payment before its line is written. After a crash or a repeated request, the payment
 * is found canceled already.
 */
async function cancelUnclaimed(
  statement: ProviderStatement,
  { numbers, step }: ResolveLinesInput,
  by: Acting,
): Promise<Refusal | null> {
  const { shopId } = statement;
  const line = await inTransaction(async (tx) => (await lockLines(tx, statement, { numbers }))[0]);
  const payment = line?.paymentId ? await findPayment(db(), shopId, line.paymentId) : null;
  if (!line || !payment || line.resolvedAt !== null || isCanceledLine({ line, payment })) return null;
  if (!canTakeStep(statement, { line, payment }, step)) {
    return refusalOfStep(statement, { line, payment }, step);
  }
  return await cancelUnclaimedPayment({ shop: { shopId }, ...by }, payment.paymentId);
}

/** True if the payment to cancel has come back. */
function isCanceledLine({ line, payment }: LineCase): boolean {
  return payment?.status === "returned" && (line.match === "missing" || line.outcome === "unclaimed");
}

type LineCase = { readonly line: StatementLineRow; readonly payment: PaymentRow | null };

async function resolveCases(tx: Tx, statement: ProviderStatement, asked: ResolveLinesInput, by: Acting) {
  const { shopId } = statement;
  const lines = await lockLines(tx, statement, { numbers: asked.numbers });
  if (lines.length < asked.numbers.length) {
    return refuse("not-found", { code: "not_found", what: "statement_line" });
  }
  const open = lines.filter((line) => line.resolvedAt === null);
  const held = await lockPaymentsWithRequests(tx, shopId, [
    ...new Set(open.flatMap((line) => line.paymentId ?? [])),
  ]);
  const { payments } = held;
  const byId = new Map(payments.map((payment) => [payment.paymentId, payment]));
  const cases = open.map((line): LineCase => ({
    line,
    payment: (line.paymentId && byId.get(line.paymentId)) || null,
  }));
  const wrong = cases.find((one) =>
    asked.step === "take-back" ? !isCanceledLine(one) : !canTakeStep(statement, one, asked.step),
  );
  if (wrong) return refusalOfStep(statement, wrong, asked.step);
  const paid = asked.step === "return" ? await paidByAnother(tx, statement, cases) : undefined;
  if (paid) return refuse("conflict", { code: "line_paid_elsewhere", line: paid.line.number });
  const recorded = asked.step === "record" ? await recordPayments(tx, { cases, asked }, by) : [];
  if (isRefusal(recorded)) return recorded;
  const refusal = await postResolution(tx, shopId, { cases, asked }, by);
  if (refusal) return refusal;
  await endRequestsOf(tx, held, by.now);
  await recordResolutions(tx, statement, { lines: open, asked, recorded }, by);
  return {
    count: open.length,
    sections: new Set([...payments, ...recorded].map((payment) => payment.sectionId)),
  };
}

/** A line reported as returned whose payment another row, perhaps of a later statement, says was paid. */
async function paidByAnother(tx: Tx, statement: ProviderStatement, cases: readonly LineCase[]) {
  const told = cases.filter(({ line }) => line.match === "returned");
  const stands = await matchLines(
    tx,
    statement,
    told.map(({ line }) => line),
  );
  const agreed = new Set(stands.filter((one) => one.match === "matched").map((one) => one.number));
  return told.find(({ line, payment }) => isOpenOrPaid(payment) && agreed.has(line.number));
}

const isOpenOrPaid = (payment: PaymentRow | null) =>
  payment !== null && (isOpen(payment.status) || payment.status === "paid");

/** Records payments that the app does not know as manual payments. */
async function recordPayments(
  tx: Tx,
  { cases, asked }: LineResolution,
  by: Acting,
): Promise<RecordedPayment[] | Refusal> {
  const { affiliate = "", note: why } = asked;
  const done: RecordedPayment[] = [];
  for (const { line } of cases) {
    const one = await recordPayment(tx, line, { affiliate: affiliate.trim(), note: why }, by);
    if (isRefusal(one)) return one;
    done.push(one);
  }
  return done;
}

function canTakeStep({ until }: ProviderStatement, { line, payment }: LineCase, step: Step): boolean {
  const known = payment && knownPaymentOf(payment);
  return stepsFor(line.match as Match, { payment: known, line: paidAccordingTo(line), until }).includes(step);
}

/** A payment that may still be made is not returned: it would be paid a second time. */
function refusalOfStep({ until }: ProviderStatement, { line, payment }: LineCase, step: Step): Refusal {
  const why = step === "return" && payment ? whyStillPaid(payment, until) : "any";
  return refuse("not-possible", { code: "line_step", what: why, line: line.number }, "step");
}

function whyStillPaid(payment: PaymentRow, until: Date): "any" | "bank_may_pay" | "provider_may_pay" {
  if (awaitedUntil(payment, until) !== null) {
    return "bank_may_pay";
  }
  return isOpen(payment.status) ? "provider_may_pay" : "any";
}

type LineResolution = { readonly cases: readonly LineCase[]; readonly asked: ResolveLinesInput };

/** Posts what the step means for the books. Refuses if the payments have moved on meanwhile. */
async function postResolution(
  tx: Tx,
  shopId: ShopId,
  { cases, asked }: LineResolution,
  by: Acting,
): Promise<Refusal | null> {
  if (asked.step === "noted" || asked.step === "record" || asked.step === "take-back") return null;
  const moves = cases.flatMap((one) => movesForLine(one, asked));
  const moving = new Set(moves.map((one) => one.paymentId));
  const unsent = await whyNotSent(
    tx,
    shopId,
    cases.flatMap(({ payment }) => (payment && moving.has(payment.paymentId) ? payment : [])),
  );
  if (unsent) return unsent;
  const moved = await movePayments(tx, shopId, moves, by);
  if (moved.some((one) => one.isContradiction)) {
    return refuse("conflict", { code: "statement_changed" });
  }
  if (asked.step !== "adjust" && asked.step !== "exchange") return null;
  for (const { line, payment } of cases) {
    const refusal = payment && (await adjustForLine(tx, { line, payment }, asked, by));
    if (refusal) return refusal;
  }
  return null;
}

function movesForLine({ line, payment }: LineCase, { step, note: reason }: ResolveLinesInput): PaymentMove[] {
  const move = payment && moveFor(step, line, payment);
  if (!move) return [];
  const isPayment = line.outcome === "paid";
  // A fee in another currency does not belong to this payment's books.
  const isFeeOfIt = move.to === "paid" && line.currency === payment.currency;
  const feeMinor = isFeeOfIt ? (line.feeMinor ?? undefined) : undefined;
  const told = {
    happenedAt: line.at ?? undefined,
    providerTransactionId: (isPayment && line.providerTransactionId) || undefined,
    providerStatus: line.providerStatus || undefined,
    reason: reason || undefined,
  };
  return [{ paymentId: payment.paymentId, ...told, feeMinor, mayLowerFee: line.match === "fee", move }];
}

/** The payment's next state for a step. Null if it stays. */
function moveFor(step: Step, line: StatementLineRow, payment: PaymentRow): PaymentMove["move"] | null {
  if (step === "settle") return { said: "person", to: "paid" };
  if (step === "return") return { said: "person", to: "returned" };
  // A fee is posted for a payment that has arrived already. The payment keeps its state.
  if (line.match === "fee") return { said: "provider", to: "paid" };
  // An open payment is settled with its planned amount, and the adjustment posts the difference or the returned
  // part. Money paid in addition to a payment settles nothing.
  const wasPaid = line.outcome === "paid" || line.outcome === "returned";
  const isOfItem = wasPaid && line.match !== "unexpected";
  return step === "adjust" && isOpen(payment.status) && isOfItem ? { said: "person", to: "paid" } : null;
}

type ResolvedLines = {
  readonly lines: readonly StatementLineRow[];
  readonly asked: ResolveLinesInput;
  readonly recorded: readonly RecordedPayment[];
};

/** Marks the lines as resolved, updates their matches and records who did it. */
async function recordResolutions(
  tx: Tx,
  statement: ProviderStatement,
  { lines, asked, recorded }: ResolvedLines,
  { actor, now }: Acting,
): Promise<void> {
  const { shopId, statementId } = statement;
  const numbers = lines.map((line) => line.number);
  if (numbers.length === 0) return;
  const { step: resolution, note: text } = asked;
  await resolveLocked(tx, statement, numbers, { resolvedAt: now, resolvedBy: actor, resolution, note: text });
  // A posted step makes both sides agree in every line about these payments; a returned payment has two lines.
  // Lines that were only noted keep their match.
  if (resolution === "settle" || resolution === "return" || resolution === "take-back") {
    const paymentIds = [...new Set(lines.flatMap((line) => line.paymentId ?? []))];
    const told = await lockLines(tx, statement, { paymentIds });
    await writeMatches(tx, statement, await matchLines(tx, statement, told));
  }
  const agreed = recorded.map(({ number, paymentId }) => ({ number, paymentId, match: "matched" as const }));
  await writeMatches(tx, statement, agreed);
  await recordAudit(tx, shopId, {
    subjectKind: "provider_statement",
    subjectId: statementId,
    action: "resolved",
    actor,
    details: { step: resolution, lines: numbers, note: text },
    now,
  });
}

type LineDifference = { readonly line: StatementLineRow; readonly payment: PaymentRow };
type DifferenceStep = { readonly step: Step; readonly note: string; readonly amount?: string | undefined };

/**
 * M12: adjusts the balance by the line's difference, in the payout's currency: a different paid amount, a fee that
 * was estimated but not charged, or, for a payment in another currency, the amount that a person enters. One payment
 * is adjusted once, whatever number of statements list it.
 */
async function adjustForLine(
  tx: Tx,
  { line, payment }: LineDifference,
  asked: DifferenceStep,
  { actor, now }: Acting,
): Promise<Refusal | null> {
  const amountMinor = adjustmentAmount({ line, payment }, asked);
  if (isRefusal(amountMinor)) return amountMinor;
  if (amountMinor === 0n) return null;
  const before = await adjustedLine(tx, line);
  if (before) {
    return refuse("conflict", {
      code: "already_adjusted",
      before: before.number,
      statement: before.statementId,
      line: line.number,
    });
  }
  const { shopId, affiliateId, currency } = payment;
  const { note } = asked;
  const adjustmentId = newId<AdjustmentId>(idPrefixes.adjustment, now);
  const row = { shopId, adjustmentId, affiliateId, commissionId: null, currency, amountMinor, note, at: now };
  await insertAdjustment(tx, { ...row, actor });
  await postEntries(tx, shopId, [{ ...adjustmentEntry(row), happenedAt: now }], now);
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "adjusted",
    actor,
    details: { adjustmentId, amountMinor: String(amountMinor), currency, note },
    now,
  });
  return null;
}

function adjustmentAmount(
  { line, payment }: LineDifference,
  { step, amount = "" }: DifferenceStep,
): bigint | Refusal {
  if (step === "exchange") return readHandAmount(amount, payment.currency, true);
  return adjustmentOf(line.match as Match, paidAccordingTo(line), knownPaymentOf(payment));
}
