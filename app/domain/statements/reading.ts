import type { PayoutRequestId, PaymentId } from "../ids.ts";
import type { PayoutMethod } from "../payouts/method.ts";

/** The use of a column without a name; `null` for cells of any kind, "=*" for one that always holds "*". */
export type UseByPosition = ColumnUse | `=${string}` | null;

/** A known CSV file of a bank or provider. A new bank is an entry in the list of its country. */
export type StatementLayout = {
  readonly name: string;
  /** Columns by their names; a file that has all of them is of this layout. Without names: the uses from the left. */
  readonly columns: Readonly<Record<string, ColumnUse>> | readonly UseByPosition[];
  /** Columns that some of the files have. */
  readonly more?: Readonly<Record<string, ColumnUse>>;
  /** Left out where the names are too common to tell the provider, as is `currency`. */
  readonly dates?: DateOrder;
  readonly direction: DirectionWay;
  readonly fee?: FeeWay;
  /** The currency of all accounts that have these files. */
  readonly currency?: string;
  readonly words?: readonly StatementWord[];
};

export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "iso-8859-15",
] as const;
export type Encoding = (typeof encodings)[number];

export const delimiters = [";", ",", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** The order in which a date column writes year, month and day. */
export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The decimal sign of all amounts, fees and balances of a file. */
export const decimalSigns = ["point", "comma"] as const;
export type DecimalSign = (typeof decimalSigns)[number];

export const columnUses = [
  /** The day of booking, which says that the money moved. */
  "date",
  /** Another day of the row, never a sign of booking. */
  "valueDate",
  /** The day on which a payment was started: the only day of a row that is not finished. */
  "startedDate",
  "time",
  "timeZone",
  /** An amount with a sign, or one whose direction another column tells. */
  "amount",
  "moneyIn",
  "moneyOut",
  /** The part of a collective booking that one payment has, in a row of its own below it. */
  "detailAmount",
  /** An amount that is blocked and not booked. */
  "pendingAmount",
  /** Amount less fee. */
  "net",
  "fee",
  "feeCurrency",
  "currency",
  /** May hold our payment reference. Several columns may have this use. */
  "reference",
  "name",
  "type",
  "status",
  "balance",
  /** Says by a word or a letter whether money left or came in: Af/Bij, S/H, D/C. */
  "flag",
  "transaction",
  /** The provider's id of a payment, such as PayPal's payout item id. */
  "item",
  /** The account of the row, where a file may hold several. */
  "account",
  /** Filled where the bank refused the payment. */
  "refusalReason",
  /** Filled where a payment came back. */
  "returnReason",
  "skip",
] as const;
export type ColumnUse = (typeof columnUses)[number];

/** How a file tells money out from money in. */
export const directionWays = [
  /** Money out has a minus. */
  "minus_is_out",
  /** Money out has no sign, as card exports write it; money in has a minus. */
  "plus_is_out",
  /** Two columns, one for each direction. */
  "columns",
  /** A column of the use `flag`, or a letter behind the amount. */
  "flag",
  /** Amounts have no sign, and only the running balance tells. */
  "balance",
] as const;
export type DirectionWay = (typeof directionWays)[number];

export const feeWays = [
  "none",
  /** The amount that left holds the fee: amount = payment + fee. */
  "included",
  /** The fee left beside the amount: amount = payment. */
  "on_top",
] as const;
export type FeeWay = (typeof feeWays)[number];

/**
 * Meanings that a status may have: `returned` says that the payment of this very row came back, `return` that some
 * return is spoken of, which proves nothing.
 */
export const statusMeanings = ["done", "pending", "not_paid", "returned", "return"] as const;
export const flagMeanings = ["out", "in", "neither"] as const;
export const typeMeanings = ["description", "return", "fee", "pending", "not_paid"] as const;
export type StatusMeaning = (typeof statusMeanings)[number];
export type FlagMeaning = (typeof flagMeanings)[number];
export type TypeMeaning = (typeof typeMeanings)[number];
export type StatementMeaning = StatusMeaning | FlagMeaning | TypeMeaning;

/** A word of the file and its meaning: from a known layout, or from the merchant who was asked. */
export type StatementWord =
  | { readonly column: "status"; readonly word: string; readonly means: StatusMeaning }
  | { readonly column: "flag"; readonly word: string; readonly means: FlagMeaning }
  | { readonly column: "type"; readonly word: string; readonly means: TypeMeaning };

/** Everything needed to read a CSV statement. JSON: stored for a source, and sent by the API. */
export type StatementReading = {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** The row of the column names, counted from 1 with empty rows; 0 for a file without them. */
  readonly headerLine: number;
  readonly dates: DateOrder;
  readonly decimals: DecimalSign;
  readonly direction: DirectionWay;
  readonly fee: FeeWay;
  /** Used where neither a column nor the cell itself names a currency; null where they always do. */
  readonly currency: string | null;
  /** The account whose rows count, where a file holds several; null for all of them. */
  readonly account: string | null;
  /** One use per column, from the left. */
  readonly columns: readonly ColumnUse[];
  readonly words: readonly StatementWord[];
};

/** A setting that the merchant has to answer or correct before the file can be imported. */
export type ReadingSetting = keyof StatementReading;

export type ReadingQuestion = {
  readonly setting: ReadingSetting;
  /** The column that it is about, counted from 0; null where it is about the file. */
  readonly column: number | null;
  /** The word whose meaning is asked; null for other questions. */
  readonly word: string | null;
  /** A sentence for the merchant. */
  readonly message: string;
  /** Values of the setting that fit the file; empty where any may be given. */
  readonly choices: readonly string[];
};

/** A longer file is refused, whatever its format. */
export const mostStatementRows = 50_000;

/** A row of the file, cut into cells. Empty rows count. */
export type StatementLine = { readonly number: number; readonly cells: readonly string[] };

export type Detection = {
  /** The proposal. Complete even where questions are open, so that it can be shown. */
  readonly reading: StatementReading;
  /** Name of the known layout that fits, such as "Lloyds"; null for an unknown one. */
  readonly layout: string | null;
  readonly questions: readonly ReadingQuestion[];
  /** The column names as written; "Column 1" and so on for a file without them. */
  readonly head: readonly string[];
  /** The rows below the header, as written, without empty ones. */
  readonly lines: readonly StatementLine[];
};

export const readOutcomes = [
  "paid",
  "on_its_way",
  "not_paid",
  "returned",
  "incoming",
  "fee",
  /** Money out that names no payment of ours. */
  "other",
  "unclear",
] as const;
export type ReadOutcome = (typeof readOutcomes)[number];

/** A row as it is read. CSV, camt and OFX readers give the same. Amounts are minor units without a sign. */
export type ReadRow = {
  /** Its row in a CSV file, or its place among the entries. */
  readonly number: number;
  /** "2026-03-31"; null where it has none that is understood. */
  readonly day: string | null;
  /** Time of day in UTC, "14:20:05"; null where the file tells none. */
  readonly time: string | null;
  readonly direction: "out" | "in" | "unclear";
  /** The payee's part, without a fee that the amount includes. Null where it is not understood. */
  readonly amountMinor: bigint | null;
  /** Null where the row tells no fee in its currency. */
  readonly feeMinor: bigint | null;
  /** A fee in another currency, as written: "0.52 EUR"; '' for none. */
  readonly otherFee: string;
  readonly currency: string | null;
  /** Payments of ours that it names, each once, in canonical form (`pit_` and 26 characters). */
  readonly payments: readonly PaymentId[];
  /** The shop id that stands before the payment's, as PayPal gives it back; '' for none. */
  readonly shopId: string;
  readonly providerItemId: string;
  readonly transactionId: string;
  /** As written. Personal data: mask before storing. */
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly account: string;
  readonly outcome: ReadOutcome;
  /** A sentence that says why an outcome is `unclear`, `not_paid` or `on_its_way`; '' for others. */
  readonly reason: string;
  /** The bank file of ours that a booked entry pays as one, with the number of payments that the bank says. */
  readonly bookedFile?: { readonly requestId: PayoutRequestId; readonly count: number | null };
};

/** Corrections of a detected reading. Settings that are left out stay as detected. */
export type FileChoices = Partial<StatementReading> & { readonly provider?: FileProvider };

/** Corrections on which the other settings depend: detection starts from them. */
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

/** A confirmed reading as it is remembered for other files of its source: without where the table begins, and the account. */
export function choicesToRemember(reading: StatementReading, provider: FileProvider): FileChoices {
  const { headerLine: _line, account: _account, encoding: _encoding, ...kept } = reading;
  return { ...kept, provider };
}

/** Header rows are identical where these texts are: spaces around names and their case do not count. */
export function normalizedHeader(head: readonly string[]): string {
  return head.map((name) => name.trim().replaceAll(/\s+/g, " ").toLowerCase()).join("\u0001");
}

/** The provider of a known layout. */
export function providerOfLayout(layout: string | null): FileProvider {
  if (layout !== null && /paypal/i.test(layout)) return "paypal";
  return layout !== null && /wise/i.test(layout) ? "wise" : "bank";
}

/** Providers whose statements are uploaded as files. */
export const fileProviders = ["paypal", "wise", "bank"] as const;
export type FileProvider = (typeof fileProviders)[number];

/** Providers that the app asks for a report of some days. */
export const reportProviders = ["paypal", "store_credit"] as const;
export type ReportProvider = (typeof reportProviders)[number];

/** All providers of statements. */
export const statementProviders = [...fileProviders, "store_credit"] as const;
export type StatementProvider = (typeof statementProviders)[number];

/** The payout method that a provider's statement covers. */
export function methodOf(provider: StatementProvider): PayoutMethod {
  return provider === "wise" ? "bank" : provider;
}
