import { isCurrency } from "../money.ts";
import { amountCell, findDecimals } from "../tables/amount-cell.ts";
import { balanceChain } from "./directions.ts";
import { dateCell } from "../tables/date-cell.ts";
import type {
  ColumnUse,
  ReadingQuestion,
  StatementLayout,
  StatementReason,
  UseByPosition,
} from "./reading.ts";
import type { TableLine } from "../tables/table.ts";
import { namedPayments } from "./named-payments.ts";
import { plainWord } from "../tables/plain-word.ts";
import { factsReader } from "./row-facts.ts";
import { directionOfFlag, usesOfName } from "./words/all-words.ts";

/** Number of a column's cells by kind. */
type Content = {
  readonly filled: number;
  readonly dates: number;
  readonly amounts: number;
  readonly currencies: number;
  readonly flags: number;
  readonly payments: number;
  readonly distinct: number;
};

function contentOf(lines: readonly TableLine[], at: number): Content {
  const texts = lines.map(({ cells }) => cells[at]?.trim() ?? "").filter(Boolean);
  const count = (is: (text: string) => boolean) => texts.filter(is).length;
  return {
    filled: texts.length,
    dates: count((text) => dateCell(text) !== null),
    amounts: count((text) => amountCell(text) !== null),
    currencies: count((text) => isCurrency(text.toUpperCase())),
    flags: count((text) => directionOfFlag(text) !== null),
    payments: count((text) => namedPayments(text).payments.length > 0),
    distinct: new Set(texts).size,
  };
}

const dateUses: ReadonlySet<ColumnUse> = new Set(["date", "valueDate", "startedDate"]);
const amountUses: ReadonlySet<ColumnUse> = new Set<ColumnUse>([
  "amount",
  "moneyIn",
  "moneyOut",
  "detailAmount",
  "pendingAmount",
  "net",
  "fee",
  "balance",
]);
/** Uses that only one column can have. */
const singleUses: ReadonlySet<ColumnUse> = new Set<ColumnUse>([
  "date",
  "valueDate",
  "startedDate",
  ...amountUses,
  "currency",
  "feeCurrency",
  "flag",
  "status",
  "type",
  "time",
  "timeZone",
  "transaction",
  "item",
  "account",
]);

/** True if most cells of a column fit this use. An empty column fits any. */
function fitsUse(use: ColumnUse, { filled, dates, amounts, currencies, flags, payments }: Content): boolean {
  const most = (count: number) => count * 5 >= filled * 3;
  if (dateUses.has(use)) return most(dates);
  if (amountUses.has(use)) return most(amounts) && !(filled > 0 && dates === filled);
  // A short statement may end with a row such as "Total".
  if (use === "currency" || use === "feeCurrency") {
    return most(currencies) || (currencies > 0 && currencies + 1 === filled);
  }
  if (use === "flag") return most(flags);
  if (use === "reference" || payments === 0) return true;
  return use === "name" || use === "type" || use === "skip" ? false : payments * 2 < filled;
}

export type FoundColumns = {
  readonly columns: readonly ColumnUse[];
  readonly questions: readonly ReadingQuestion[];
};

type Table = { readonly head: readonly string[]; readonly lines: readonly TableLine[] };

/** Finds the use of each column by name and content, and asks if two have the same claim. */
export function findColumns({ head, lines }: Table, hasNames: boolean): FoundColumns {
  const contents = head.map((_, at) => contentOf(lines, at));
  const uses: ColumnUse[] = head.map(() => "skip");
  const questions: ReadingQuestion[] = [];
  const claims = head.flatMap((name, at) =>
    (hasNames ? usesOfName(name) : [])
      .map(({ use, rank }) => ({ use: isPairOfFlags(use, contents[at] ?? empty) ? "flag" : use, rank, at }))
      .filter(({ use }) => fitsUse(use, contents[at] ?? empty)),
  );
  for (const { use, at } of claims.toSorted((a, b) => a.rank - b.rank || a.at - b.at)) {
    if (uses[at] !== "skip" || (singleUses.has(use) && uses.includes(use))) continue;
    uses[at] = use;
  }
  fillByContent(uses, contents, lines);
  questions.push(...columnQuestions(claims, uses, head));
  questions.push(...missing(uses));
  return { columns: uses, questions };
}

/** A type column with only "Debit" and "Credit" gives the direction. */
function isPairOfFlags(use: ColumnUse, { filled, flags, distinct }: Content): boolean {
  return use === "type" && filled > 0 && flags === filled && distinct <= 2;
}

const empty: Content = { filled: 0, dates: 0, amounts: 0, currencies: 0, flags: 0, payments: 0, distinct: 0 };

/**
 * Uses that no name gives: the only column of its kind, a known pair of flags, and texts with a reference.
 */
function fillByContent(uses: ColumnUse[], contents: readonly Content[], lines: readonly TableLine[]): void {
  const free = (is: (content: Content) => boolean) =>
    contents.flatMap((content, at) => (uses[at] === "skip" && content.filled > 0 && is(content) ? [at] : []));
  const take = (use: ColumnUse, places: readonly number[], isSure = places.length === 1) => {
    const [at] = places;
    if (!uses.includes(use) && at !== undefined && isSure) uses[at] = use;
  };
  const isFull = (one: Content) => one.filled * 5 >= lines.length * 4;
  const dates = free((one) => one.dates === one.filled && isFull(one));
  take("date", dates, dates.length > 0);
  const amounts = free((one) => one.amounts === one.filled && one.dates === 0 && isFull(one));
  if (!uses.includes("moneyIn") && !uses.includes("moneyOut")) {
    take("amount", amounts);
    if (!uses.includes("amount")) takeAmountAndBalance(uses, amounts, lines);
  }
  take(
    "currency",
    free((one) => one.currencies === one.filled),
  );
  take(
    "flag",
    free((one) => one.flags === one.filled && one.distinct <= 4),
  );
  for (const [at, { payments }] of contents.entries()) {
    const use = uses[at];
    if (payments > 0 && (use === "skip" || use === "name")) uses[at] = "reference";
  }
}

