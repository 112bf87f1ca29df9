import { BlockStack, Card, InlineGrid, Text } from "@shopify/polaris";
import type { DashboardStatsWire, PerformanceWire, PeriodWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatMoney, formatRatio } from "../../shared/format.ts";
import { ChangeText } from "./change-text.tsx";
import { TrendLine } from "./trend-line.tsx";

type Props = { stats: DashboardStatsWire; performance: PerformanceWire };

type Moving = "newAffiliates" | "activePrograms" | "revenue" | "conversionRate";

type Shown = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** What the card says of the days that are shown, and of as many before. */
  readonly moving: Moving;
  readonly recent: (of: PerformanceWire["total"]) => string;
};

/**
 * SPEC §2: the four summary cards, over all days. What each figure means is said below it (M21), and how it went in the
 * days that are shown.
 */
export function SummaryCards({ stats, performance }: Props) {
  const cards: Shown[] = [
    {
      label: "Total Affiliates",
      value: formatCount(stats.totalAffiliates),
      note: `${formatCount(stats.activeAffiliates)} active`,
      moving: "newAffiliates",
      recent: ({ newAffiliates }) => `${formatCount(newAffiliates ?? 0)} new`,
    },
    {
      label: "Active Programs",
      value: formatCount(stats.activePrograms),
      note: "Programs that credit new orders",
      moving: "activePrograms",
      recent: ({ activePrograms }) => `${formatCount(activePrograms ?? 0)} at the end`,
    },
    {
      label: "Total Revenue",
      value: formatMoney(stats.totalRevenue),
      note: "Net sales credited to affiliates, refunds off",
      moving: "revenue",
      recent: ({ revenue }) => formatMoney(revenue),
    },
    {
      label: "Conversion Rate",
      value: formatRatio(stats.conversionRate),
      note: "Credited orders with a click per daily unique visitor",
      moving: "conversionRate",
      recent: ({ conversionRate }) => formatRatio(conversionRate ?? 0),
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

/** Null where the figure is not counted: of the shop's own where the days are narrowed, of clicks by program. */
function movedBy(moving: Moving, of: PeriodWire | PerformanceWire["total"]): number | null {
  if (moving === "revenue") return Number(of.revenue.amount);
  if (moving === "activePrograms") return "activePrograms" in of ? of.activePrograms : null;
  return of[moving];
}

function SummaryCard({ card, performance }: { card: Shown; performance: PerformanceWire }) {
  const { label, value, note, moving, recent } = card;
  const { total, before, periods } = performance;
  const [now, then] = [movedBy(moving, total), movedBy(moving, before)];
  const isMoved = now !== null && then !== null;
  const hasTrend = isMoved && moving !== "activePrograms";
  const isNarrowed = performance.affiliate !== null || performance.program !== null;
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
        <div className="trend">
          {hasTrend && <TrendLine values={periods.map((one) => movedBy(moving, one) ?? 0)} />}
        </div>
        {isMoved && (
          <BlockStack>
            <Text as="span" variant="bodySm">
              {`In the days shown${isNarrowed ? ", narrowed" : ""}: ${recent(total)}`}
            </Text>
            <ChangeText now={now} before={then} span="the days before" />
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}
