import type { ReportColumn } from "#app/domain/report.ts";

/** The list that a figure is the sum of: that of a row's value, or, without one, of the whole; null where none is. */
export type FigureUrl = (value: string | null, currency: string, column: ReportColumn) => string | null;

export const noLists: FigureUrl = () => null;
