import { exponentOf, isCurrency } from "../currency.ts";
import { isRefusal, refuse, type Refusal } from "../refusal.ts";
import { amountCell, currencySigns, findDecimals } from "./amount-cell.ts";
import { balanceChain } from "./balance-chain.ts";
import { type DateCell, dateCell, findDateOrder } from "./date-cell.ts";
import { decodeAs, decodeText } from "./decode-text.ts";
import { isSortedUp, signsOf } from "./directions.ts";
import { columnsOfLayout, findColumns, isListed, missing, sizeOfLayout } from "./find-columns.ts";
import { findTable, isDataRow, mostColumns, type SplitRows, trimmedWidth } from "./find-table.ts";
import { allLayouts } from "./layouts/all-layouts.ts";
import type { StatementLayout } from "./layouts/layout.ts";
import {
  type ColumnUse,
  type DateOrder,
  type DecimalSign,
  type Detection,
  type DirectionWay,
  type FeeWay,
  type ReadingQuestion,
  type ReadingSetting,
  type StatementLine,
  type StatementReading,
} from "./reading.ts";
import { factsReader, nonZero, type RowFacts } from "./row-facts.ts";
import { wordReader } from "./row-words.ts";

const mostRows = 50_000;
const mostCellLength = 10_000;
const showsRows = 10;
const looksAtRows = 400;

/** Beginnings of files of other kinds, and the sentence for them. */
const otherKinds: readonly (readonly [string, string])[] = [
  ["PK", "This is an Excel or ZIP file. Export the statement as CSV."],
  ["\u00d0\u00cf", "This is an Excel file. Export the statement as CSV."],
  ["%PDF", "This is a PDF file. Export the statement as CSV."],
  ["<", "This is a web page or an XML file. Export the statement as CSV."],
];

/** Where the table of a file is found. */
export type TablePlace = Pick<StatementReading, "encoding" | "delimiter" | "headerLine">;

/** Proposes how to read a CSV statement, and asks what the file does not tell. */
export function detectReading(
  bytes: Uint8Array,
  { split, chosen = {} }: { readonly split: SplitRows; readonly chosen?: Partial<TablePlace> },
): Detection | Refusal {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 200)).trim();
  const other = otherKinds.find(([begins]) => beginning.startsWith(begins));
  if (other) return refuse("invalid", other[1], "file");
  const found = decodeText(bytes);
  const encoding = chosen.encoding ?? found.encoding;
  const text = encoding === found.encoding ? found.text : decodeAs(bytes, encoding);
  const place = { encoding, ...findTable(text, { split, delimiter: chosen.delimiter }) };
  const { headerLine = place.headerLine } = chosen;
  const lines = linesOf(bytes, { ...place, headerLine }, split);
  return isRefusal(lines) ? lines : detectInTable(lines, { ...place, headerLine });
}

/** The rows of a file for a reading that somebody chose; a refusal for a file that is too large. */
export function linesOf(
  bytes: Uint8Array,
  reading: TablePlace,
  split: SplitRows,
): readonly StatementLine[] | Refusal {
  const text = decodeAs(bytes, reading.encoding);
  if (text.includes("\u0000")) return refuse("invalid", "This is not a CSV file.", "file");
  const lines = split(text, reading.delimiter, reading.headerLine + mostRows + 1);
  return limitFault(lines, reading.headerLine) ?? lines;
}

function limitFault(lines: readonly StatementLine[], headerLine: number): Refusal | null {
  const rows = lines.filter(({ number, cells }) => number > headerLine && trimmedWidth(cells) > 0);
  if (rows.length === 0) return refuse("invalid", "The file has no rows.", "file");
  if (rows.length > mostRows) return refuse("invalid", `The file has more than ${mostRows} rows.`, "file");
  for (const { number, cells } of lines) {
    if (cells.length > mostColumns) {
      return refuse("invalid", `Row ${number} has more than ${mostColumns} columns.`, "file");
    }
    if (cells.some((cell) => cell.length > mostCellLength)) {
      return refuse("invalid", `Row ${number} has a cell of more than ${mostCellLength} characters.`, "file");
    }
  }
  return null;
}

