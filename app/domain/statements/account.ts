import type { PaymentId } from "../ids.ts";

/** A transaction of a store credit account. Minor units without a sign. */
export type Movement = {
  /** Id at the platform. Later transactions have higher ids. */
  readonly transactionId: string;
  readonly kind: "credit" | "debit";
  readonly amountMinor: bigint;
  readonly at: Date;
  /** True when a person or app made it. False when an order was paid from the account or refunded to it. */
  readonly isAdjustment: boolean;
};

/** A payment with a known transaction. Minor units. */
export type KnownPayout = {
  readonly paymentId: PaymentId;
  readonly providerTransactionId: string;
  readonly amountMinor: bigint;
  readonly settledAt: Date | null;
};

/** A payment that may or may not have been made. `seenBefore` is the newest transaction id before the try. */
export type OpenPayout = {
  readonly paymentId: PaymentId;
  readonly amountMinor: bigint;
  readonly seenBefore: string;
};

type Account = {
  /** Newest first. */
  readonly movements: readonly Movement[];
  readonly known: readonly KnownPayout[];
  readonly open: readonly OpenPayout[];
  /** Period of the statement: from `since` up to but excluding `until`. */
  readonly since: Date;
  readonly until: Date;
};

/** A transaction in the statement, with its payment. Null when it belongs to none. */
export type PaymentMovement = { readonly movement: Movement; readonly paymentId: PaymentId | null };

/**
 * Transactions about payments: credits that are or may be one, and debits that take one back. A credit is also
 * included when its payment was settled in the period, because the platform's clock may differ.
 */
export function paymentMovements(account: Account): PaymentMovement[] {
  return [...creditMovements(account), ...debitMovements(account)];
}

function creditMovements({ movements, known, open, since, until }: Account): PaymentMovement[] {
  const payoutOf = new Map(known.map((one) => [one.providerTransactionId, one]));
  const isWithin = (at: Date | null | undefined) => !!at && at >= since && at < until;
  const credits = movements.filter((one) => one.kind === "credit");
  const unknown = credits.filter((one) => !payoutOf.has(one.transactionId));
  return credits.flatMap((movement): PaymentMovement[] => {
    const payout = payoutOf.get(movement.transactionId);
    if (!payout && !movement.isAdjustment) return [];
    if (!isWithin(movement.at) && !isWithin(payout?.settledAt)) return [];
    return [{ movement, paymentId: payout?.paymentId ?? openOf(movement, unknown, open) }];
  });
}

/**
 * M17: the only credit of this amount since the account was read before paying. If there are several, a person
 * decides.
 */
function openOf(
  movement: Movement,
  unknown: readonly Movement[],
  open: readonly OpenPayout[],
): PaymentId | null {
  const fits = ({ amountMinor, seenBefore }: OpenPayout, one: Movement) =>
    one.amountMinor === amountMinor && isNewer(one.transactionId, seenBefore);
  const payout = open.find((one) => fits(one, movement));
  if (!payout || unknown.filter((one) => fits(payout, one)).length > 1) return null;
  return payout.paymentId;
}

/** A debit takes back the newest earlier payment of its amount that no other debit took back. */
function debitMovements({ movements, known, since, until }: Account): PaymentMovement[] {
  const left = known.toSorted((a, b) => (isNewer(a.providerTransactionId, b.providerTransactionId) ? -1 : 1));
  const told: PaymentMovement[] = [];
  for (const movement of movements) {
    if (movement.kind !== "debit" || !movement.isAdjustment) continue;
    const at = left.findIndex(
      (one) =>
        one.amountMinor === movement.amountMinor &&
        isNewer(movement.transactionId, one.providerTransactionId),
    );
    const [payout] = at === -1 ? [] : left.splice(at, 1);
    if (payout && movement.at >= since && movement.at < until) {
      told.push({ movement, paymentId: payout.paymentId });
    }
  }
  return told;
}

const isNewer = (one: string, other: string) => BigInt(one || 0) > BigInt(other || 0);
