import type { PayoutRequestId, PaymentId } from "../ids.ts";
import { sumMoney } from "../money.ts";
import { maskedEmail } from "../payouts/details.ts";
import type { Outcome } from "../payouts/payment.ts";
import type { PayoutMethod } from "../payouts/method.ts";
import { reasonAsText } from "../refusal.ts";
import { type FileProvider, type ReadRow, rowFault, type StatementReason } from "./reading.ts";

type Context = {
  readonly provider: FileProvider;
  /** Start of a day in the shop's time zone. */
  readonly startOf: (day: string) => Date;
};

/**
 * Returns a function that turns the rows of one file into lines of a statement. It skips rows without a
 * payment: incoming money, the bank's own fees, and other transactions of a provider. It remembers rows, so
 * each file needs its own.
 */
export function statementRows(context: Context): (read: ReadRow) => StatementRow | null {
  const seen = new Map<string, number>();
  return (read) => {
    if (!isAboutPayments(read, context.provider)) return null;
    const key = repetitionKey(read, context.provider);
    const repeated = key === null ? undefined : seen.get(key);
    if (key !== null && repeated === undefined) seen.set(key, read.number);
    const reason = unclearReason(read, { provider: context.provider, repeated });
    const collective = repeated === undefined ? collectiveOf(read, context.provider) : null;
    return { ...statementRow(read, { ...context, reason }), ...(collective && { collective }) };
  };
}

function isAboutPayments(read: ReadRow, provider: FileProvider): boolean {
  const { outcome, payments, providerItemId, type } = read;
  if (payments.length > 0 || providerItemId !== "" || read.bookedFile) return true;
  if (outcome === "unclear" || isPaypalReversal(read, provider)) return true;
  if (outcome !== "other") return false;
  return provider !== "paypal" || type === "" || isPayoutType(type);
}

/** Equal for two rows only if one repeats the other. Null if similar rows may be different payments. */
function repetitionKey(read: ReadRow, provider: FileProvider): string | null {
  const { transactionId, providerItemId, payments, outcome, direction } = read;
  const name = transactionId || providerItemId;
  // Wise gives one number to both rows of a payment from two balances.
  if (name === "" || (provider === "wise" && payments.length === 0)) return null;
  return [name, outcome, direction, ...payments].join(" ");
}

/** Reason why nothing may be posted for a row, even if it was interpreted. Null for none. */
function unclearReason(
  read: ReadRow,
  { provider, repeated }: { readonly provider: FileProvider; readonly repeated: number | undefined },
): StatementReason | null {
  const { outcome, payments, reason, day, amountMinor, currency } = read;
  if (repeated !== undefined) return { code: "row_repeats", line: repeated };
  if (isPaypalReversal(read, provider)) return null;
  if (outcome === "unclear") return reason ?? rowFault("uncertain");
  if (outcome === "incoming" || outcome === "fee") return rowFault("not_a_payment");
  // After a refusal the bank may try again, so a person decides that it is over.
  if (outcome === "not_paid" && provider === "bank") return reason ?? rowFault("not_carried_out");
  if (day === null) return rowFault("date");
  if (amountMinor === null || currency === null) return rowFault("amount");
  return payments.length > 1 ? { code: "row_names", count: payments.length } : null;
}

/** The payments that a bank's row pays together, if the rest of it can be interpreted. */
function collectiveOf(read: ReadRow, provider: FileProvider): Collective | null {
  const { outcome, direction, payments, bookedFile, day, amountMinor, currency } = read;
  if (provider === "paypal" || direction !== "out") return null;
  if (day === null || amountMinor === null || currency === null) return null;
  if (bookedFile) return { kind: "file", ...bookedFile };
  return outcome === "paid" && payments.length > 1 ? { kind: "payments", paymentIds: payments } : null;
}

/** True if PayPal's own type is a returned payout, even if the row names no payment of the app. */
function isPaypalReversal(read: ReadRow, provider: FileProvider): boolean {
  const { type, direction, payments, day, amountMinor, currency } = read;
  const isUnderstood = day !== null && amountMinor !== null && currency !== null;
  const isReversal = direction === "in" && isPayoutType(type) && isReturnType(type);
  return provider === "paypal" && payments.length === 0 && isUnderstood && isReversal;
}