/** Each pair of columns is tried. */
const mostTriedColumns = 4;

/** Finds two of several numeric columns: an amount, and the balance after it. */
function takeAmountAndBalance(
  uses: ColumnUse[],
  places: readonly number[],
  lines: readonly TableLine[],
): void {
  if (places.length > mostTriedColumns) return;
  const cells = places.flatMap((at) => lines.map((line) => amountCell(line.cells[at] ?? "")?.body ?? ""));
  const { decimals } = findDecimals(cells, true);
  const pairs = places.flatMap((amount) => places.map((balance) => ({ amount, balance })));
  const fitting = pairs.filter(({ amount, balance }) => {
    const columns = uses.with(amount, "amount").with(balance, "balance");
    const facts = lines.map(factsReader({ columns, decimals }));
    return amount !== balance && balanceChain(facts, null) !== null;
  });
  const [found, another] = fitting;
  if (!found || another) return;
  uses[found.amount] = "amount";
  uses[found.balance] = "balance";
}

type ColumnClaim = { readonly use: ColumnUse; readonly rank: number; readonly at: number };

/** Questions about columns with the same claim. Amounts decide about money, so the merchant chooses. */
function columnQuestions(
  claims: readonly ColumnClaim[],
  uses: readonly ColumnUse[],
  head: readonly string[],
): ReadingQuestion[] {
  return (["amount", "moneyIn", "moneyOut"] as const).flatMap((use) => {
    const chosen = claims.find((one) => one.use === use && uses[one.at] === use);
    const rival = claims.find(
      (one) =>
        one.use === use && one.at !== chosen?.at && one.rank === chosen?.rank && uses[one.at] === "skip",
    );
    if (!chosen || !rival) return [];
    const [one = "", other = ""] = [chosen.at, rival.at].map((at) => head[at]);
    return [columnQuestion({ code: "reading_amounts", one, other }, chosen.at)];
  });
}

function columnQuestion(reason: StatementReason, column: number | null = null): ReadingQuestion {
  return { setting: "columns", column, word: null, reason, choices: [] };
}

/** A reading needs a day, an amount and a column that can name a payment. */
export function missing(uses: readonly ColumnUse[]): ReadingQuestion[] {
  const has = (...some: ColumnUse[]) => some.some((use) => uses.includes(use));
  return [
    ...(has("date") ? [] : [columnQuestion({ code: "reading", what: "date" })]),
    ...(has("amount", "moneyIn", "moneyOut") ? [] : [columnQuestion({ code: "reading", what: "amount" })]),
    ...(has("reference", "transaction", "item")
      ? []
      : [columnQuestion({ code: "reading", what: "reference" })]),
  ];
}

/** The columns of a known layout in this file. Null if the file has another layout. */
export function columnsOfLayout(
  layout: StatementLayout,
  { head, lines }: Table,
  hasNames: boolean,
): readonly ColumnUse[] | null {
  const { columns, more = {} } = layout;
  if (isByPlace(columns)) return hasNames ? null : columnsByPlace(columns, { head, lines });
  if (!hasNames) return null;
  const plain = head.map(plainWord);
  const names = new Map(Object.entries(columns).map(([name, use]) => [plainWord(name), use]));
  if (![...names.keys()].every((name) => plain.includes(name))) return null;
  for (const [name, use] of Object.entries(more)) names.set(plainWord(name), use);
  const seen = new Set<ColumnUse>();
  return plain.map((name, at) => {
    const use = names.get(name) ?? "skip";
    const isSecond = seen.has(use) && singleUses.has(use);
    seen.add(use);
    const holdsPayments = use === "skip" && contentOf(lines, at).payments > 0;
    if (isSecond) return "skip";
    return holdsPayments ? "reference" : use;
  });
}

/** True for a column that the layout names, even only to skip it. */
export function isListed({ columns, more = {} }: StatementLayout, name: string): boolean {
  if (isByPlace(columns)) return true;
  const plain = plainWord(name);
  return [...Object.keys(columns), ...Object.keys(more)].some((one) => plainWord(one) === plain);
}

function isByPlace(columns: StatementLayout["columns"]): columns is readonly UseByPosition[] {
  return Array.isArray(columns);
}

function columnsByPlace(
  columns: readonly UseByPosition[],
  { head, lines }: Table,
): readonly ColumnUse[] | null {
  if (head.length !== columns.length) return null;
  const isOfKind = columns.every((use, at) => {
    const content = contentOf(lines, at);
    if (use?.startsWith("=")) return lines.every(({ cells }) => cells[at]?.trim() === use.slice(1));
    if (use === null || content.filled === 0) return use === null || !["date", "amount"].includes(use);
    if (dateUses.has(use as ColumnUse)) return content.dates === content.filled;
    if (amountUses.has(use as ColumnUse)) return content.amounts === content.filled;
    return use === "currency" ? content.currencies === content.filled : content.amounts < content.filled;
  });
  return isOfKind ? columns.map((use) => (isUse(use) ? use : "skip")) : null;
}

const isUse = (use: UseByPosition): use is ColumnUse => use !== null && !use.startsWith("=");

/** Number of a layout's names in a file. Of two layouts that fit, the one with more is chosen. */
export function sizeOfLayout({ columns }: StatementLayout): number {
  return isByPlace(columns) ? columns.length : Object.keys(columns).length;
}
