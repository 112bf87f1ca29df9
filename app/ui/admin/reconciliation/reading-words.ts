import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";

type Reading = NonNullable<StatementDraftWire["reading"]>;
type Labels<Value extends string> = Readonly<Record<Value, string>>;

export const delimiterLabels: Labels<Reading["delimiter"]> = {
  ";": "Semicolon ;",
  ",": "Comma ,",
  "\t": "Tab",
  "|": "Bar |",
};

export const encodingLabels: Labels<Reading["encoding"]> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250",
  "iso-8859-15": "ISO-8859-15",
};

export const dateLabels: Labels<Reading["dates"]> = {
  ymd: "year-month-day",
  dmy: "day-month-year",
  mdy: "month-day-year",
};

export const decimalLabels: Labels<Reading["decimals"]> = { comma: "1.234,56", point: "1,234.56" };

export const feeLabels: Labels<Reading["fee"]> = {
  none: "no fee",
  on_top: "without fee",
  included: "with fee",
};

export const directionLabels: Labels<Reading["direction"]> = {
  minus_is_out: "Minus is money out",
  plus_is_out: "Plus is money out",
  columns: "Separate columns",
  flag: "In or out column",
  balance: "Running balance",
};

export const providerLabels: Labels<StatementDraftWire["provider"]> = {
  bank: "Bank",
  paypal: "PayPal",
  wise: "Wise",
};

/** In the order of the menu: the usual ones first. */
export const useLabels: Labels<Reading["columns"][number]> = {
  date: "Date",
  amount: "Amount",
  moneyIn: "Money in",
  moneyOut: "Money out",
  fee: "Fee",
  currency: "Currency",
  reference: "Reference",
  name: "Name",
  type: "Type",
  status: "Status",
  skip: "Skip",
  balance: "Balance",
  flag: "In or out",
  account: "Account",
  transaction: "Transaction ID",
  item: "Payment ID",
  valueDate: "Value date",
  startedDate: "Start date",
  time: "Time",
  timeZone: "Time zone",
  detailAmount: "Partial amount",
  pendingAmount: "Blocked amount",
  net: "Amount after fee",
  feeCurrency: "Fee currency",
  refusalReason: "Refusal reason",
  returnReason: "Return reason",
};

export const meaningLabels: Readonly<Record<string, string>> = {
  description: "Payment",
  done: "Paid",
  return: "Return",
  returned: "Returned",
  fee: "Fee",
  pending: "On its way",
  not_paid: "Not paid",
  out: "Money out",
  in: "Money in",
  neither: "Neither",
};

export const outcomeLabels: Labels<StatementDraftWire["preview"][number]["outcome"]> = {
  paid: "Payment",
  on_its_way: "On its way",
  not_paid: "Not paid",
  returned: "Return",
  incoming: "Money in",
  fee: "Fee",
  other: "Other payment",
  unclear: "Unclear",
};

/** Options of a menu, in the order of the labels. */
export function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