function statementRow(
  read: ReadRow,
  { provider, startOf, reason }: Context & { readonly reason: StatementReason | null },
): StatementRow {
  const { number, day, time, status, type, otherFee } = read;
  const isUnderstood = read.amountMinor !== null && read.currency !== null;
  return {
    number,
    senderItemId: senderItemIdOf(read),
    providerItemId: read.providerItemId.slice(0, 100),
    providerTransactionId: read.transactionId.slice(0, 100),
    amountMinor: isUnderstood ? (read.amountMinor ?? 0n) : 0n,
    feeMinor: isUnderstood && reason === null ? read.feeMinor : null,
    currency: isUnderstood ? (read.currency ?? "") : "",
    day: day ?? "",
    at: day === null ? null : instantOf(day, { time, startOf }),
    providerStatus: [status || type, otherFee].filter(Boolean).join(", fee ").slice(0, 100),
    outcome: reason === null ? outcomeOf(read, provider) : "unclear",
    reason: reason === null ? "" : reasonAsText(reason),
    receiver: maskedName(read.name),
  };
}

function senderItemIdOf({ payments, shopId }: ReadRow): string {
  const [only, second] = payments;
  return only === undefined || second !== undefined ? "" : [shopId, only].filter(Boolean).join(":");
}

function outcomeOf(read: ReadRow, provider: FileProvider): Outcome {
  const { outcome, status } = read;
  if (outcome === "returned" || isPaypalReversal(read, provider)) return "returned";
  if (outcome === "not_paid") return "failed";
  if (outcome !== "on_its_way") return "paid";
  // The provider's word may give more detail about an unfinished payment.
  const said = outcomeOfStatus(status);
  return said === "unclaimed" || said === "in_review" ? said : "sent";
}

function instantOf(
  day: string,
  { time, startOf }: Pick<Context, "startOf"> & { readonly time: string | null },
): Date {
  const at = time === null ? Number.NaN : Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? startOf(day) : new Date(at);
}

function maskedName(name: string): string {
  if (name === "") return "";
  return name.includes("@") ? maskedEmail(name).slice(0, 100) : `${name.slice(0, 1)}…`;
}

/** Several payments in one row: named by their ids, or all payments of a bank file. */
export type Collective =
  | { readonly kind: "payments"; readonly paymentIds: readonly PaymentId[] }
  | { readonly kind: "file"; readonly requestId: PayoutRequestId; readonly count: number | null };

/** A parsed row of a bank statement. Amounts in minor units, without a sign. */
export type StatementRow = {
  /** Line in the file, or position in the report. */
  readonly number: number;
  /** The payment that the row names, as `shop:payment`, or ''. */
  readonly senderItemId: string;
  readonly providerItemId: string;
  readonly providerTransactionId: string;
  readonly amountMinor: bigint;
  /** Null when the row has no fee. */
  readonly feeMinor: bigint | null;
  /** '' when the amount can't be read; `amountMinor` is then 0. */
  readonly currency: string;
  /** Day in the shop's time zone, or '' when it can't be read. */
  readonly day: string;
  readonly at: Date | null;
  /** The provider's own status. */
  readonly providerStatus: string;
  readonly outcome: Outcome | "unclear";
  /** Why the row is unclear, or which row it is a part of, as text. Absent otherwise. */
  readonly reason?: string;
  /** Receiver, masked for display. */
  readonly receiver: string;
  /** Payments that the row pays together. Set when there may be several. */
  readonly collective?: Collective;
};

/**
 * Identity of a payment across statements: the provider's number for it, or, if a bank gives none, the day,
 * amount and receiver, with its position among those that share all of these. The returned function counts,
 * so each statement needs its own.
 */
