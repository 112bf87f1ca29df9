import { useSearchParams } from "@remix-run/react";
import { Select } from "@shopify/polaris";
import { useMemo, useState } from "react";
import type { PerformanceWire, PeriodWire } from "#app/contracts/dashboard.ts";
import { changeText } from "../../shared/chart/change-text.ts";
import { ChartTable } from "../../shared/chart/chart-table.tsx";
import { LineChart } from "../../shared/chart/line-chart.tsx";
import { periodPoints } from "../../shared/chart/period-points.ts";
import {
  formatCompact,
  formatCount,
  formatDay,
  formatDays,
  formatMoney,
  formatRatio,
  formatShortDay,
} from "../../shared/format.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import {
  AffiliateFilter,
  type ChosenAffiliate,
  type ChosenProgram,
  ProgramFilter,
} from "../../shared/pickers/filter-pickers.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useAfterFirstPaint } from "../../shared/use-after-first-paint.ts";
import { useText } from "../../texts/use-text.ts";
import { OtherCommissions } from "../reports/other-commissions.tsx";
import { DashCard } from "./dash-card.tsx";
import { dashboardUrl, type Figure, figureUrl } from "./figure-urls.ts";

export type FilterChoices = {
  /** Affiliate that the figures are filtered by; null for all. */
  readonly affiliate: ChosenAffiliate | null;
  /** Program that the figures are filtered by. */
  readonly program: ChosenProgram | null;
};

type Props = FilterChoices & {
  performance: PerformanceWire;
  /** Error in the address. */
  fault: string | null;
  /** Today in the store's time zone. */
  today: string;
};

/** One figure of the selected days as a chart, with its change, and all of them as a table. */
export function PerformanceCard({ performance, fault, affiliate, program, today }: Props) {
  const t = useText("charts");
  const [figure, setFigure] = useState<ChartFigure>("revenue");
  const { total } = performance;
  const report = { content: t("performance.report"), url: figureUrl("revenue", total, performance) };
  return (
    <DashCard title={t("performance.title")} action={report}>
      <div className="dash-performance">
        {fault !== null && (
          <p className="dash-fault">{t("performance.fault", { fault: fault.replace(/\.$/, "") })}</p>
        )}
        <FigureTabs figure={figure} onChange={setFigure} />
        <FigurePanel figure={figure} performance={performance} today={today} />
        <Filters affiliate={affiliate} program={program} />
        <ChartTable>
          {() => (
            <div className="dash-performance">
              <PeriodTable performance={performance} />
              <OtherCommissions
                commissions={performance.otherCommissions}
                of={{ ...performance, days: performance.total }}
                currencies={[performance.total.revenue.currencyCode]}
              />
            </div>
          )}
        </ChartTable>
      </div>
    </DashCard>
  );
}

/** Figures with a chart. */
const chartFigures = ["revenue", "orders", "clicks", "commission"] as const;
type ChartFigure = (typeof chartFigures)[number];

type TabsProps = { figure: ChartFigure; onChange: (figure: ChartFigure) => void };

/** On a phone it is a select. */
function FigureTabs({ figure, onChange }: TabsProps) {
  const t = useText("charts");
  return (
    <>
      <fieldset aria-label={t("performance.figure")} className="chart-tabs chart-figures no-print">
        {chartFigures.map((one) => (
          <button key={one} type="button" aria-pressed={one === figure} onClick={() => onChange(one)}>
            {t(`performance.${one}`)}
          </button>
        ))}
      </fieldset>
      <div className="chart-select no-print">
        <Select
          label={t("performance.figure")}
          labelHidden
          options={chartFigures.map((one) => ({ value: one, label: t(`performance.${one}`) }))}
          value={figure}
          onChange={(one) => onChange(one as ChartFigure)}
        />
      </div>
    </>
  );
}

type PanelProps = { figure: ChartFigure; performance: PerformanceWire; today: string };

