import { BlockStack, Box, Card, InlineGrid, Link, Text } from "@shopify/polaris";
import type { PerformanceWire, PeriodWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatDay, formatMoney, formatRatio } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { OtherCommissions } from "../reports/other-commissions.tsx";
import { ChangeText, dashboardUrl, type Figure, FigureLink, figureUrl } from "./figure-link.tsx";
import { type FilterChoices, PerformanceFilters } from "./performance-filters.tsx";

type Props = FilterChoices & { performance: PerformanceWire; fault: string | null };

/** Figures of a period with their change from the previous one. */
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
          <FilterSentence affiliate={affiliate} program={program} />
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
        <OtherCommissions
          commissions={performance.otherCommissions}
          of={{ ...performance, days: total }}
          currencies={[total.revenue.currencyCode]}
        />
        <PeriodTable performance={performance} />
      </BlockStack>
    </Card>
  );
}

/** Names the filters in print, which hides the filter controls. */
function FilterSentence({ affiliate, program }: FilterChoices) {
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

type PeriodBar = { readonly from: string; readonly value: number; readonly text: string };

const height = 100;
const step = 10;

/**
 * Bars of one figure over time, also rendered by the server. Negative values hang below the zero line. Hidden from
 * screen readers, because the table next to it has the same numbers.
 */
function PeriodBars({ bars }: { bars: readonly PeriodBar[] }) {
  const values = bars.map(({ value }) => value);
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  // Small values stay visible next to large ones. Without any values, nothing is drawn.
  const scale = (height - 2) / Math.max(highest - lowest, 1e-9);
  const zero = 1 + highest * scale;
  return (
    <svg
      className="period-bars"
      viewBox={`0 0 ${bars.length * step} ${height}`}
      preserveAspectRatio="none"
      role="presentation"
      aria-hidden="true"
    >
      {highest > lowest &&
        bars.map(({ from, value, text }, place) => {
          const tall = Math.abs(value) * scale;
          return (
            <rect
              key={from}
              x={place * step + 1}
              width={step - 2}
              y={(value < 0 ? zero : zero - tall).toFixed(2)}
              height={tall.toFixed(2)}
            >
              <title>{`${formatDay(from)}: ${text}`}</title>
            </rect>
          );
        })}
      <line
        x1="0"
        x2={bars.length * step}
        y1={highest > lowest ? zero : height - 1}
        y2={highest > lowest ? zero : height - 1}
      />
    </svg>
  );
}

/** Series of the programs card. No list shows the programs of a past day, so it links to none. */
export const programsAtEnd = {
  label: "Active programs at the end",
  text: (one: PeriodWire) => countText(one.activePrograms),
};

/** Figures with a chart. */
export const drawnFigures: readonly FigureText[] = [
  {
    figure: "revenue",
    label: "Net sales",
    value: (one) => Number(one.revenue.amount),
    text: (one) => formatMoney(one.revenue),
  },
  {
    figure: "orders",
    label: "Orders",
    value: (one) => one.orders,
    text: (one) => formatCount(one.orders),
  },
  {
    figure: "clicks",
    label: "Clicks",
    value: (one) => one.clicks,
    text: (one) => countText(one.clicks),
  },
  {
    figure: "commission",
    label: "Commission",
    value: (one) => Number(one.commission.amount),
    text: (one) => formatMoney(one.commission),
  },
];

/** Figures shown as text, and in the table. */
export const writtenFigures: readonly FigureText[] = [
  {
    figure: "visitors",
    label: "Daily unique visitors",
    value: (one) => one.visitors,
    text: (one) => countText(one.visitors),
  },
  {
    figure: "conversionRate",
    label: "Conversion rate",
    value: (one) => one.conversionRate,
    text: (one) => ratioText(one.conversionRate),
  },
  {
    figure: "refunds",
    label: "Refunds",
    value: (one) => Number(one.refunds.amount),
    text: (one) => formatMoney(one.refunds),
  },
  {
    figure: "newAffiliates",
    label: "New affiliates",
    value: (one) => one.newAffiliates,
    text: (one) => countText(one.newAffiliates),
  },
];

export const periodFigures = [...drawnFigures, ...writtenFigures];

const columns = [...periodFigures, programsAtEnd];
const periodNames = { day: "Day", week: "Week from", month: "Month from" } as const;

/**
 * The chart and the trend lines as a table. It is collapsed, but reachable for screen readers. Each period links to its
 * dashboard, whose figures link to their rows.
 */
function PeriodTable({ performance }: { performance: PerformanceWire }) {
  const { periods, by } = performance;
  return (
    <details className="period-table">
      <summary>The same as a table</summary>
      <Box paddingBlockStart="200">
        <ScrollBox label="Performance over time">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{periodNames[by]}</th>
                {columns.map(({ label }) => (
                  <th key={label} scope="col" className="amount">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {periods.map((one) => (
                <tr key={one.from}>
                  <th scope="row">
                    <Link url={dashboardUrl(one, performance)} monochrome removeUnderline>
                      {formatDay(one.from)}
                    </Link>
                  </th>
                  {columns.map(({ label, text }) => (
                    <td key={label} className="amount">
                      {text(one)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Together</th>
                {periodFigures.map((one) => (
                  <td key={one.label} className="amount">
                    <TotalText figure={one} performance={performance} />
                  </td>
                ))}
                <td className="amount">{programsAtEnd.text(performance.total)}</td>
              </tr>
            </tfoot>
          </table>
        </ScrollBox>
      </Box>
    </details>
  );
}

type TotalTextProps = { figure: FigureText; performance: PerformanceWire };

/** Total of a figure, with a link to its rows. A figure that is not counted has no link. */
export function TotalText({ figure: { figure, label, value, text }, performance }: TotalTextProps) {
  const { total } = performance;
  if (value(total) === null) return text(total);
  return (
    <FigureLink url={figureUrl(figure, total, performance)} label={label}>
      {text(total)}
    </FigureLink>
  );
}

/** Figure of a period, as text. */
const ratioText = (ratio: number | null): string => (ratio === null ? "–" : formatRatio(ratio));
const countText = (count: number | null): string => (count === null ? "–" : formatCount(count));

export type FigureText = {
  readonly figure: Figure;
  readonly label: string;
  /** For charts and percentages only. Shown amounts keep their exact digits. Null if not counted. */
  readonly value: (period: PeriodWire) => number | null;
  readonly text: (period: PeriodWire) => string;
};