/** The column names of a file; those of one without names are counted. */
function headOf(lines: readonly StatementLine[], headerLine: number): readonly string[] {
  const header = lines.find(({ number }) => number === headerLine);
  const below = lines.filter(({ number }) => number > headerLine);
  const widths = below.map(({ cells }) => trimmedWidth(cells));
  // Some files have columns without a name at the end: a flag, further lines of the purpose.
  if (header) {
    const named = trimmedWidth(header.cells);
    const width = Math.max(named, ...widths.filter((one) => one <= header.cells.length));
    return header.cells.slice(0, width).map((cell) => cell.trim());
  }
  return Array.from({ length: Math.max(0, ...widths) }, (_, at) => `Column ${at + 1}`);
}

/** Detects all settings behind the place of the table. */
function detectInTable(all: readonly StatementLine[], place: TablePlace): Detection {
  const { headerLine } = place;
  const head = headOf(all, headerLine);
  const preamble = all.filter(({ number }) => number < headerLine);
  const lines = all.filter(({ number, cells }) => number > headerLine && trimmedWidth(cells) > 0);
  const table = { head, lines: bookingsOf(lines) };
  const known = layoutOf(table, headerLine > 0);
  const { layout } = known ?? { layout: null };
  const found = known
    ? { columns: known.columns, questions: missing(known.columns) }
    : findColumns(table, headerLine > 0);
  const { columns } = found;
  const questions: ReadingQuestion[] = [...found.questions];
  const cellsOf = (...uses: ColumnUse[]) => cellsOfUses(lines, columns, uses);
  const currency = findCurrency({ head, preamble, columns, layout, cellsOf });
  if (currency.isOpen) questions.push(ask("currency", "Choose the currency of this account."));
  const amounts = cellsOf(
    "amount",
    "moneyIn",
    "moneyOut",
    "fee",
    "net",
    "balance",
    "detailAmount",
    "pendingAmount",
  );
  const decimals = findDecimalSign(amounts, layout, currency.mayHaveThreeDecimals);
  if (decimals.isOpen) {
    questions.push(ask("decimals", "Choose the decimal sign of the amounts.", ["point", "comma"]));
  }
  const dates = findDates({ lines, columns, preamble, layout });
  if (dates.open.length > 0) {
    questions.push(ask("dates", "Choose the order of day and month in the dates.", dates.open));
  }
  const words = layout?.words ?? [];
  const settings = { ...place, columns, decimals: decimals.decimals, dates: dates.order, words };
  const facts = lines.map(factsReader(settings));
  const direction = findDirection(facts, { layout, columns, order: dates.order });
  if (direction.isOpen) {
    questions.push(
      ask("direction", "Choose how money that left is written.", ["minus_is_out", "plus_is_out"]),
    );
  }
  const fee = findFee(facts, { layout, columns, order: dates.order });
  if (fee.isOpen) {
    questions.push(ask("fee", "Choose if the amount includes the fee.", ["included", "on_top"]));
  }
  const accounts = findAccounts(cellsOf("account"));
  if (accounts.length > 1) {
    questions.push(ask("account", "The file holds several accounts. Choose one.", accounts));
  }
  questions.push(...unknownWords(facts, { columns, words, isProven: !direction.isOpen }));
  return {
    reading: {
      ...settings,
      direction: direction.way,
      fee: fee.way,
      currency: currency.fixed,
      account: accounts.length > 1 ? (accounts[0] ?? null) : null,
    },
    layout: layout?.name ?? null,
    questions,
    head,
    lines: lines.slice(0, showsRows),
    rowCount: lines.length,
  };
}

