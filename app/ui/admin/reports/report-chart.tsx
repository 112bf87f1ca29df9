import { Link as RemixLink } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { columnLabel, keyLabel } from "#app/i18n/report-words.ts";
import type { ReportRowWire, ReportTrendWire, ReportWire } from "#app/contracts/report.ts";
import { type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { BarChart, type ChartBar, mostChartBars } from "../../shared/chart/bar-chart.tsx";
import { ChartTable } from "../../shared/chart/chart-table.tsx";
import { LineChart } from "../../shared/chart/line-chart.tsx";
import { periodPoints } from "../../shared/chart/period-points.ts";
import {
  formatCompact,
  formatCount,
  formatDays,
  formatDuration,
  formatMoney,
  formatRatio,
  formatShortDay,
} from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { figureText, figureValue } from "./report-figures.ts";
import { useReportAddress } from "./use-report-address.ts";

type Props = {
  name: ReportName;
  report: ReportWire;
  /** Totals over time, or why they are missing; null for bars. */
  trend: ReportTrendWire | string | null;
  labels: Readonly<Record<string, string>>;
  column: ReportColumn;
  today: string;
};

/** A column of the report as bars by value, or its total as a line over time. The choice is part of the URL. */
export function ReportChart({ name, report, trend, labels, column, today }: Props) {
  const { items, totals, pagination } = report;
  const figure = items[0]?.figures[column];
  const currency = typeof figure === "object" && figure !== null ? figure.currencyCode : null;
  const t = useText("reports");
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {currency === null
              ? columnLabel(column)
              : t("table.unit", { column: columnLabel(column), currency })}
          </Text>
          <ChartTabs isTrend={trend !== null} what={whatOf(name)} />
        </InlineStack>
        {typeof trend === "string" && <Text as="p">{trend}</Text>}
        {trend === null && (
          <ReportBars
            name={name}
            rows={items}
            totals={totals}
            isWhole={pagination.page !== 1 || pagination.total <= mostChartBars}
            labels={labels}
            column={column}
          />
        )}
        {typeof trend === "object" && trend !== null && (
          <ReportLine trend={trend} report={report} column={column} today={today} />
        )}
      </BlockStack>
    </Card>
  );
}

const whatOf = (name: ReportName): string => keyLabel(reports[name]).toLowerCase();

/** Links, so that they work without a script. */
function ChartTabs({ isTrend, what }: { isTrend: boolean; what: string }) {
  const t = useText("charts");
  const { hrefOf } = useReportAddress();
  const tabs = [
    { chart: null, text: t("report.byValue", { what }), isHere: !isTrend },
    { chart: "time", text: t("report.overTime"), isHere: isTrend },
  ];
  return (
    <nav aria-label={t("report.chart")} className="chart-tabs no-print">
      {tabs.map(({ chart, text, isHere }) => (
        <RemixLink
          key={text}
          to={hrefOf({ chart })}
          preventScrollReset
          {...(isHere && { "aria-current": "true" as const })}
        >
          {text}
        </RemixLink>
      ))}
    </nav>
  );
}

type ReportLineProps = {
  trend: ReportTrendWire;
  report: Pick<ReportWire, "days" | "compared">;
  column: ReportColumn;
  today: string;
};