/** Total of a figure with its change, and its chart. */
function FigurePanel({ figure, performance, today }: PanelProps) {
  const t = useText("charts");
  const isCompared = useSearchParams()[0].get("compare") !== "none";
  const { total, before, by, periods, periodsBefore } = performance;
  const label = t(`performance.${figure}`);
  const [now, then] = [chartValue(total, figure), chartValue(before, figure)];
  const points = useMemo(
    () =>
      periodPoints<PerformanceWire["periodsBefore"][number]>({
        by,
        periods,
        periodsBefore: isCompared ? periodsBefore : [],
        today,
        valueOf: (period) => chartValue(period, figure),
        textOf: (period) => figureText(period, figure),
      }),
    [by, periods, periodsBefore, figure, isCompared, today],
  );
  const { currencyCode } = total.revenue;
  const spans = { from: formatShortDay(total.from, today), to: formatShortDay(total.to, today) };
  const words = { figure: label, total: figureText(total, figure), ...spans };
  return (
    <section aria-label={label}>
      <p className="dash-total">
        <span className="summary-figure" data-period-figure={label}>
          <TotalText figure={figure} performance={performance} />
        </span>
        {isCompared && <span className="dash-subdued">{changeText(now, then)}</span>}
      </p>
      {now === null && <p>{t("performance.noClicks")}</p>}
      <LineChart
        label={
          isCompared
            ? t("trendCompared", { ...words, before: figureText(before, figure) })
            : t("trend", words)
        }
        cursorLabel={t(`cursor.${by}`)}
        points={points}
        tickText={(value) => formatCompact(value, isMoney(figure) ? currencyCode : "")}
        isLastUnfinished={total.to >= today}
        legend={{
          current: formatDays(total, today),
          ...(isCompared && { compared: formatDays(before, today) }),
        }}
      />
    </section>
  );
}

const isMoney = (figure: ChartFigure): boolean => figure === "revenue" || figure === "commission";

/** Filters of the figures, kept in the URL. Their names stay in print, which hides the fields. */
function Filters({ affiliate, program }: FilterChoices) {
  const t = useText("charts");
  const names = [affiliate, program].flatMap((one) => (one ? [one.name] : []));
  const isFiltered = names.length > 0;
  const isThere = useAfterFirstPaint(isFiltered);
  return (
    <>
      {isFiltered && (
        <p className="dash-subdued">{t("performance.filteredBy", { names: names.join(", ") })}</p>
      )}
      <details className="period-table no-print" open={isFiltered}>
        <summary>{t("performance.filter")}</summary>
        {isThere && (
          <div className="dash-filters">
            <AffiliateFilter chosen={affiliate} />
            <ProgramFilter chosen={program} />
          </div>
        )}
      </details>
    </>
  );
}

/** Columns of the table. No list shows the programs of a past day, so they have no link. */
const columns = [
  ...chartFigures,
  "visitors",
  "conversionRate",
  "refunds",
  "newAffiliates",
  "activePrograms",
] as const;
type Column = (typeof columns)[number];

/** Each period links to its dashboard, whose figures link to their rows. */
function PeriodTable({ performance }: { performance: PerformanceWire }) {
  const t = useText("charts");
  const { periods, by, total } = performance;
  return (
    <ScrollBox label={t("performance.region")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t(`performance.${by}`)}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="amount">
                {t(`performance.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map((one) => (
            <tr key={one.from}>
              <th scope="row">
                <AppLink className="dash-figure-link" url={dashboardUrl(one, performance)}>
                  {formatDay(one.from)}
                </AppLink>
              </th>
              {columns.map((column) => (
                <td key={column} className="amount">
                  {figureText(one, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("performance.total")}</th>
            {columns.map((column) => (
              <td key={column} className="amount">
                {column === "activePrograms" ? (
                  figureText(total, column)
                ) : (
                  <TotalText figure={column} performance={performance} />
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}

type TotalTextProps = { figure: Figure; performance: PerformanceWire };

/** Total of a figure, with a link to its rows. A figure that is not counted has no link. */
function TotalText({ figure, performance }: TotalTextProps) {
  const t = useText("charts");
  const { total } = performance;
  const text = figureText(total, figure);
  if (total[figure] === null) return text;
  return (
    <AppLink
      className="dash-figure-link"
      url={figureUrl(figure, total, performance)}
      aria-label={`${t(`performance.${figure}`)}: ${text}`}
    >
      {text}
    </AppLink>
  );
}

/** A figure as text; a dash where it is not counted. */
function figureText<Of extends Column>(period: Pick<PeriodWire, Of>, figure: Of): string {
  const value = period[figure];
  if (value === null) return "–";
  if (typeof value === "object") return formatMoney(value);
  return figure === "conversionRate" ? formatRatio(value) : formatCount(value);
}

/** For charts and percentages only. Shown amounts keep their exact digits. Null if not counted. */
function chartValue(period: Pick<PeriodWire, ChartFigure>, figure: ChartFigure): number | null {
  const value = period[figure];
  return typeof value === "object" && value !== null ? Number(value.amount) : value;
}
