/** A line that tells that a payout was paid, beside others that tell it of the same payout. */
export type PaidLine = {
  readonly statementId: string;
  readonly number: number;
  /** By what the payment is known again: identity.ts. */
  readonly identity: string;
  /** True where it stands as a further payment already. */
  readonly isFurther: boolean;
};

/** One that is being compared, with what makes it the payment that the payout is rather than another one. */
export type ComparedLine = PaidLine & {
  readonly isResolved: boolean;
  /** True where the payout has the number of its payment, or its amount. */
  readonly isNamed: boolean;
  readonly isOfAmount: boolean;
  readonly at: Date | null;
};

/**
 * The lines that tell of a further payment of a payout which is paid by another one already: a bank that was given a
 * file twice books one reference twice. A line that stands already in another statement was first; of those that are
 * compared together it is the one whose number the payout has, else the one of its amount, else the earliest.
 */
export function furtherPayments(
  compared: readonly ComparedLine[],
  standing: readonly PaidLine[],
): ReadonlySet<PaidLine> {
  const payments = paymentsOf([...standing, ...compared]);
  const counted = standing.filter((one) => !one.isFurther).map((one) => payments.get(one) ?? "");
  const further = new Set<PaidLine>();
  for (const one of compared.toSorted(byLikelihood)) {
    const payment = payments.get(one) ?? "";
    // A number and none, or numbers of two kinds, do not say that it is another payment.
    const alike = counted.filter((other) => kindOf(other) === kindOf(payment));
    if (alike.length > 0 && !alike.includes(payment)) further.add(one);
    else counted.push(payment);
  }
  return further;
}

/**
 * True where a line tells of a transfer that came back or was called off, and the payout was paid by another one: Wise
 * lists transfers, each with its own end, and one that is sent again under the same reference is another row.
 * @param identity by what the transfer of the line is known again. @param paid the lines that tell that it was paid.
 */
export function isOfOtherTransfer(identity: string, paid: readonly PaidLine[]): boolean {
  return (
    isNumbered(identity) &&
    paid.some((one) => !one.isFurther && isNumbered(one.identity) && one.identity !== identity)
  );
}

const isNumbered = (identity: string) => kindOf(identity) === "transaction";

/**
 * By what the payment of each line is known again. Where a bank gives no number, the place is that among the lines of
 * this payout: those of others that are alike may stand in another order in another statement.
 */
function paymentsOf(lines: readonly PaidLine[]): ReadonlyMap<PaidLine, string> {
  const seen = new Map<string, number>();
  const inOrder = lines.toSorted((one, other) => one.number - other.number);
  return new Map(
    inOrder.map((line) => {
      const alike = line.identity.replace(/^\d+ of /, "");
      if (alike === line.identity) return [line, alike];
      const inStatement = `${line.statementId} ${alike}`;
      const place = (seen.get(inStatement) ?? 0) + 1;
      seen.set(inStatement, place);
      return [line, `${place} of ${alike}`];
    }),
  );
}

function kindOf(payment: string): string {
  return /^(transaction|item) /.exec(payment)?.[1] ?? "";
}

function byLikelihood(one: ComparedLine, other: ComparedLine): number {
  const earlier = (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0);
  return doubtOf(one) - doubtOf(other) || earlier || one.number - other.number;
}

/** What was resolved as a further payment stays one. */
function doubtOf({ isFurther, isResolved, isNamed, isOfAmount }: ComparedLine): number {
  return Number(isFurther && isResolved) * 4 + Number(!isNamed) * 2 + Number(!isOfAmount);
}
