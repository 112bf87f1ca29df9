import type { ReportFiguresWire } from "#app/contracts/report.ts";
import type { ReportColumn } from "#app/domain/report.ts";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { otherCommissions } from "#app/i18n/en/admin/other-commissions.ts";
import { changeText } from "../../shared/chart/change-text.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { figureText, figureValue } from "./report-figures.ts";

provideTexts({ charts, otherCommissions });
const t = merchantText("otherCommissions");

/** Change of a figure: "+12%". Without a percentage of it, the former value. */
export function movedText(now: ReportFiguresWire, before: ReportFiguresWire, column: ReportColumn): string {
  const [figure, earlier] = [figureValue(now, column), figureValue(before, column)];
  if (earlier === null) return t("change.none");
  return changeText(figure, earlier) ?? t("change.was", { before: figureText(before, column) });
}
