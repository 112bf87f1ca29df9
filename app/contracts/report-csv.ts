import { type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { otherCommissionKinds, otherCommissionLabels } from "./other-commission-words.ts";
import { columnLabels, keyLabel, valueLabel } from "./report-words.ts";
import type { ReportFiguresWire, ReportRowWire, ReportWire } from "./report.ts";

/** The columns of an exported report: those that are shown, and behind each what it was before, where that is. */
export function reportCsvHead({
  name,
  columns,
  compared,
}: Pick<ReportWire, "name" | "columns" | "compared">) {
  const figures = columns.flatMap((column) => {
    const label = columnLabels[column];
    return compared ? [label, `${label} before`] : [label];
  });
  return [keyLabel(reports[name]), "Value", "Currency", ...figures];
}

/** A row of it: amounts are decimals of the currency beside them, ratios parts of one, times whole seconds. */
export function reportCsvRow(
  name: ReportName,
  row: ReportRowWire,
  columns: readonly ReportColumn[],
): string[] {
  const figures = columns.flatMap((column) => {
    const now = figureCell(row.figures, column);
    return row.before === null ? [now] : [now, figureCell(row.before, column)];
  });
  return [valueLabel(reports[name], row.value, row.name), row.value, row.currencyCode, ...figures];
}

/**
 * Below the rows, what stands beside orders: with it the column of commission adds up to what the books have. Left out
 * where that column is.
 */
export function besideCsvRows({
  columns,
  otherCommissions,
  otherCommissionsBefore,
}: Pick<ReportWire, "columns" | "otherCommissions" | "otherCommissionsBefore">): string[][] {
  if (!columns.includes("commission")) return [];
  return (otherCommissions ?? []).flatMap((now) => {
    const before = otherCommissionsBefore?.find(({ currencyCode }) => currencyCode === now.currencyCode);
    return otherCommissionKinds.flatMap((kind) => {
      const sum = now[kind];
      if (sum === null) return [];
      const sums = before ? [sum.amount, before[kind]?.amount ?? ""] : [sum.amount];
      const cells = columns.flatMap((column) => (column === "commission" ? sums : sums.map(() => "")));
      return [[`Beside orders: ${otherCommissionLabels[kind]}`, "", now.currencyCode, ...cells]];
    });
  });
}

function figureCell(figures: ReportFiguresWire, column: ReportColumn): string {
  const figure = figures[column] ?? null;
  if (figure === null) return "";
  return typeof figure === "object" ? figure.amount : String(figure);
}
