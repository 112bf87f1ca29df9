import { BlockStack, Card, InlineGrid, Text } from "@shopify/polaris";
import type { DashboardStatsWire, PerformanceWire, PeriodWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatMoney, formatRatio } from "../../shared/format.ts";
import { ChangeText } from "./change-text.tsx";
import { TrendLine } from "./trend-line.tsx";

type Props = { stats: DashboardStatsWire; performance: PerformanceWire };

/** What a card says of the days that are shown, and of as many before; `trend` where there is one for each period. */
type Moved = {
  readonly recent: string;
  readonly now: number;
  readonly before: number;
  readonly trend?: (period: PeriodWire) => number;
};
type Shown = { readonly label: string; readonly value: string; readonly note: string; readonly moved: Moved };

/**
 * SPEC §2: the four summary cards, over all days. What each figure means is said below it (M21), and how it went in the
 * days that are shown.
 */
export function SummaryCards({ stats, performance }: Props) {
  const { total, before } = performance;
  const cards: Shown[] = [
    {
      label: "Total Affiliates",
      value: formatCount(stats.totalAffiliates),
      note: `${formatCount(stats.activeAffiliates)} active`,
      moved: {
        recent: `${formatCount(total.newAffiliates)} new`,
        now: total.newAffiliates,
        before: before.newAffiliates,
        trend: (one) => one.newAffiliates,
      },
    },
    {
      label: "Active Programs",
      value: formatCount(stats.activePrograms),
      note: "Programs that credit new orders",
      moved: {
        recent: `${formatCount(total.activePrograms)} at the end`,
        now: total.activePrograms,
        before: before.activePrograms,
      },
    },
    {
      label: "Total Revenue",
      value: formatMoney(stats.totalRevenue),
      note: "Net sales credited to affiliates, refunds off",
      moved: {
        recent: formatMoney(total.revenue),
        now: Number(total.revenue.amount),
        before: Number(before.revenue.amount),
        trend: (one) => Number(one.revenue.amount),
      },
    },
    {
      label: "Conversion Rate",
      value: formatRatio(stats.conversionRate),
      note: "Credited orders with a click per daily unique visitor",
      moved: {
        recent: formatRatio(total.conversionRate),
        now: total.conversionRate,
        before: before.conversionRate,
        trend: (one) => one.conversionRate,
      },
    },
  ];
  return (
    <InlineGrid columns={{ xs: 1, sm: 2, lg: 4 }} gap="400">
      {cards.map((card) => (
        <SummaryCard key={card.label} card={card} periods={performance.periods} />
      ))}
    </InlineGrid>
  );
}

function SummaryCard({ card, periods }: { card: Shown; periods: readonly PeriodWire[] }) {
  const { label, value, note, moved } = card;
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h3" variant="headingSm" tone="subdued">
          {label}
        </Text>
        <Text as="p" variant="heading2xl">
          <span className="summary-figure" data-figure={label}>
            {value}
          </span>
        </Text>
        <Text as="p" variant="bodySm" tone="subdued">
          {note}
        </Text>
        <div className="trend">{moved.trend && <TrendLine values={periods.map(moved.trend)} />}</div>
        <BlockStack>
          <Text as="span" variant="bodySm">
            {`In the days shown: ${moved.recent}`}
          </Text>
          <ChangeText now={moved.now} before={moved.before} span="the days before" />
        </BlockStack>
      </BlockStack>
    </Card>
  );
}