function ReportLine({ trend, report: { days, compared }, column, today }: ReportLineProps) {
  const t = useText("charts");
  const points = periodPoints({
    ...trend,
    today,
    valueOf: ({ figures }) => figureValue(figures, column),
    textOf: ({ figures }) => figureText(figures, column),
  });
  const [from, to] = [formatShortDay(days.from, today), formatShortDay(days.to, today)];
  return (
    <>
      <LineChart
        label={t("report.trend", { figure: columnLabel(column), from, to })}
        cursorLabel={t(`cursor.${trend.by}`)}
        points={points}
        tickText={(value) => tickText(value, trend, column)}
        smallestStep={ratios.has(column) ? 0.0001 : 1}
        isLastUnfinished={days.to >= today}
        legend={{
          current: formatDays(days, today),
          ...(compared && { compared: formatDays(compared, today) }),
        }}
      />
      <ChartTable>
        {() => (
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t(`performance.${trend.by}`)}</th>
                <th scope="col" className="amount">
                  {columnLabel(column)}
                </th>
                {compared && (
                  <th scope="col" className="amount">
                    {formatDays(compared, today)}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.key}>
                  <th scope="row">{point.title}</th>
                  <td className="amount">{point.text}</td>
                  {compared && <td className="amount">{point.compared?.text ?? "–"}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ChartTable>
    </>
  );
}

const ratios: ReadonlySet<ReportColumn> = new Set(["conversionRate", "effectiveRate"]);

function tickText(value: number, { periods, currencyCode }: ReportTrendWire, column: ReportColumn): string {
  if (ratios.has(column)) return formatRatio(value);
  if (column === "secondsToOrder") return formatDuration(value);
  const isMoney = periods.some(
    ({ figures }) => typeof figures[column] === "object" && figures[column] !== null,
  );
  return formatCompact(value, isMoney ? currencyCode : "");
}

type ReportBarsProps = {
  name: ReportName;
  rows: readonly ReportRowWire[];
  totals: readonly ReportRowWire[];
  /** False on the first of several pages, and on later ones. */
  isWhole: boolean;
  labels: Readonly<Record<string, string>>;
  column: ReportColumn;
};

/** Bars of the first rows in a column, and of all others if they are a part of the total. */
export function ReportBars({ name, rows, totals, isWhole, labels, column }: ReportBarsProps) {
  const t = useText("charts");
  const bars = barsOf(rows, labels, column);
  const [first] = bars;
  if (first === undefined) return <Text as="p">{t("report.none")}</Text>;
  const what = keyLabel(reports[name]).toLowerCase();
  const others = isWhole ? null : othersOf({ name, rows, totals, column });
  return (
    <BarChart
      label={t("report.bars", { figure: columnLabel(column), what, first: first.label, value: first.text })}
      bars={others === null ? bars : [...bars, { label: t("report.others"), ...others }]}
    />
  );
}

/** Columns whose rows add up to the total. */
const added: ReadonlySet<ReportColumn> = new Set([
  "clicks",
  "orders",
  "revenue",
  "refunds",
  "net",
  "commission",
  "newCustomers",
]);
/** An order of several products, or of an affiliate with several tags, is in several rows. */
const overlapping: ReadonlySet<ReportName> = new Set(["products", "tags"]);

type OthersInput = Pick<ReportBarsProps, "name" | "rows" | "totals" | "column">;

/** The total of the first row's currency less the rows drawn. Null if that is not the sum of the others. */
function othersOf({ name, rows, totals, column }: OthersInput): { value: number; text: string } | null {
  const currencyCode = rows[0]?.currencyCode;
  const isMoney = typeof rows[0]?.figures[column] === "object";
  if (!added.has(column) || overlapping.has(name) || (!isMoney && totals.length > 1)) return null;
  const total = totals.find((one) => one.currencyCode === currencyCode);
  const sum = total && figureValue(total.figures, column);
  if (sum === null || sum === undefined) return null;
  const own = rows.filter((row) => row.currencyCode === currencyCode).slice(0, mostChartBars);
  const value = own.reduce((rest, { figures }) => rest - (figureValue(figures, column) ?? 0), sum);
  if (!isMoney || currencyCode === undefined) return { value, text: formatCount(value) };
  return { value, text: formatMoney({ amount: value.toFixed(fractionDigits(total, column)), currencyCode }) };
}

/** As many digits as the total has, so that the rounded difference is exact. */
function fractionDigits(total: ReportRowWire | undefined, column: ReportColumn): number {
  const figure = total?.figures[column];
  return typeof figure === "object" && figure !== null ? (figure.amount.split(".")[1]?.length ?? 0) : 0;
}

/** Amounts of one currency only (M18). */
function barsOf(
  rows: ReportBarsProps["rows"],
  labels: ReportBarsProps["labels"],
  column: ReportColumn,
): ChartBar[] {
  const [first] = rows;
  const isMoney = typeof first?.figures[column] === "object";
  return rows
    .filter(({ currencyCode }) => !isMoney || currencyCode === first?.currencyCode)
    .flatMap(({ value: key, currencyCode, figures }) => {
      const value = figureValue(figures, column);
      if (value === null) return [];
      const name = labels[key] ?? key;
      const twice = !isMoney && rows.some((one) => one.value === key && one.currencyCode !== currencyCode);
      return [
        { label: twice ? `${name} (${currencyCode})` : name, value, text: figureText(figures, column) },
      ];
    })
    .slice(0, mostChartBars);
}
