import { BlockStack, Card, InlineGrid, Text } from "@shopify/polaris";
import type { DashboardStatsWire, PerformanceWire, PeriodWire } from "#app/contracts/dashboard.ts";
import { mostReportDays } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { formatCount, formatMoney, formatRatio } from "../../shared/format.ts";
import { ordersUrl } from "../reports/report-figures.ts";
import { ChangeText, FigureLink, figureUrl } from "./figure-link.tsx";

type Props = { stats: DashboardStatsWire; performance: PerformanceWire; today: string };

const everybody = { affiliate: null, program: null };

/** Limit of a report's days. */
const allDays = (today: string) => ({ from: dayAfter(today, 1 - mostReportDays), to: today });

type ComparedFigure = "newAffiliates" | "activePrograms" | "revenue" | "conversionRate";

type SummaryFigure = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** Figure that is compared with the period before. */
  readonly moving: ComparedFigure;
  readonly recent: (of: PerformanceWire["total"]) => string;
  /** URLs of the rows behind the all-time figure and the period's figure. */
  readonly url: string;
  /** Null if no list has it, such as the state of programs on a past day. */
  readonly recentUrl: string | null;
};

/**
 * SPEC §2: the four all-time summary cards. Each explains its figure (M21) and shows its change in the selected days.
 */
export function SummaryCards({ stats, performance, today }: Props) {
  const { total } = performance;
  const cards: SummaryFigure[] = [
    {
      label: "Total Affiliates",
      value: formatCount(stats.totalAffiliates),
      note: `${formatCount(stats.activeAffiliates)} active`,
      moving: "newAffiliates",
      recent: ({ newAffiliates }) => `${formatCount(newAffiliates ?? 0)} new`,
      url: "/dashboard/affiliates",
      recentUrl: figureUrl("newAffiliates", total, performance),
    },
    {
      label: "Active Programs",
      value: formatCount(stats.activePrograms),
      note: "Programs that credit new orders",
      moving: "activePrograms",
      recent: ({ activePrograms }) => `${formatCount(activePrograms ?? 0)} at the end`,
      url: "/dashboard/programs?status=active",
      recentUrl: null,
    },
    {
      label: "Total Revenue",
      value: formatMoney(stats.totalRevenue),
      note: "Net sales credited to affiliates, refunds off",
      moving: "revenue",
      recent: ({ revenue }) => formatMoney(revenue),
      url: ordersUrl("net", { currency: stats.totalRevenue.currencyCode }),
      recentUrl: figureUrl("revenue", total, performance),
    },
    {
      label: "Conversion Rate",
      value: formatRatio(stats.conversionRate),
      note: "Credited orders with a click per daily unique visitor",
      moving: "conversionRate",
      recent: ({ conversionRate }) => formatRatio(conversionRate ?? 0),
      url: figureUrl("conversionRate", allDays(today), everybody),
      recentUrl: figureUrl("conversionRate", total, performance),
    },
  ];
  return (
    <InlineGrid columns={{ xs: 1, sm: 2, lg: 4 }} gap="400">
      {cards.map((card) => (
        <SummaryCard key={card.label} card={card} performance={performance} />
      ))}
    </InlineGrid>
  );
}

/** Null if the figure is not counted: the shop's own figures with a filter, and clicks by program. */
function movedBy(moving: ComparedFigure, of: PeriodWire): number | null {
  return moving === "revenue" ? Number(of.revenue.amount) : of[moving];
}

function SummaryCard({ card, performance }: { card: SummaryFigure; performance: PerformanceWire }) {
  const { label, value, note, moving, recent, url, recentUrl } = card;
  const { total, before, periods } = performance;
  const [now, then] = [movedBy(moving, total), movedBy(moving, before)];
  const isMoved = now !== null && then !== null;
  const isNarrowed = performance.affiliate !== null || performance.program !== null;
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h3" variant="headingSm" tone="subdued">
          {label}
        </Text>
        <Text as="p" variant="heading2xl">
          <span className="summary-figure" data-figure={label}>
            <FigureLink url={url} label={label}>
              {value}
            </FigureLink>
          </span>
        </Text>
        <Text as="p" variant="bodySm" tone="subdued">
          {note}
        </Text>
        <div className="trend">
          {isMoved && <TrendLine values={periods.map((one) => movedBy(moving, one) ?? 0)} />}
        </div>
        {isMoved && (
          <BlockStack>
            <Text as="span" variant="bodySm">
              {`In the days shown${isNarrowed ? ", narrowed" : ""}: `}
              {recentUrl === null ? (
                recent(total)
              ) : (
                <FigureLink url={recentUrl} label={`${label} in the days shown`}>
                  {recent(total)}
                </FigureLink>
              )}
            </Text>
            <ChangeText now={now} before={then} span="the days before" />
          </BlockStack>
        )}
      </BlockStack>
    </Card>
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
    return `${x.toFixed(2)},${y.toFixed(2)}`;
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