/** Rows that tell the uses of columns: totals and footers say nothing about them. */
function bookingsOf(lines: readonly StatementLine[]): readonly StatementLine[] {
  const bookings = lines.filter(({ cells }) => isDataRow(cells));
  return (bookings.length > 0 ? bookings : lines).slice(0, looksAtRows);
}

function ask(setting: ReadingSetting, message: string, choices: readonly string[] = []): ReadingQuestion {
  return { setting, column: null, word: null, message, choices };
}

type Table = { readonly head: readonly string[]; readonly lines: readonly StatementLine[] };

function layoutOf(table: Table, hasNames: boolean) {
  const found = findColumns(table, hasNames).columns;
  const fitting = allLayouts.flatMap((layout) => {
    const columns = columnsOfLayout(layout, table, hasNames);
    return columns === null || leavesOut(layout, { columns, found, head: table.head })
      ? []
      : [{ layout, columns }];
  });
  return fitting.toSorted((a, b) => sizeOfLayout(b.layout) - sizeOfLayout(a.layout))[0] ?? null;
}

/** Columns that decide over money: a layout that knows none of this use in a file is not that of the file. */
const decisiveUses: ReadonlySet<ColumnUse> = new Set<ColumnUse>([
  "amount",
  "moneyIn",
  "moneyOut",
  "flag",
  "currency",
  "fee",
  "status",
  "type",
]);

type Fit = Table & { readonly columns: readonly ColumnUse[]; readonly found: readonly ColumnUse[] };

/** True where the file has a column that decides over money and that the layout has not. */
function leavesOut(layout: StatementLayout, { columns, found, head }: Omit<Fit, "lines">): boolean {
  return found.some(
    (use, at) => decisiveUses.has(use) && columns[at] === "skip" && !isListed(layout, head[at] ?? ""),
  );
}

function cellsOfUses(
  lines: readonly StatementLine[],
  columns: readonly ColumnUse[],
  uses: readonly ColumnUse[],
): string[] {
  const places = columns.flatMap((use, at) => (uses.includes(use) ? [at] : []));
  return lines.flatMap(({ cells }) => places.map((at) => cells[at]?.trim() ?? "").filter(Boolean));
}

type CurrencyHints = {
  readonly head: readonly string[];
  readonly preamble: readonly StatementLine[];
  readonly columns: readonly ColumnUse[];
  readonly layout: StatementLayout | null;
  readonly cellsOf: (...uses: ColumnUse[]) => string[];
};

function findCurrency({ head, preamble, columns, layout, cellsOf }: CurrencyHints) {
  const inColumn = cellsOf("currency").map((cell) => cell.toUpperCase());
  const amounts = cellsOf("amount", "moneyIn", "moneyOut", "detailAmount");
  const inCells = amounts.map((cell) => amountCell(cell)?.currency ?? null);
  const inHead = head.flatMap((name, at) =>
    ["amount", "moneyIn", "moneyOut"].includes(columns[at] ?? "") ? currenciesIn(name) : [],
  );
  const above = preamble.flatMap(({ cells }) => cells.flatMap((cell) => wholeCurrency(cell)));
  const fixed = only(inHead) ?? only(above) ?? layout?.currency ?? only(inCells) ?? null;
  const isTold = columns.includes("currency") || (inCells.length > 0 && inCells.every((one) => one !== null));
  const all = [...inColumn.filter(isCurrency), ...inCells, fixed].filter((one) => one !== null);
  return {
    fixed: columns.includes("currency") ? null : fixed,
    isOpen: fixed === null && !isTold,
    // An unknown currency may be one of the few with three decimals.
    mayHaveThreeDecimals: all.length === 0 || all.some((one) => exponentOf(one) > 2),
  };
}

const only = (found: readonly (string | null)[]): string | null => {
  const [first = null, ...others] = new Set(found.filter((one) => one !== null));
  return others.length === 0 ? first : null;
};

