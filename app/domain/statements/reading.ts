import type { PayoutRequestId, PaymentId } from "../ids.ts";
import type { PayoutMethod } from "../payouts/method.ts";
import type { Reason } from "../refusal-codes.ts";
import type { DateOrder, DecimalSign, Delimiter, Encoding, TableLine } from "../tables/table.ts";
import type { RowFault, StatementReasons } from "./row-reasons.ts";

/** Reason of a row or of a question about a file. */
export type StatementReason = Reason<keyof StatementReasons>;

export function rowFault(what: RowFault): StatementReason {
  return { code: "row", what };
}

/** Use of an unnamed column. `null` for cells of any kind, "=*" for one that always contains "*". */
export type UseByPosition = ColumnUse | `=${string}` | null;

/** A known CSV file of a bank or provider. A new bank is an entry in the list of its country. */
export type StatementLayout = {
  readonly name: string;
  /** Columns by name. A file that has all of them has this layout. Without names, the uses from the left. */
  readonly columns: Readonly<Record<string, ColumnUse>> | readonly UseByPosition[];
  /** Columns that only some of the files have. */
  readonly more?: Readonly<Record<string, ColumnUse>>;
  /** Absent if the names are too common to identify the provider. `currency` too. */
  readonly dates?: DateOrder;
  readonly direction: DirectionWay;
  readonly fee?: FeeWay;
  /** Currency of all accounts with these files. */
  readonly currency?: string;
  readonly words?: readonly StatementWord[];
};

export const columnUses = [
  /** Booking day, which proves that the money moved. */
  "date",
  /** Another day, which never proves a booking. */
  "valueDate",
  /** Start day of a payment: the only day of an unfinished row. */
  "startedDate",
  "time",
  "timeZone",
  /** An amount with a sign, or with a direction from another column. */
  "amount",
  "moneyIn",
  "moneyOut",
  /** One payment's part of a collective booking, in a row of its own below it. */
  "detailAmount",
  /** A blocked amount that is not booked. */
  "pendingAmount",
  /** Amount less fee. */
  "net",
  "fee",
  "feeCurrency",
  "currency",
  /** May contain the app's payment reference. Several columns may have this use. */
  "reference",
  "name",
  "type",
  "status",
  "balance",
  /** Direction as a word or letter: Af/Bij, S/H, D/C. */
  "flag",
  "transaction",
  /** The provider's id of a payment, such as PayPal's payout item id. */
  "item",
  /** The row's account, if a file can contain several. */
  "account",
  /** Filled if the bank refused the payment. */
  "refusalReason",
  /** Filled if a payment came back. */
  "returnReason",
  "skip",
] as const;
export type ColumnUse = (typeof columnUses)[number];

/** Ways in which a file distinguishes outgoing and incoming money. */
export const directionWays = [
  /** Outgoing money has a minus. */
  "minus_is_out",
  /** Outgoing money has no sign, as in card exports. Incoming money has a minus. */
  "plus_is_out",
  /** Two columns, one for each direction. */
  "columns",
  /** A column with the use `flag`, or a letter behind the amount. */
  "flag",
  /** Amounts have no sign. Only the running balance shows the direction. */
  "balance",
] as const;
export type DirectionWay = (typeof directionWays)[number];

export const feeWays = [
  "none",
  /** The outgoing amount includes the fee: amount = payment + fee. */
  "included",
  /** The fee is separate from the amount: amount = payment. */
  "on_top",
] as const;
export type FeeWay = (typeof feeWays)[number];

/**
 * Meanings of a status. `returned`: the payment of this row came back. `return`: the row mentions some
 * return, which proves nothing.
 */
export const statusMeanings = ["done", "pending", "not_paid", "returned", "return"] as const;
export const flagMeanings = ["out", "in", "neither"] as const;
export const typeMeanings = ["description", "return", "fee", "pending", "not_paid"] as const;
export type StatusMeaning = (typeof statusMeanings)[number];
export type FlagMeaning = (typeof flagMeanings)[number];
export type TypeMeaning = (typeof typeMeanings)[number];
export type StatementMeaning = StatusMeaning | FlagMeaning | TypeMeaning;

/** A word of the file with its meaning, from a known layout or from the merchant. */
export type StatementWord =
  | { readonly column: "status"; readonly word: string; readonly means: StatusMeaning }
  | { readonly column: "flag"; readonly word: string; readonly means: FlagMeaning }
  | { readonly column: "type"; readonly word: string; readonly means: TypeMeaning };

/** Everything needed to read a CSV statement. JSON, stored for a source and sent by the API. */
export type StatementReading = {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** The header row, counted from 1 with empty rows. 0 for a file without one. */
  readonly headerLine: number;
  readonly dates: DateOrder;
  readonly decimals: DecimalSign;
  readonly direction: DirectionWay;
  readonly fee: FeeWay;
  /** Used if neither a column nor the cell names a currency. Null if they always do. */
  readonly currency: string | null;
  /** The account whose rows count, if a file contains several. Null for all. */
  readonly account: string | null;
  /** One use per column, from the left. */
  readonly columns: readonly ColumnUse[];
  readonly words: readonly StatementWord[];
};

