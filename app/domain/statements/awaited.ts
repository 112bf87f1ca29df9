import { isOpen, type ItemState } from "../payouts/item.ts";
import type { PayoutMethod } from "../payouts/method.ts";

/**
 * So long a bank's statement need not have a payment whose file was handed over: transfers take up to five working days,
 * and any seven days of the calendar have five.
 */
export const bankTakesDays = 7;

/**
 * So many days may lie between two statements that follow each other: a file begins and ends with a booking, and on a
 * long weekend there may be none.
 */
export const betweenStatementsDays = 3;

const dayMs = 86_400_000;

type Sent = {
  readonly method: PayoutMethod;
  readonly status: ItemState;
  readonly sentAt: Date | null;
};

/**
 * Milliseconds since 1970: how far a bank's statement has to go to tell whether it paid something, where this one, which ends at `until`, does not
 * go so far; null where it does, and where nobody awaits it any more. What a person said to be paid by then is awaited
 * too: they say it of the file, and the bank books it when it has worked it off.
 */
export function awaitedUntil({ method, status, sentAt }: Sent, until: Date): number | null {
  if (method !== "bank" || sentAt === null || !(isOpen(status) || status === "settled")) return null;
  const tellsMs = sentAt.getTime() + bankTakesDays * dayMs;
  return tellsMs > until.getTime() ? tellsMs : null;
}
