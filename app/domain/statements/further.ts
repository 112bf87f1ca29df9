/** A statement line that says a payment was paid. */
export type PaidLine = {
  readonly statementId: string;
  readonly number: number;
  /** Identifies the transfer; see `identities`. */
  readonly identity: string;
  /** True when the line is recorded as a further payment already. */
  readonly isFurther: boolean;
};

/** A line that is being compared, with facts about how well it fits the payment. */
export type ComparedLine = PaidLine & {
  readonly isResolved: boolean;
  /** True when the payment has the line's transaction number, or its amount. */
  readonly isNamed: boolean;
  readonly isOfAmount: boolean;
  readonly at: Date | null;
};

/**
 * Finds lines that report a second transfer for a payment that another line paid already: a bank that got a
 * file twice books the same reference twice. Lines recorded in other statements come first. Among the compared
 * lines the first is the one with the payment's transaction number, else the one with its amount, else the
 * earliest.
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
    // If only one line has a number, or the numbers are of different kinds, they may be the same transfer.
    const alike = counted.filter((other) => kindOf(other) === kindOf(payment));
    if (alike.length > 0 && !alike.includes(payment)) further.add(one);
    else counted.push(payment);
  }
  return further;
}

/**
 * True when a line reports that a transfer was returned or canceled while another transfer paid the payment.
 * Wise lists each transfer with its own outcome, and a retry with the same reference is another row.
 * @param identity identifies the line's transfer; @param paid lines that say the payment was paid
 */
export function isOfOtherEntry(identity: string, paid: readonly PaidLine[]): boolean {
  return (
    isNumbered(identity) &&
    paid.some((one) => !one.isFurther && isNumbered(one.identity) && one.identity !== identity)
  );
}

const isNumbered = (identity: string) => kindOf(identity) === "transaction";

/**
 * Identity of each line's transfer. When a bank gives no number, it includes the position among this payment's
 * lines, because similar lines of other payments may be in another order in another statement.
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

/** A line that was resolved as a further payment stays one. */
function doubtOf({ isFurther, isResolved, isNamed, isOfAmount }: ComparedLine): number {
  return Number(isFurther && isResolved) * 4 + Number(!isNamed) * 2 + Number(!isOfAmount);
}
