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

/** Order of year, month and day in a date column. */
export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Decimal sign of all amounts, fees and balances of a file. */
export const decimalSigns = ["point", "comma"] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** A row of the file as cells. Empty rows count. */
export type TableLine = { readonly number: number; readonly cells: readonly string[] };
