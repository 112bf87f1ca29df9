import type { Figure, Measured } from "./figure.ts";

export type Result = Measured & { readonly id: string; readonly ratio: number; readonly unit: string };

/** Four digits of a figure are more than a second run would confirm. */
function rounded(number: number): number {
  return Number(number.toPrecision(4));
}

export function resultOf(figure: Figure, { value, baseline }: Measured): Result {
  const ratio = rounded(value / baseline);
  return { id: figure.id, value: rounded(value), baseline: rounded(baseline), ratio, unit: figure.unit };
}

function mark(isReached: boolean): string {
  return isReached ? "" : ", missed";
}

function aimOf({ aim, unit }: Figure, result: Result): string {
  if ("least" in aim) return `at least ${aim.least}${mark(result.ratio >= aim.least)}`;
  if ("most" in aim) return `at most ${aim.most}${mark(result.ratio <= aim.most)}`;
  return `at least ${aim.leastValue} ${unit}${mark(result.value >= aim.leastValue)}`;
}

function padded(cell: string, width: number, column: number): string {
  const isNumber = column > 0 && column < 4;
  return isNumber ? cell.padStart(width) : cell.padEnd(width);
}

/** The figures as lines of a table. */
export function table(figures: readonly Figure[], results: readonly Result[]): string {
  const lines = results.map((result) => {
    const figure = figures.find(({ id }) => id === result.id);
    const aim = figure ? aimOf(figure, result) : "";
    return [result.id, `${result.value}`, `${result.baseline}`, result.ratio.toFixed(2), result.unit, aim];
  });
  const head = ["id", "value", "baseline", "ratio", "unit", "aim"];
  const rows = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: string[]): string =>
    row.map((cell, column) => padded(cell, widths[column] ?? 0, column)).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}