export function identities(): (row: StatementRow) => string {
  const seen = new Map<string, number>();
  return (row) => {
    if (row.providerTransactionId !== "") return `transaction ${row.providerTransactionId}`;
    if (row.providerItemId !== "") return `payment ${row.providerItemId}`;
    const { day, outcome, amountMinor, currency, receiver } = row;
    const alike = [day, outcome, amountMinor, currency, receiver].join(" ");
    const place = (seen.get(alike) ?? 0) + 1;
    seen.set(alike, place);
    return `${place} of ${alike}`;
  };
}

type Payment = {
  readonly paymentId: PaymentId;
  readonly sectionId: string;
  readonly method: PayoutMethod;
  readonly amountMinor: bigint;
  readonly currency: string;
};

type CollectivePayments = {
  /** Payments of the shop that the row names. */
  readonly payments: readonly Payment[];
  readonly method: PayoutMethod;
  /** True if another row of the statement pays one of them. */
  readonly isPaidElsewhere: boolean;
};

/** Reason why a row doesn't prove that all payments it names were paid. Null if it does. */
export function collectiveFault(
  row: Pick<StatementRow, "amountMinor" | "currency" | "feeMinor">,
  collective: Collective,
  { payments, method, isPaidElsewhere }: CollectivePayments,
): StatementReason | null {
  const count = payments.length;
  if (collective.kind === "file" && collective.count === null) {
    return rowFault("count_untold");
  }
  if (collective.kind === "file" && collective.count !== count) {
    return { code: "row_counts_differ", booked: collective.count ?? 0, count };
  }
  if (collective.kind === "payments" && collective.paymentIds.length !== count) {
    return { code: "row_names_others", count: collective.paymentIds.length };
  }
  if (new Set(payments.map(({ sectionId }) => sectionId)).size > 1) {
    return rowFault("names_other_payouts");
  }
  if (payments.some((one) => one.method !== method)) {
    return rowFault("names_other_method");
  }
  if (payments.some(({ currency }) => currency !== row.currency)) {
    return rowFault("payments_other_currency");
  }
  if (isPaidElsewhere) return rowFault("names_elsewhere");
  if ((row.feeMinor ?? 0n) !== 0n) return rowFault("one_fee");
  const amounts = payments.map(({ amountMinor, currency }) => ({ minor: amountMinor, currency }));
  const isSum = sumMoney(amounts, row.currency).minor === row.amountMinor;
  return isSum ? null : { code: "row_not_sum", count };
}

/**
 * The row as one line for each of its payments. The first keeps the row's number, and `numberAfter` gives the
 * others theirs.
 */
export function linesOfCollective(
  { collective: _known, ...row }: StatementRow,
  payments: readonly Payment[],
  numberAfter: () => number,
): StatementRow[] {
  return payments.map(({ paymentId, amountMinor }, index) => ({
    ...row,
    number: index === 0 ? row.number : numberAfter(),
    senderItemId: paymentId,
    amountMinor,
    outcome: "paid",
    reason: reasonAsText({ code: "row_part", line: row.number }),
    receiver: "",
  }));
}

const words: readonly (readonly [RegExp, Outcome])[] = [
  [/^(unclaimed)$/, "unclaimed"],
  [
    /^(returned|refunded|reversed|cancel+ed|refund|reversal|bounced|bounced back|funds refunded|charged back)$/,
    "returned",
  ],
  [/^(failed|denied|declined|rejected)$/, "failed"],
  [/^(on ?hold|onhold|held|blocked)$/, "in_review"],
  [
    /^(pending|processing|sent|in progress|funds converted|(incoming|outgoing) payment (waiting|initiated).*)$/,
    "sent",
  ],
  [/^(success|completed|complete|paid|settled|done|executed|booked|outgoing payment sent)$/, "paid"],
];

/** Outcome for a provider's status word. Null when it is unknown. */
export function outcomeOfStatus(status: string): Outcome | null {
  const plain = status.trim().toLowerCase().replaceAll("_", " ");
  return words.find(([word]) => word.test(plain))?.[1] ?? null;
}

/** True when PayPal's transaction type is a payout, or a returned payout. */
export function isPayoutType(type: string): boolean {
  return /mass pay|payout/i.test(type);
}

/** True when the transaction type is a return. */
export function isReturnType(type: string): boolean {
  return /revers|refund|return|cancel/i.test(type);
}
