import type { Acting } from "#app/domain/context.ts";
import { isIdOf, type PaymentId, type ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Match, stepsFor } from "#app/domain/statements/match.ts";
import { methodOf } from "#app/domain/statements/reading.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockComparing } from "#app/store/paid-lines.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import {
  findStatement,
  type ProviderStatement,
  type StatementLineRow,
  writeMatches,
} from "#app/store/provider-statements.ts";
import {
  chooseLocked,
  listCandidates,
  listLines,
  lockLines,
  resolveLocked,
} from "#app/store/statement-matching.ts";
import { knownPaymentOf, matchLines, paidAccordingTo } from "./match-statement.ts";

const offered = 10;

/** Payments that a line of a statement may belong to. */
export async function readCandidates(
  shopId: ShopId,
  statementId: string,
  { number, search }: { readonly number: number; readonly search: string },
) {
  const statement = await findStatement(db(), shopId, statementId);
  const page = { filter: {}, after: number - 1, limit: 1 };
  const line = statement && (await listLines(db(), statement, page))[0]?.line;
  if (!statement || line?.number !== number) {
    return refuse("not-found", { code: "not_found", what: "statement_line" });
  }
  const { currency, amountMinor } = line;
  const method = methodOf(statement.provider);
  const found = await listCandidates(db(), shopId, { method, currency, amountMinor, search, limit: offered });
  return found.map(({ paymentId: id, name: affiliate, status, at, ...payment }) => {
    return { id, affiliate, status, at, amount: { minor: payment.amountMinor, currency: payment.currency } };
  });
}

type PaymentChoice = { readonly number: number; readonly paymentId: string; readonly note: string };

/**
 * Assigns a payment to a line and compares them. Moves no money. An unclear line stays unclear and counts as
 * resolved.
 */
export async function choosePayment(
  statement: ProviderStatement,
  { number, paymentId: chosenId, note }: PaymentChoice,
  { actor, now }: Acting,
): Promise<number | Refusal> {
  const { shopId, statementId } = statement;
  return await inTransaction(async (tx): Promise<number | Refusal> => {
    await lockComparing(tx, shopId);
    const [line] = await lockLines(tx, statement, { numbers: [number] });
    if (!line) return refuse("not-found", { code: "not_found", what: "statement_line" });
    if (line.resolvedAt !== null || line.chosenItemId === chosenId) return 0;
    if (!(await canChooseFor(tx, statement, line))) {
      return refuse("not-possible", { code: "line_step", what: "any", line: number }, "step");
    }
    const payment = isIdOf("payment", chosenId) ? await findPayment(tx, shopId, chosenId as PaymentId) : null;
    if (!payment) return refuse("invalid", { code: "not_found", what: "payment" }, "payment");
    if (payment.method !== methodOf(statement.provider)) {
      return refuse("invalid", { code: "other_method" }, "payment");
    }
    const { paymentId } = payment;
    await chooseLocked(tx, statement, { number, paymentId });
    const matches = await matchLines(tx, statement, [{ ...line, chosenItemId: paymentId }]);
    await writeMatches(tx, statement, matches);
    if (matches.some(({ match }) => match === "unclear")) {
      const resolved = { resolvedAt: now, resolvedBy: actor, resolution: "choose", note };
      await resolveLocked(tx, statement, [number], resolved);
    }
    await recordAudit(tx, shopId, {
      subjectKind: "provider_statement",
      subjectId: statementId,
      action: "resolved",
      actor,
      details: { step: "choose", lines: [number], payment: paymentId, note },
      now,
    });
    return 1;
  });
}

/** False if the line's payment is certain, as for a matched line. */
async function canChooseFor(
  tx: Tx,
  { shopId, until }: ProviderStatement,
  line: StatementLineRow,
): Promise<boolean> {
  const payment = line.paymentId === null ? null : await findPayment(tx, shopId, line.paymentId);
  const known = payment && knownPaymentOf(payment);
  return stepsFor(line.match as Match, { payment: known, line: paidAccordingTo(line), until }).includes(
    "choose",
  );
}
