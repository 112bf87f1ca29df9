import { isOpen, type PaymentState } from "#app/domain/payouts/payment.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";

/** Days in which a bank statement may lack a sent payment: a transfer takes up to five working days. */
export const bankTakesDays = 7;

/** Days that may lie between two successive statements: a file ends with a booking, and a long weekend has none. */
export const betweenStatementsDays = 3;

const dayMs = 86_400_000;

type SentPayment = {
  readonly method: PayoutMethod;
  readonly status: PaymentState;
  readonly sentAt: Date | null;
};

/**
 * The end that a bank statement needs to prove that a payment is missing, in milliseconds since 1970. Null if this
 * statement, which ends at `until`, reaches that far, or if the payment is no longer awaited. A payment that a person
 * marked as paid is awaited too, because people mark whole files before the bank has booked them.
 */
export function awaitedUntil({ method, status, sentAt }: SentPayment, until: Date): number | null {
  if (method !== "bank" || sentAt === null || !(isOpen(status) || status === "paid")) return null;
  const tellsMs = sentAt.getTime() + bankTakesDays * dayMs;
  return tellsMs > until.getTime() ? tellsMs : null;
}
