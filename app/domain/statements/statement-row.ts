import { maskedEmail } from "../payouts/details.ts";
import type { Outcome } from "../payouts/item.ts";
import { isPayoutType, isReturnType, outcomeOfStatus } from "./outcome.ts";
import type { FileProvider } from "./provider.ts";
import type { ReadRow } from "./reading.ts";
import type { Collective, StatementRow } from "./row.ts";

type Context = {
  readonly provider: FileProvider;
  /** Start of a day in the shop's time zone. */
  readonly startOf: (day: string) => Date;
};

/**
 * Turns the rows of a file into lines of a statement. Leaves out rows that are about no payment: incoming money, the
 * bank's own fees, and what a provider lists beside payouts. One function for each file, since it remembers rows.
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

/** Equal for two rows only where one repeats the other; null where alike rows may be different payments. */
function repetitionKey(read: ReadRow, provider: FileProvider): string | null {
  const { transactionId, providerItemId, payments, outcome, direction } = read;
  const name = transactionId || providerItemId;
  // Wise gives one number to the two rows of a payment from two balances.
  if (name === "" || (provider === "wise" && payments.length === 0)) return null;
  return [name, outcome, direction, ...payments].join(" ");
}

/** Why nothing may be posted for a row, though its reader may have understood it; '' where it may. */
function unclearReason(
  read: ReadRow,
  { provider, repeated }: { readonly provider: FileProvider; readonly repeated: number | undefined },
): string {
  const { outcome, payments, reason, day, amountMinor, currency } = read;
  if (repeated !== undefined) return `Repeats line ${repeated}.`;
  if (isPaypalReversal(read, provider)) return "";
  if (outcome === "unclear") return reason || "We can't tell if this is a payment.";
  if (outcome === "incoming" || outcome === "fee") return "Names a payment, but isn't one.";
  // A bank that refused a payment may try again; a person decides that it is over.
  if (outcome === "not_paid" && provider === "bank") return reason || "The bank didn't send this payment.";
  if (day === null) return "The date isn't clear.";
  if (amountMinor === null || currency === null) return "The amount isn't clear.";
  return payments.length > 1 ? `Names ${payments.length} payments.` : "";
}

/** The payments that a row of a bank pays together, if it is understood in all else. */
function collectiveOf(read: ReadRow, provider: FileProvider): Collective | null {
  const { outcome, direction, payments, bookedFile, day, amountMinor, currency } = read;
  if (provider === "paypal" || direction !== "out") return null;
  if (day === null || amountMinor === null || currency === null) return null;
  if (bookedFile) return { kind: "file", ...bookedFile };
  return outcome === "paid" && payments.length > 1 ? { kind: "payments", itemIds: payments } : null;
}

/** PayPal's own type says that a payout came back, though the row names none of the app. */
function isPaypalReversal(read: ReadRow, provider: FileProvider): boolean {
  const { type, direction, payments, day, amountMinor, currency } = read;
  const isUnderstood = day !== null && amountMinor !== null && currency !== null;
  const isReversal = direction === "in" && isPayoutType(type) && isReturnType(type);
  return provider === "paypal" && payments.length === 0 && isUnderstood && isReversal;
}

function statementRow(
  read: ReadRow,
  { provider, startOf, reason }: Context & { readonly reason: string },
): StatementRow {
  const { number, day, time, status, type, otherFee } = read;
  const isUnderstood = read.amountMinor !== null && read.currency !== null;
  return {
    number,
    senderItemId: senderItemIdOf(read),
    providerItemId: read.providerItemId.slice(0, 100),
    providerTransactionId: read.transactionId.slice(0, 100),
    amountMinor: isUnderstood ? (read.amountMinor ?? 0n) : 0n,
    feeMinor: isUnderstood && reason === "" ? read.feeMinor : null,
    currency: isUnderstood ? (read.currency ?? "") : "",
    day: day ?? "",
    at: day === null ? null : instantOf(day, { time, startOf }),
    providerStatus: [status || type, otherFee].filter(Boolean).join(", fee ").slice(0, 100),
    outcome: reason === "" ? outcomeOf(read, provider) : "unclear",
    reason: reason.slice(0, 200),
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
  if (outcome !== "on_its_way") return "settled";
  // The provider's word may say more about an unfinished payment.
  const said = outcomeOfStatus(status);
  return said === "unclaimed" || said === "held" ? said : "sent";
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
