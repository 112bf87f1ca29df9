import { BlockStack, Card, InlineGrid, Text } from "@shopify/polaris";
import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { formatDay } from "../../shared/format.ts";
import { BesideOrders } from "../reports/beside-orders.tsx";
import { ChangeText } from "./change-text.tsx";
import { type FilterChoices, PerformanceFilters } from "./performance-filters.tsx";
import { PeriodBars } from "./period-bars.tsx";
import { drawnFigures, type FigureText, writtenFigures } from "./period-figures.ts";
import { PeriodTable } from "./period-table.tsx";
import { TotalText } from "./total-text.tsx";

type Props = FilterChoices & { performance: PerformanceWire; fault: string | null };

/** How the shop did in some days, figure by figure, against as many days before. */
export function PerformanceCard({ performance, fault, affiliate, program }: Props) {
  const { total, before } = performance;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Performance
          </Text>
          <Text as="p" tone="subdued">
            {`${formatDay(total.from)} to ${formatDay(total.to)}, in the shop's time zone. Refunds count on their own day.`}
          </Text>
          <Narrowed affiliate={affiliate} program={program} />
        </BlockStack>
        <PerformanceFilters performance={performance} affiliate={affiliate} program={program} />
        {fault !== null && (
          <Text as="p" tone="critical">
            {`${fault.replace(/\.$/, "")}. These are the usual days.`}
          </Text>
        )}
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="500">
          {drawnFigures.map((one) => (
            <FigurePanel key={one.figure} figure={one} performance={performance} />
          ))}
        </InlineGrid>
        <InlineGrid columns={{ xs: 2, md: 4 }} gap="400">
          {writtenFigures.map((one) => (
            <WrittenFigure key={one.figure} figure={one} performance={performance} />
          ))}
        </InlineGrid>
        <Text as="p" tone="subdued">
          {`Compared with ${formatDay(before.from)} to ${formatDay(before.to)}. Each figure opens what it counts.`}
        </Text>
        <BesideOrders
          beside={performance.besideOrders}
          of={{ ...performance, days: total }}
          currencies={[total.revenue.currencyCode]}
        />
        <PeriodTable performance={performance} />
      </BlockStack>
    </Card>
  );
}

/** In print too, where the filters themselves are not. */
function Narrowed({ affiliate, program }: FilterChoices) {
  if (affiliate === null && program === null) return null;
  const parts = [affiliate && `of ${affiliate.name}`, program && `in ${program.name}`].filter(Boolean);
  return (
    <Text as="p" tone="subdued">
      {`Only orders ${parts.join(" ")}. ${program === null ? "" : "Clicks belong to no program. "}The large figures above stay the shop's.`}
    </Text>
  );
}

type PanelProps = { figure: FigureText; performance: PerformanceWire };

function FigurePanel({ figure: one, performance }: PanelProps) {
  const { label, value, text } = one;
  const { total, before, periods } = performance;
  const bars = periods.map((part) => ({ from: part.from, value: value(part) ?? 0, text: text(part) }));
  const [now, then] = [value(total), value(before)];
  return (
    <section aria-label={label}>
      <BlockStack gap="100">
        <Text as="h3" variant="headingSm" tone="subdued">
          {label}
        </Text>
        <Text as="p" variant="headingLg">
          <span className="summary-figure" data-period-figure={label}>
            <TotalText figure={one} performance={performance} />
          </span>
        </Text>
        {now !== null && then !== null && <ChangeText now={now} before={then} span="the days before" />}
        <PeriodBars bars={bars} />
        <div className="period-ends" aria-hidden="true">
          <span>{formatDay(total.from)}</span>
          <span>{formatDay(total.to)}</span>
        </div>
      </BlockStack>
    </section>
  );
}

function WrittenFigure({ figure, performance }: PanelProps) {
  return (
    <BlockStack gap="050">
      <Text as="h3" variant="headingSm" tone="subdued">
        {figure.label}
      </Text>
      <Text as="p" variant="headingMd">
        <span className="summary-figure" data-period-figure={figure.label}>
          <TotalText figure={figure} performance={performance} />
        </span>
      </Text>
    </BlockStack>
  );
}
