import type { Money } from "#app/domain/money.ts";
import { outcomes, paymentStates } from "#app/domain/payouts/payment.ts";
import { isWaiting, matches, untold } from "#app/domain/statements/match.ts";
import type { ReadLine, ReadStatement } from "./read-reconciliation.ts";

/** A statement as screens and the API show it. */
export function statementViewOf({ statement, counts, totals, toMark }: ReadStatement) {
  const { statementId: id, provider, source, fileName, since, until, stopped, lineCount: lines } = statement;
  const compared = counts.reduce((sum, one) => sum + (untold.has(one.match) ? 0 : one.count), 0);
  return {
    id,
    provider,
    source,
    fileName,
    since,
    until,
    status: stopped === "" ? statement.status : ("stopped" as const),
    stopped,
    accounts: provider === "store_credit" ? statement.accountsRead : null,
    totals: totals.map(({ currency, paid, back }) => ({
      currency,
      paid: movedOf(paid, currency),
      back: movedOf(back, currency),
    })),
    lines,
    compared: Math.min(compared, lines),
    open: counts.reduce((sum, one) => sum + one.open, 0),
    toMark: toMark.map((one) => ({ currency: one.currency, ...movedOf(one, one.currency) })),
    counts,
    takenInBy: statement.createdBy.name,
    takenInAt: statement.createdAt,
  };
}

type Moved = { readonly count: number; readonly amountMinor: bigint };

function movedOf({ count, amountMinor: minor }: Moved, currency: string) {
  return { count, amount: { minor, currency } };
}

/** A line of a statement as screens and the API show it. */
export function lineViewOf({ line, payment, steps, ...read }: ReadLine) {
  const { affiliateId: id, affiliateName, adjustsMinor, paidBy } = read;
  const { currency, feeMinor } = line;
  return {
    number: line.number,
    ...standingOf({ line, payment, waitsUntil: read.waitsUntil }),
    reason: line.reason,
    amount: currency === "" ? null : { minor: line.amountMinor, currency },
    fee: feeMinor === null ? null : { minor: feeMinor, currency },
    at: line.at,
    providerStatus: line.providerStatus,
    transaction: line.providerTransactionId,
    receiver: line.receiver,
    payment: payment && paymentOf(payment),
    affiliate: id === null ? null : { id, name: affiliateName ?? id },
    steps,
    adjusts: payment && adjustsMinor !== null ? { minor: adjustsMinor, currency: payment.currency } : null,
    paidBy: paidBy && { statement: paidBy.statementId, line: paidBy.number },
    resolution: line.resolution,
    note: line.note,
    resolvedAt: line.resolvedAt,
    resolvedBy: line.resolvedBy?.name ?? null,
  };
}

function paymentOf({ paymentId: id, sectionId: section, method, status, ...payment }: PaymentOfLine) {
  const { amountMinor, feeMinor, currency } = payment;
  const amount: Money = { minor: amountMinor, currency };
  return { id, section, method, status, amount, fee: { minor: feeMinor, currency } };
}

type PaymentOfLine = NonNullable<ReadLine["payment"]>;

/** Match of a line, its outcome, and if and until when the app waits for a later statement. */
function standingOf({ line, payment, waitsUntil }: Pick<ReadLine, "line" | "payment" | "waitsUntil">) {
  const match = matches.find((one) => one === line.match) ?? ("waiting" as const);
  const says = outcomes.find((one) => one === line.outcome) ?? null;
  const status = paymentStates.find((one) => one === payment?.status);
  const known = payment && status ? { ...payment, status, wasPaid: payment.settledAt !== null } : null;
  const isOpenThere = match !== "waiting" && isWaiting(match, { outcome: says, payment: known });
  return { match, says, waits: waitsUntil !== null || isOpenThere, waitsUntil };
}
