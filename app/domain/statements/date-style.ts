import { dayAt, daysSinceEpoch } from "../calendar.ts";
import type { StyleFault } from "./amount-style.ts";

/** In which order a column writes year, month and day. */
export type DateStyle = "ymd" | "dmy" | "mdy";

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const short = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ].*)?$/;

/**
 * Decides in which order a whole column writes its days: "03/04/2026" is the third of April or the fourth of March, and
 * another cell of the column has to tell. `chosen` is what a person said.
 */
export function dateStyleOf(cells: readonly string[], chosen: "dmy" | "mdy" | null): DateStyle | StyleFault {
  let [style, doubt]: [DateStyle | null, StyleFault | null] = [null, null];
  for (const [index, text] of cells.entries()) {
    const trimmed = text.trim();
    if (trimmed === "") continue;
    const evidence = evidenceOf(trimmed);
    if (evidence === null) return { index, text, message: "is not a day" };
    if (evidence === "ambiguous") doubt ??= { index, text, message: "may be read in two ways" };
    if (evidence === "ambiguous" || evidence === style) continue;
    if (style !== null) return { index, text, message: "is written otherwise than the days before it" };
    style = evidence;
  }
  return style ?? (doubt === null ? "ymd" : (chosen ?? doubt));
}

function evidenceOf(text: string): DateStyle | "ambiguous" | null {
  if (iso.test(text)) return "ymd";
  const [, first, second] = short.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  // With points between them the day is first wherever that is written.
  if (/^\d{1,2}\./.test(text) || Number(first) > 12) return "dmy";
  return Number(second) > 12 ? "mdy" : "ambiguous";
}

/** The day of a cell, "2026-03-31", in a column of this style; null for what is none. */
export function dayOf(text: string, style: DateStyle): string | null {
  const [, a = "", b = "", c = ""] = (style === "ymd" ? iso : short).exec(text.trim()) ?? [];
  const [year, month, day] = { ymd: [a, b, c], dmy: [c, b, a], mdy: [c, a, b] }[style].map(Number) as [
    number,
    number,
    number,
  ];
  if (!isCalendarDay(year, month, day)) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (!(year >= 1970 && year <= 9998 && month >= 1 && month <= 12 && day >= 1)) return false;
  const found = dayAt(daysSinceEpoch(year, month, day));
  return found.month === month && found.day === day;
}
