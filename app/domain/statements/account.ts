import type { PayoutItemId } from "../ids.ts";

/** What was given to an account of store credit, or taken from it; minor units without a sign. */
export type Movement = {
  /** Of the platform; later ones have higher numbers. */
  readonly transactionId: string;
  readonly kind: "credit" | "debit";
  readonly amountMinor: bigint;
  readonly at: Date;
  /** True where a person or an app did it; false where an order was paid with it or paid back to it. */
  readonly isAdjustment: boolean;
};

/** A payout whose transaction is known. Minor units. */
export type KnownPayout = {
  readonly itemId: PayoutItemId;
  readonly providerTransactionId: string;
  readonly amountMinor: bigint;
  readonly settledAt: Date | null;
};

/** A payout of which nobody knows whether it was paid. `seenBefore`: the newest transaction before it was tried. */
export type OpenPayout = {
  readonly itemId: PayoutItemId;
  readonly amountMinor: bigint;
  readonly seenBefore: string;
};

type Account = {
  /** The newest first. */
  readonly movements: readonly Movement[];
  readonly known: readonly KnownPayout[];
  readonly open: readonly OpenPayout[];
  /** The days that are told of: from the first instant up to the one after the last. */
  readonly since: Date;
  readonly until: Date;
};

/** A movement that is told, with the payout that it is about; null where it is about none. */
export type Told = { readonly movement: Movement; readonly itemId: PayoutItemId | null };

/**
 * What an account tells of payouts: credits that are one or may be, and debits that take one back. A credit is told
 * where its payout was settled, too: the platform's clock is another.
 */
export function toldByAccount(account: Account): Told[] {
  return [...creditsTold(account), ...debitsTold(account)];
}

function creditsTold({ movements, known, open, since, until }: Account): Told[] {
  const payoutOf = new Map(known.map((one) => [one.providerTransactionId, one]));
  const isWithin = (at: Date | null | undefined) => !!at && at >= since && at < until;
  const credits = movements.filter((one) => one.kind === "credit");
  const unknown = credits.filter((one) => !payoutOf.has(one.transactionId));
  return credits.flatMap((movement): Told[] => {
    const payout = payoutOf.get(movement.transactionId);
    if (!payout && !movement.isAdjustment) return [];
    if (!isWithin(movement.at) && !isWithin(payout?.settledAt)) return [];
    return [{ movement, itemId: payout?.itemId ?? openOf(movement, unknown, open) }];
  });
}

/** M17: the only credit of that amount since the account was looked at before paying; several are for a person. */
function openOf(
  movement: Movement,
  unknown: readonly Movement[],
  open: readonly OpenPayout[],
): PayoutItemId | null {
  const fits = ({ amountMinor, seenBefore }: OpenPayout, one: Movement) =>
    one.amountMinor === amountMinor && isNewer(one.transactionId, seenBefore);
  const payout = open.find((one) => fits(one, movement));
  if (!payout || unknown.filter((one) => fits(payout, one)).length > 1) return null;
  return payout.itemId;
}

/** A debit takes back the newest payout of its amount before it that no other debit took back. */
function debitsTold({ movements, known, since, until }: Account): Told[] {
  const left = known.toSorted((a, b) => (isNewer(a.providerTransactionId, b.providerTransactionId) ? -1 : 1));
  const told: Told[] = [];
  for (const movement of movements) {
    if (movement.kind !== "debit" || !movement.isAdjustment) continue;
    const at = left.findIndex(
      (one) =>
        one.amountMinor === movement.amountMinor &&
        isNewer(movement.transactionId, one.providerTransactionId),
    );
    const [payout] = at === -1 ? [] : left.splice(at, 1);
    if (payout && movement.at >= since && movement.at < until) {
      told.push({ movement, itemId: payout.itemId });
    }
  }
  return told;
}

const isNewer = (one: string, other: string) => BigInt(one || 0) > BigInt(other || 0);