/** Currencies in a column's name: "Amount (EUR)", "Betrag (€)", "Gutschrift in CHF", "Débit euros". */
function currenciesIn(name: string): string[] {
  return (name.match(/\p{L}+|[€£]/gu) ?? []).flatMap((word) => {
    if (/^euros?$/i.test(word)) return "EUR";
    const code = currencySigns[word.toLowerCase()] ?? word;
    return isCurrency(code) ? code : [];
  });
}

/** A cell above the header that is a currency, or an amount with one. */
function wholeCurrency(cell: string): string[] {
  const text = cell.trim();
  if (/^[A-Z]{3}$/.test(text) && isCurrency(text)) return [text];
  const currency = amountCell(text)?.currency;
  return currency ? [currency] : [];
}

function findDecimalSign(cells: readonly string[], layout: StatementLayout | null, mayHaveThree: boolean) {
  const bodies = cells.flatMap((cell) => amountCell(cell)?.body ?? []);
  const found = findDecimals(bodies, mayHaveThree);
  const told: DecimalSign | undefined = layout?.decimals;
  return found.isOpen && told !== undefined ? { decimals: told, isOpen: false } : found;
}

type DateHints = {
  readonly lines: readonly StatementLine[];
  readonly columns: readonly ColumnUse[];
  readonly preamble: readonly StatementLine[];
  readonly layout: StatementLayout | null;
};

function findDates({ lines, columns, preamble, layout }: DateHints) {
  const column = (...uses: ColumnUse[]) => {
    const places = columns.flatMap((use, at) => (uses.includes(use) ? [at] : []));
    return lines.map(({ cells }): DateCell | null => {
      const text = places.map((at) => cells[at] ?? "").find((cell) => cell.trim() !== "");
      return text === undefined ? null : dateCell(text);
    });
  };
  const period = preamble.flatMap(({ cells }) => cells.flatMap(datesIn));
  const hints = { others: column("valueDate"), period };
  const own = column("date", "startedDate");
  const isDated = own.some((one) => one !== null);
  const found = findDateOrder(isDated ? own : hints.others, hints);
  const told: DateOrder | undefined = layout?.dates;
  return found.open.length > 0 && told !== undefined && told !== "ymd" ? { order: told, open: [] } : found;
}

/** Days in a text above the header, such as "17.02.2026 - 09.03.2026". */
function datesIn(text: string): DateCell[] {
  return (text.match(/\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/g) ?? []).flatMap((one) => dateCell(one) ?? []);
}

type Way = { readonly way: DirectionWay; readonly isOpen: boolean };

type FactHints = {
  readonly layout: StatementLayout | null;
  readonly columns: readonly ColumnUse[];
  readonly order: DateOrder;
};

function findDirection(facts: readonly RowFacts[], { layout, columns, order }: FactHints): Way {
  if (layout) return { way: layout.direction, isOpen: false };
  if (columns.includes("moneyIn") || columns.includes("moneyOut")) return { way: "columns", isOpen: false };
  const hasMarks = facts.some(({ amount }) => nonZero(amount)?.cell.mark);
  if (columns.includes("flag") || hasMarks) return { way: "flag", isOpen: false };
  const { hasMinus, hasPlus, hasNone } = signsOf(facts);
  const byBalance = directionByBalance(facts, order);
  if (byBalance !== null) return { way: byBalance, isOpen: false };
  if (hasPlus && !(hasNone && hasMinus)) return { way: "minus_is_out", isOpen: false };
  return { way: "minus_is_out", isOpen: !(hasMinus && hasNone) || isMostlyUnsigned(facts) };
}

/** Payments of ours that mostly have no minus look like a card's export, in which money out has no sign. */
function isMostlyUnsigned(facts: readonly RowFacts[]): boolean {
  const named = facts.filter(({ named: { payments } }) => payments.length > 0);
  const minus = named.filter(({ amount }) => nonZero(amount)?.cell.sign === "-").length;
  return named.length > 0 && minus * 2 < named.length;
}

