import { Button, Popover, Text, Tooltip } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import type { DashboardStatsWire, PerformanceWire, PeriodWire } from "#app/contracts/dashboard.ts";
import { mostReportDays } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { changeText } from "../../shared/chart/change-text.ts";
import { formatCount, formatMoney, formatRatio } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { ordersUrl } from "../reports/report-figures.ts";
import { figureUrl } from "./figure-urls.ts";

type Props = {
  stats: DashboardStatsWire;
  performance: PerformanceWire;
  today: string;
  /** False for a store without affiliates, which has nothing to compare. */
  hasTrend: boolean;
};

const everybody = { affiliate: null, program: null };

/** Limit of a report's days. */
const allDays = (today: string) => ({ from: dayAfter(today, 1 - mostReportDays), to: today });

type SummaryCardProps = {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  /** The list or report whose rows add up to the figure. */
  readonly url: string;
  /** The figure in each part of the selected days. Null if the filters rule it out. */
  readonly trend: readonly number[] | null;
  /** The line below, instead of the change. */
  readonly note?: ReactNode;
  readonly change: Change | null;
};

type Change = { readonly now: number; readonly before: number };

/** SPEC §2: the four all-time summary cards (M21), each with its change in the selected days. */
export function SummaryCards({ stats, performance, today, hasTrend }: Props) {
  const t = useText("dashboard");
  const { total, before } = performance;
  const changeFrom = (now: number | null, then: number | null): Change | null =>
    !hasTrend || now === null || then === null ? null : { now, before: then };
  const trend = (figureOf: (period: PeriodWire) => number | null) =>
    hasTrend && performance.periods.every((one) => figureOf(one) !== null)
      ? performance.periods.map((one) => figureOf(one) ?? 0)
      : null;
  const { newAffiliates } = total;
  const rate = stats.conversionRate;
  return (
    <section className="dash-grid" aria-label={t("cards.label")}>
      <SummaryCard
        label={t("cards.affiliates")}
        help={t("cards.affiliatesHelp")}
        value={formatCount(stats.totalAffiliates)}
        url="/dashboard/affiliates"
        trend={trend((one) => one.newAffiliates)}
        change={changeFrom(stats.totalAffiliates, newAffiliates && stats.totalAffiliates - newAffiliates)}
      />
      <SummaryCard
        label={t("cards.programs")}
        help={t("cards.programsHelp")}
        value={formatCount(stats.activePrograms)}
        url="/dashboard/programs?status=active"
        trend={trend((one) => one.activePrograms)}
        change={changeFrom(total.activePrograms, before.activePrograms)}
      />
      <SummaryCard
        label={t("cards.revenue")}
        help={t("cards.revenueHelp")}
        value={formatMoney(stats.totalRevenue)}
        url={ordersUrl("net", { currency: stats.totalRevenue.currencyCode })}
        trend={trend((one) => Number(one.revenue.amount))}
        change={changeFrom(Number(total.revenue.amount), Number(before.revenue.amount))}
      />
      <SummaryCard
        label={t("cards.conversion")}
        help={t("cards.conversionHelp")}
        value={rate === null ? t("cards.notAvailable") : formatRatio(rate)}
        url={figureUrl("conversionRate", allDays(today), everybody)}
        trend={trend((one) => one.conversionRate)}
        change={changeFrom(total.conversionRate, before.conversionRate)}
        note={rate === null ? <WhyNotAvailable /> : undefined}
      />
    </section>
  );
}

function SummaryCard({ label, help, value, url, trend, change, note }: SummaryCardProps) {
  return (
    <div className="dash-card summary-card">
      <Tooltip content={help}>
        <AppLink url={url}>
          <span className="summary-card-label">
            {label}
            <span className="dash-unseen">:</span>
          </span>{" "}
          <span className="summary-figure" data-figure={label}>
            {value}
          </span>
        </AppLink>
      </Tooltip>
      <div className="trend">{trend && <TrendLine values={trend} />}</div>
      {note ?? <span className="summary-card-change">{change && changeText(change.now, change.before)}</span>}
    </div>
  );
}

/** Why a rate is impossible; see `conversionRate`. */
function WhyNotAvailable() {
  const t = useText("dashboard");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="summary-card-why">
      <Popover
        active={isOpen}
        onClose={() => setIsOpen(false)}
        sectioned
        activator={
          <Button variant="plain" ariaExpanded={isOpen} onClick={() => setIsOpen((now) => !now)}>
            {t("cards.why")}
          </Button>
        }
      >
        <Text as="p">{t("cards.whyText")}</Text>
      </Popover>
    </div>
  );
}

const width = 100;
const height = 28;

/** Trend line of a figure. The chart's table has the same numbers. */
function TrendLine({ values }: { values: readonly number[] }) {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(lowest + 1e-9, ...values);
  const points = values.map((value, index) => {
    const x = values.length === 1 ? width / 2 : (index / (values.length - 1)) * width;
    const y = height - 2 - ((value - lowest) / (highest - lowest)) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className="trend-line"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="presentation"
      aria-hidden="true"
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
