import { BlockStack, Box, Card, InlineGrid, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { PerformanceWire, PeriodWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatDay, formatMoney, formatRatio } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { ChangeText } from "./change-text.tsx";
import { PeriodBars } from "./period-bars.tsx";
import { type FilterChoices, PerformanceFilters } from "./performance-filters.tsx";

type Figure = {
  readonly label: string;
  /** For drawing and for shares: amounts are written from their own digits. Null where it is not counted. */
  readonly value: (period: PeriodWire) => number | null;
  readonly text: (period: PeriodWire) => string;
};

const figures: readonly Figure[] = [
  {
    label: "Revenue",
    value: (one) => Number(one.revenue.amount),
    text: (one) => formatMoney(one.revenue),
  },
  { label: "Orders", value: (one) => one.orders, text: (one) => formatCount(one.orders) },
  { label: "Clicks", value: (one) => one.clicks, text: (one) => countText(one.clicks) },
  {
    label: "Commission",
    value: (one) => Number(one.commission.amount),
    text: (one) => formatMoney(one.commission),
  },
];

const ratioText = (ratio: number | null): string => (ratio === null ? "–" : formatRatio(ratio));
const countText = (count: number | null): string => (count === null ? "–" : formatCount(count));

type Props = FilterChoices & { performance: PerformanceWire; fault: string | null };

/** How the shop did in some days, figure by figure, against as many days before. */
export function PerformanceCard({ performance, fault, affiliate, programs }: Props) {
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
          <Narrowed performance={performance} affiliate={affiliate} programs={programs} />
        </BlockStack>
        <PerformanceFilters performance={performance} affiliate={affiliate} programs={programs} />
        {fault !== null && (
          <Text as="p" tone="critical">
            {`${fault}. These are the usual days.`}
          </Text>
        )}
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="500">
          {figures.map((figure) => (
            <FigurePanel key={figure.label} figure={figure} performance={performance} />
          ))}
        </InlineGrid>
        <InlineStack gap="400">
          <Link url={`/dashboard/orders?status=credited&from=${total.from}&to=${total.to}`}>
            See these orders
          </Link>
          <Text as="span" tone="subdued">
            {`Compared with ${formatDay(before.from)} to ${formatDay(before.to)}`}
          </Text>
        </InlineStack>
        <PeriodTable performance={performance} />
      </BlockStack>
    </Card>
  );
}

/** In print too, where the filters themselves are not. */
function Narrowed({ performance: { program }, affiliate, programs }: Omit<Props, "fault">) {
  if (affiliate === null && program === null) return null;
  const name = programs.find(({ value }) => value === program)?.label ?? "another program";
  const parts = [affiliate && `of ${affiliate.name}`, program && `in ${name}`].filter(Boolean);
  return (
    <Text as="p" tone="subdued">
      {`Only orders ${parts.join(" ")}. ${program === null ? "" : "Clicks belong to no program. "}The large figures above stay the shop's.`}
    </Text>
  );
}

function FigurePanel({ figure, performance }: { figure: Figure; performance: PerformanceWire }) {
  const { label, value, text } = figure;
  const { total, before, periods } = performance;
  const bars = periods.map((one) => ({ from: one.from, value: value(one) ?? 0, text: text(one) }));
  const [now, then] = [value(total), value(before)];
  return (
    <section aria-label={label}>
      <BlockStack gap="100">
        <Text as="h3" variant="headingSm" tone="subdued">
          {label}
        </Text>
        <Text as="p" variant="headingLg">
          <span className="summary-figure" data-period-figure={label}>
            {text(total)}
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

const cells: readonly { head: string; of: (one: PeriodWire) => ReactNode }[] = [
  ...figures.map(({ label, text }) => ({ head: label, of: text })),
  { head: "Daily unique visitors", of: (one) => countText(one.visitors) },
  { head: "Refunds", of: (one) => formatMoney(one.refunds) },
  { head: "Conversion rate", of: (one) => ratioText(one.conversionRate) },
];

const periodNames = { day: "Day", week: "Week from", month: "Month from" } as const;

/** The chart in numbers. Closed, it is there for a screen reader's list of what can be opened. */
function PeriodTable({ performance: { periods, total, by } }: { performance: PerformanceWire }) {
  return (
    <details className="period-table">
      <summary>The same as a table</summary>
      <Box paddingBlockStart="200">
        <ScrollBox label="Performance over time">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{periodNames[by]}</th>
                {cells.map(({ head }) => (
                  <th key={head} scope="col" className="amount">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {periods.map((one) => (
                <Row key={one.from} name={formatDay(one.from)} period={one} />
              ))}
            </tbody>
            <tfoot>
              <Row name="Together" period={total} />
            </tfoot>
          </table>
        </ScrollBox>
      </Box>
    </details>
  );
}

function Row({ name, period }: { name: string; period: PeriodWire }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map(({ head, of }) => (
        <td key={head} className="amount">
          {of(period)}
        </td>
      ))}
    </tr>
  );
}
