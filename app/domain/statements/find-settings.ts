import { exponentOf, isCurrency } from "../money.ts";
import { amountCell, currencySigns, findDecimals } from "../tables/amount-cell.ts";
import { balanceChain, isSortedUp, signsOf } from "./directions.ts";
import { type DateCell, dateCell, findDateOrder } from "../tables/date-cell.ts";
import type {
  ColumnUse,
  DirectionWay,
  FeeWay,
  ReadingQuestion,
  ReadingSetting,
  StatementLayout,
  StatementReason,
} from "./reading.ts";
import type { DateOrder, DecimalSign, TableLine } from "../tables/table.ts";
import { nonZero, type RowFacts } from "./row-facts.ts";
import { usesOfName } from "./words/all-words.ts";

/** A file with known columns. */
export type FileParts = {
  readonly head: readonly string[];
  /** Lines above the header. */
  readonly preamble: readonly TableLine[];
  readonly lines: readonly TableLine[];
  readonly columns: readonly ColumnUse[];
  readonly layout: StatementLayout | null;
};

function questionAbout(
  setting: ReadingSetting,
  reason: StatementReason,
  choices: readonly string[] = [],
): ReadingQuestion {
  return { setting, column: null, word: null, reason, choices };
}

function cellsOfUses(
  lines: readonly TableLine[],
  columns: readonly ColumnUse[],
  uses: readonly ColumnUse[],
): string[] {
  const places = columns.flatMap((use, at) => (uses.includes(use) ? [at] : []));
  return lines.flatMap(({ cells }) => places.map((at) => cells[at]?.trim() ?? "").filter(Boolean));
}

/** A proposed value, and the open question about it. */
type Proposal<Value> = { readonly value: Value; readonly question: ReadingQuestion | null };

const proposal = <Value>(value: Value, question: ReadingQuestion | null = null): Proposal<Value> => ({
  value,
  question,
});

export function findCurrency({ head, preamble, columns, layout, lines }: FileParts) {
  const cellsOf = (...uses: ColumnUse[]) => cellsOfUses(lines, columns, uses);
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
  const isOpen = fixed === null && !isTold;
  return {
    ...proposal(
      columns.includes("currency") ? null : fixed,
      isOpen ? questionAbout("currency", { code: "reading", what: "currency" }) : null,
    ),
    // An unknown currency may be one of the few with three decimals.
    mayHaveThreeDecimals: all.length === 0 || all.some((one) => exponentOf(one) > 2),
  };
}

const only = (found: readonly (string | null)[]): string | null => {
  const [first = null, ...others] = new Set(found.filter((one) => one !== null));
  return others.length === 0 ? first : null;
};

/** The currency in a column's name: "Amount (EUR)", "Betrag (€)", "Gutschrift in CHF", "Débit euros". */
function currenciesIn(name: string): string[] {
  return (name.match(/\p{L}+|[€£]/gu) ?? []).flatMap((word) => {
    if (/^euros?$/i.test(word)) return "EUR";
    const code = currencySigns[word.toLowerCase()] ?? word;
    return isCurrency(code) ? code : [];
  });
}

/** A cell above the header that is a currency, or names one: "Devise : EUR", "1.234,50 €". */
function wholeCurrency(cell: string): string[] {
  const text = cell.trim();
  if (/^[A-Z]{3}$/.test(text) && isCurrency(text)) return [text];
  const [, word = "", code = ""] = /^(.+?)\s*[:=]\s*([A-Z]{3})$/.exec(text) ?? [];
  if (isCurrency(code) && usesOfName(word).some(({ use }) => use === "currency")) return [code];
  const currency = amountCell(text)?.currency;
  return currency ? [currency] : [];
}

export function findDecimalSign({ lines, columns }: FileParts, mayHaveThree: boolean): Proposal<DecimalSign> {
  const cells = cellsOfUses(lines, columns, [
    "amount",
    "moneyIn",
    "moneyOut",
    "fee",
    "net",
    "balance",
    "detailAmount",
    "pendingAmount",
  ]);
  const bodies = cells.flatMap((cell) => amountCell(cell)?.body ?? []);
  const { decimals, isOpen } = findDecimals(bodies, mayHaveThree);
  if (!isOpen) return proposal(decimals);
  return proposal(
    decimals,
    questionAbout("decimals", { code: "reading", what: "decimals" }, ["point", "comma"]),
  );
}

export function findDates({ lines, columns, preamble, layout }: FileParts): Proposal<DateOrder> {
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
  const { order, open } = findDateOrder(isDated ? own : hints.others, hints);
  if (open.length === 0) return proposal(order);
  const told = layout?.dates;
  if (told !== undefined && told !== "ymd") return proposal(told);
  return proposal(order, questionAbout("dates", { code: "reading", what: "dates" }, open));
}

