import type { ReportFiguresWire } from "#app/contracts/report.ts";
import type { ReportColumn } from "#app/domain/report.ts";
import { formatCount, formatDuration, formatMoney, formatRatio } from "../../shared/format.ts";

type Figures = ReportFiguresWire;

const ratios: ReadonlySet<ReportColumn> = new Set(["conversionRate", "effectiveRate"]);

/** A figure for people; what cannot be divided is a dash. */
export function figureText(figures: Figures, column: ReportColumn): string {
  const figure = figures[column] ?? null;
  if (figure === null) return "–";
  if (typeof figure === "object") return formatMoney(figure);
  if (column === "secondsToOrder") return formatDuration(figure);
  return ratios.has(column) ? formatRatio(figure) : formatCount(figure);
}

/** Number for charts and change arrows. Displayed amounts keep their own digits. */
export function figureValue(figures: Figures, column: ReportColumn): number | null {
  const figure = figures[column] ?? null;
  return typeof figure === "object" && figure !== null ? Number(figure.amount) : figure;
}

/** How a figure moved: which way, and from where. */
export function movedText(now: Figures, before: Figures, column: ReportColumn): string {
  const [figure, earlier] = [figureValue(now, column), figureValue(before, column)];
  if (figure === earlier) return "As before";
  const text = figureText(before, column);
  if (earlier === null) return "None before";
  if (figure === null) return `From ${text}`;
  return `${figure > earlier ? "▲" : "▼"} from ${text}`;
}