/** How signs are meant, from the rows that the running balance tells; null where it tells none, or both. */
function directionByBalance(facts: readonly RowFacts[], order: DateOrder): DirectionWay | null {
  const chain = balanceChain(facts, isSortedUp(facts, order));
  const moves = facts.flatMap(({ number, amount, text }) => {
    const sign = nonZero(amount)?.cell.sign;
    return sign === undefined ? [] : [{ sign, move: chain?.moves.get(number) ?? null, type: text("type") }];
  });
  const told = moves.filter(({ move }) => move === "out" || move === "in");
  if (told.length === 0) return null;
  const isOneWay = new Set(told.map(({ move }) => move)).size === 1;
  // Without signs, the direction may be in the words of a type column: then a row doesn't follow from its neighbors.
  const types = new Set(told.map(({ type }) => type));
  const isSigned = moves.some(({ sign }) => sign !== "");
  if (!isSigned && !(isOneWay && moves.every(({ type }) => types.has(type)))) return "balance";
  const minusIsOut = told.filter(({ sign, move }) => (sign === "-") === (move === "out")).length;
  if (minusIsOut * 3 > told.length * 2) return "minus_is_out";
  return minusIsOut * 3 < told.length ? "plus_is_out" : null;
}

function findFee(
  facts: readonly RowFacts[],
  { layout, columns, order }: FactHints,
): { readonly way: FeeWay; readonly isOpen: boolean } {
  if (layout?.fee) return { way: layout.fee, isOpen: false };
  const withFee = facts.filter(({ fee }) => nonZero(fee) !== null);
  if (withFee.length === 0) return { way: "none", isOpen: false };
  if (columns.includes("net")) return { way: "on_top", isOpen: false };
  const chain = balanceChain(facts, isSortedUp(facts, order));
  const moves = withFee
    .map(({ number }) => chain?.moves.get(number))
    .filter((one) => one && one !== "broken");
  if (chain && moves.length > 0) return { way: chain.isFeeOnTop ? "on_top" : "included", isOpen: false };
  return { way: "included", isOpen: true };
}

const mostAccounts = 20;

function findAccounts(cells: readonly string[]): readonly string[] {
  const distinct = [...new Set(cells)];
  return distinct.length <= mostAccounts ? distinct : [];
}

/** Questions that a chosen reading leaves open. */
export function openQuestions(
  lines: readonly StatementLine[],
  reading: StatementReading,
): readonly ReadingQuestion[] {
  const facts = lines.filter(({ number }) => number > reading.headerLine).map(factsReader(reading));
  const hasWitness = reading.direction !== "plus_is_out";
  return [...missing(reading.columns), ...unknownWords(facts, { ...reading, isProven: hasWitness })];
}

const mostWords = 20;

type WordHints = Pick<StatementReading, "columns" | "words"> & { readonly isProven: boolean };

/** Words of rows that name a payment and that nobody knows. Such rows are unclear until the merchant says the meaning. */
function unknownWords(
  facts: readonly RowFacts[],
  { columns, words, isProven }: WordHints,
): ReadingQuestion[] {
  const asked = isProven ? (["status"] as const) : (["status", "type"] as const);
  return asked.flatMap((column) => {
    const meaningOf = wordReader(words, column);
    const unknown = new Set<string>();
    for (const { named, text } of facts) {
      const word = text(column);
      if (named.payments.length > 0 && word !== "" && meaningOf(word) === null) unknown.add(word);
    }
    return [...unknown].slice(0, mostWords).map((word) => ({
      setting: "words" as const,
      column: columns.indexOf(column),
      word,
      message: `Choose the meaning of "${word.slice(0, 60)}".`,
      choices: column === "status" ? ["done", "pending", "not_paid", "returned"] : ["description", "return"],
    }));
  });
}