/** Days in a text above the header, such as "17.02.2026 - 09.03.2026". */
function datesIn(text: string): DateCell[] {
  return (text.match(/\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/g) ?? []).flatMap((one) => dateCell(one) ?? []);
}

type FactHints = Pick<FileParts, "layout" | "columns"> & { readonly order: DateOrder };

export function findDirection(
  facts: readonly RowFacts[],
  { layout, columns, order }: FactHints,
): Proposal<DirectionWay> {
  if (layout && isPossible(layout.direction, columns)) return proposal(layout.direction);
  if (columns.includes("moneyIn") || columns.includes("moneyOut")) return proposal("columns");
  const hasMarks = facts.some(({ amount }) => nonZero(amount)?.cell.mark);
  if (columns.includes("flag") || hasMarks) return proposal("flag");
  const byBalance = directionByBalance(facts, order);
  if (byBalance !== null) return proposal(byBalance);
  const { hasMinus, hasPlus, hasNone } = signsOf(facts);
  if (hasPlus && !(hasNone && hasMinus)) return proposal("minus_is_out");
  if (hasMinus && hasNone && !isMostlyUnsigned(facts)) return proposal("minus_is_out");
  const choices = ["minus_is_out", "plus_is_out"];
  return proposal(
    "minus_is_out",
    questionAbout("direction", { code: "reading", what: "direction" }, choices),
  );
}

/** True if the columns that a way of giving the direction needs exist. */
function isPossible(way: DirectionWay, columns: readonly ColumnUse[]): boolean {
  if (way === "flag") return columns.includes("flag");
  return way === "columns"
    ? columns.includes("moneyIn") || columns.includes("moneyOut")
    : columns.includes("amount");
}

/**
 * True if payments of the app mostly have no minus, as in a card's export, where outgoing money has no sign.
 */
function isMostlyUnsigned(facts: readonly RowFacts[]): boolean {
  const named = facts.filter(({ named: { payments } }) => payments.length > 0);
  const minus = named.filter(({ amount }) => nonZero(amount)?.cell.sign === "-").length;
  return named.length > 0 && minus * 2 < named.length;
}

/**
 * Meaning of signs, from the rows whose direction the running balance proves. Null if it proves none, or
 * both.
 */
function directionByBalance(facts: readonly RowFacts[], order: DateOrder): DirectionWay | null {
  const chain = balanceChain(facts, isSortedUp(facts, order));
  const moves = facts.flatMap(({ number, amount, text }) => {
    const sign = nonZero(amount)?.cell.sign;
    return sign === undefined ? [] : [{ sign, move: chain?.moves.get(number) ?? null, type: text("type") }];
  });
  const told = moves.filter(({ move }) => move === "out" || move === "in");
  if (told.length === 0) return null;
  const isOneWay = new Set(told.map(({ move }) => move)).size === 1;
  // Without signs, the direction may be in the words of a type column. A row then doesn't follow from its
  // neighbors.
  const types = new Set(told.map(({ type }) => type));
  const isSigned = moves.some(({ sign }) => sign !== "");
  if (!isSigned && !(isOneWay && moves.every(({ type }) => types.has(type)))) return "balance";
  const minusIsOut = told.filter(({ sign, move }) => (sign === "-") === (move === "out")).length;
  if (minusIsOut * 3 > told.length * 2) return "minus_is_out";
  return minusIsOut * 3 < told.length ? "plus_is_out" : null;
}

export function findFee(facts: readonly RowFacts[], { layout, columns, order }: FactHints): Proposal<FeeWay> {
  if (layout?.fee) return proposal(layout.fee);
  const withFee = facts.filter(({ fee }) => nonZero(fee) !== null);
  if (withFee.length === 0) return proposal("none");
  if (columns.includes("net")) return proposal("on_top");
  const chain = balanceChain(facts, isSortedUp(facts, order));
  const moves = withFee
    .map(({ number }) => chain?.moves.get(number))
    .filter((one) => one && one !== "broken");
  if (chain && moves.length > 0) return proposal(chain.isFeeOnTop ? "on_top" : "included");
  return proposal("included", questionAbout("fee", { code: "reading", what: "fee" }, ["included", "on_top"]));
}

const mostAccounts = 20;

export function findAccount({ lines, columns }: FileParts): Proposal<string | null> {
  const accounts = [...new Set(cellsOfUses(lines, columns, ["account"]))];
  const [first, second] = accounts;
  if (first === undefined || second === undefined || accounts.length > mostAccounts) return proposal(null);
  const reason = { code: "reading_accounts", count: accounts.length } as const;
  return proposal(first, questionAbout("account", reason, accounts));
}