/** A setting that the merchant has to confirm or correct before the import. */
export type ReadingSetting = keyof StatementReading;

export type ReadingQuestion = {
  readonly setting: ReadingSetting;
  /** The column, counted from 0. Null for a question about the file. */
  readonly column: number | null;
  /** The word with the unknown meaning. Null for other questions. */
  readonly word: string | null;
  readonly reason: StatementReason;
  /** Values that fit the file. Empty if any value is possible. */
  readonly choices: readonly string[];
};

/** Longer files are refused, whatever their format. */
export const mostStatementRows = 50_000;

export type Detection = {
  /** The proposal. Complete even with open questions, so that it can be shown. */
  readonly reading: StatementReading;
  /** Name of the known layout, such as "Lloyds". Null for an unknown one. */
  readonly layout: string | null;
  readonly questions: readonly ReadingQuestion[];
  /** Column names as written, or "Column 1" and so on for a file without them. */
  readonly head: readonly string[];
  /** The rows below the header, as written, without empty ones. */
  readonly lines: readonly TableLine[];
};

export const readOutcomes = [
  "paid",
  "on_its_way",
  "not_paid",
  "returned",
  "incoming",
  "fee",
  /** Outgoing money without a payment of the app. */
  "other",
  "unclear",
] as const;
export type ReadOutcome = (typeof readOutcomes)[number];

/**
 * A parsed row. The readers of CSV, camt and OFX all produce this. Amounts are minor units without a sign.
 */
export type ReadRow = {
  /** Row of a CSV file, or position among the entries. */
  readonly number: number;
  /** "2026-03-31". Null if it has no day that can be interpreted. */
  readonly day: string | null;
  /** Time of day in UTC, "14:20:05". Null if the file has none. */
  readonly time: string | null;
  readonly direction: "out" | "in" | "unclear";
  /** The receiver's part, without a fee that the amount includes. Null if it can't be interpreted. */
  readonly amountMinor: bigint | null;
  /** Null if the row has no fee in its currency. */
  readonly feeMinor: bigint | null;
  /** A fee in another currency, as written: "0.52 EUR". '' for none. */
  readonly otherFee: string;
  readonly currency: string | null;
  /** Payments of the app that it names, without duplicates, in canonical form (`pit_` and 26 characters). */
  readonly payments: readonly PaymentId[];
  /** The shop id before the payment's, as PayPal returns it. '' for none. */
  readonly shopId: string;
  readonly providerItemId: string;
  readonly transactionId: string;
  /** As written. Personal data: mask before storing. */
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly account: string;
  readonly outcome: ReadOutcome;
  /** Reason for `unclear`, `not_paid` or `on_its_way`. Null for others. */
  readonly reason: StatementReason | null;
  /** The app's bank file that a booked entry pays as one, with the bank's number of payments. */
  readonly bookedFile?: { readonly requestId: PayoutRequestId; readonly count: number | null };
};

/** Corrections of a detected reading. Absent settings stay as detected. */
export type FileChoices = Partial<StatementReading> & { readonly provider?: FileProvider };

/** Corrections on which the other settings depend. Detection starts from them. */
export function tableChoices({
  encoding,
  delimiter,
  headerLine,
  columns,
}: FileChoices): Partial<Pick<StatementReading, "encoding" | "delimiter" | "headerLine" | "columns">> {
  return {
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(headerLine !== undefined && { headerLine }),
    ...(columns !== undefined && { columns }),
  };
}

/** The detected reading with its corrections. Uses of columns chosen for a table of another width are dropped. */
export function correctedReading(
  { reading, head }: Pick<Detection, "reading" | "head">,
  { provider: _provider, columns, ...others }: FileChoices,
): StatementReading {
  return {
    ...reading,
    ...others,
    ...(columns?.length === head.length && { columns }),
  };
}

/** A confirmed reading as stored for other files of its source: without the table's place and the account. */
export function choicesToRemember(reading: StatementReading, provider: FileProvider): FileChoices {
  const { headerLine: _line, account: _account, encoding: _encoding, ...kept } = reading;
  return { ...kept, provider };
}

/** Text that identical header rows share. Case and spaces around names do not count. */
export function normalizedHeader(head: readonly string[]): string {
  return head.map((name) => name.trim().replaceAll(/\s+/g, " ").toLowerCase()).join("\u0001");
}

/** Provider of a known layout. */
export function providerOfLayout(layout: string | null): FileProvider {
  if (layout !== null && /paypal/i.test(layout)) return "paypal";
  return layout !== null && /wise/i.test(layout) ? "wise" : "bank";
}

/** Providers with uploaded statement files. */
export const fileProviders = ["paypal", "wise", "bank"] as const;
export type FileProvider = (typeof fileProviders)[number];

/** Providers that the app asks for a report. */
export const reportProviders = ["paypal", "store_credit"] as const;
export type ReportProvider = (typeof reportProviders)[number];

/** All providers of statements. */
export const statementProviders = [...fileProviders, "store_credit"] as const;
export type StatementProvider = (typeof statementProviders)[number];

/** The payout method that a provider's statement covers. */
export function methodOf(provider: StatementProvider): PayoutMethod {
  return provider === "wise" ? "bank" : provider;
}
