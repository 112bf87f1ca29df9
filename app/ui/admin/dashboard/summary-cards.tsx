import { BlockStack, Card, InlineGrid, Text } from "@shopify/polaris";
import type { DashboardStatsWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatMoney, formatRatio } from "../../shared/format.ts";

/** SPEC §2: the four summary cards. What each figure means is said below it (M21). */
export function SummaryCards({ stats }: { stats: DashboardStatsWire }) {
  const cards = [
    {
      label: "Total Affiliates",
      value: formatCount(stats.totalAffiliates),
      note: `${formatCount(stats.activeAffiliates)} active`,
    },
    {
      label: "Active Programs",
      value: formatCount(stats.activePrograms),
      note: "Programs that credit new orders",
    },
    {
      label: "Total Revenue",
      value: formatMoney(stats.totalRevenue),
      note: "Net sales credited to affiliates, refunds off",
    },
    {
      label: "Conversion Rate",
      value: formatRatio(stats.conversionRate),
      note: "Credited orders with a click per daily unique visitor",
    },
  ];
  return (
    <InlineGrid columns={{ xs: 1, sm: 2, lg: 4 }} gap="400">
      {cards.map(({ label, value, note }) => (
        <Card key={label}>
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
          </BlockStack>
        </Card>
      ))}
    </InlineGrid>
  );
}
