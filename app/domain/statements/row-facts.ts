import { type AmountCell, amountCell, decimalText } from "../tables/amount-cell.ts";
import { type DateCell, dateCell } from "../tables/date-cell.ts";
import { namedPayments, type NamedPayments } from "./named-payments.ts";
import type { ColumnUse } from "./reading.ts";
import type { DecimalSign, TableLine } from "../tables/table.ts";

/** An unsigned amount of a row, in millionths, which can be compared before its currency is known. */
export type Figure = { readonly cell: AmountCell; readonly millionths: bigint };

/** Null for an empty cell, "bad" for one that can't be interpreted. */
export type FigureOf = Figure | null | "bad";

/** Facts of a row from its columns, before its direction and meaning are decided. */
export type RowFacts = {
  readonly number: number;
  readonly isWidthRight: boolean;
  /** Texts of all columns with a use, joined by a blank. '' for none. */
  readonly text: (use: ColumnUse) => string;
  readonly named: NamedPayments;
  /** Null for an empty cell, "bad" for one that is not a day. */
  readonly date: DateCell | null | "bad";
  readonly started: DateCell | null | "bad";
  readonly valueDate: DateCell | null | "bad";
  readonly amount: FigureOf;
  readonly moneyIn: FigureOf;
  readonly moneyOut: FigureOf;
  readonly detail: FigureOf;
  readonly pendingAmount: FigureOf;
  readonly fee: FigureOf;
  readonly balance: FigureOf;
};

type Columns = { readonly columns: readonly ColumnUse[]; readonly decimals: DecimalSign };

/** Reads rows of a file with these columns. */
export function factsReader({ columns, decimals }: Columns): (line: TableLine) => RowFacts {
  const places = new Map<ColumnUse, number[]>();
  for (const [at, use] of columns.entries()) places.set(use, [...(places.get(use) ?? []), at]);
  return ({ number, cells }) => {
    const firstOf = (use: ColumnUse): string => {
      const at = places.get(use)?.find((place) => (cells[place] ?? "").trim() !== "");
      return at === undefined ? "" : (cells[at] ?? "").trim();
    };
    const text = (use: ColumnUse): string => {
      const all = places.get(use);
      if (all === undefined || all.length === 1) return firstOf(use);
      return all
        .map((place) => (cells[place] ?? "").trim())
        .filter(Boolean)
        .join(" ");
    };
    const figure = (use: ColumnUse) => figureOf(firstOf(use), decimals);
    const date = (use: ColumnUse) => dateOf(firstOf(use));
    return {
      number,
      isWidthRight: isWidthRight(cells, columns.length),
      text,
      named: namedPayments(text("reference")),
      date: date("date"),
      started: date("startedDate"),
      valueDate: date("valueDate"),
      amount: figure("amount"),
      moneyIn: figure("moneyIn"),
      moneyOut: figure("moneyOut"),
      detail: figure("detailAmount"),
      pendingAmount: figure("pendingAmount"),
      fee: figure("fee"),
      balance: figure("balance"),
    };
  };
}

const dateOf = (text: string) => (text === "" ? null : (dateCell(text) ?? "bad"));

/** A row may have more empty cells at the end than the header, and never fewer cells. */
function isWidthRight(cells: readonly string[], width: number): boolean {
  return cells.length >= width && cells.slice(width).every((cell) => cell.trim() === "");
}

function figureOf(text: string, decimals: DecimalSign): FigureOf {
  if (text === "") return null;
  const cell = amountCell(text);
  const decimal = cell && decimalText(cell.body, decimals);
  return cell === null || decimal === null ? "bad" : { cell, millionths: millionthsOf(decimal) };
}

function millionthsOf(decimal: string): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(6, "0"));
}

/** The figure of a row, or null for none and for zero. */
export function nonZero(figure: FigureOf): Figure | null {
  return figure === null || figure === "bad" || figure.millionths === 0n ? null : figure;
}

/** Negative if the cell has a minus. */
export function signed({ cell, millionths }: Figure): bigint {
  return cell.sign === "-" ? -millionths : millionths;
}

/** The booked amount from any of its columns. Null if there is none, "bad" if they disagree. */
export function bookedFigure(facts: RowFacts): FigureOf {
  const { amount, moneyIn, moneyOut } = facts;
  if ([amount, moneyIn, moneyOut].includes("bad")) return "bad";
  const [into, out] = [nonZero(moneyIn), nonZero(moneyOut)];
  if (into && out) return "bad";
  const pair = into ?? out;
  if (pair && amount !== null && amount !== "bad" && amount.millionths !== pair.millionths) return "bad";
  return pair ?? amount;
}
