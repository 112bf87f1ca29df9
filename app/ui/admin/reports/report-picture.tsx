import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ReportRowWire } from "#app/contracts/report.ts";
import { columnLabels } from "#app/contracts/report-words.ts";
import type { ReportColumn } from "#app/domain/report.ts";
import { figureText, figureValue } from "./figure-text.ts";

const mostBars = 8;

type Props = {
  rows: readonly ReportRowWire[];
  labels: Readonly<Record<string, string>>;
  column: ReportColumn;
};

type Bar = { readonly label: string; readonly value: number; readonly text: string };

/**
 * The first rows by the column that they are sorted by, drawn by the server too; what is below zero lies left of the line
 * of nothing. It is as tall with one bar as with eight, so that what stands below stays where it is while one looks at
 * other days. The table below says the same, so a screen reader is spared the picture.
 */
export function ReportPicture({ rows, labels, column }: Props) {
  const bars = barsOf(rows, labels, column);
  const values = bars.map(({ value }) => value);
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)];
  if (rows.length === 0) return null;
  const scale = highest === lowest ? 0 : 100 / (highest - lowest);
  const currency = rows[0]?.figures[column];
  const unit = typeof currency === "object" && currency !== null ? ` in ${currency.currencyCode}` : "";
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {`${columnLabels[column]}${unit}`}
        </Text>
        <div className="report-bars" aria-hidden="true">
          {bars.length === 0 && <span>None of these rows has it.</span>}
          {bars.map(({ label, value, text }, place) => (
            // Filled anew by other days, as the rows of the table are.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={place} className="report-bar">
              <span className="report-bar-name">{label}</span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="presentation">
                <rect
                  x={((Math.min(0, value) - lowest) * scale).toFixed(2)}
                  y="0"
                  width={(Math.abs(value) * scale).toFixed(2)}
                  height="10"
                />
                {lowest < 0 && <line x1={-lowest * scale} x2={-lowest * scale} y1="0" y2="10" />}
              </svg>
              <span className="report-bar-text">{text}</span>
            </div>
          ))}
        </div>
      </BlockStack>
    </Card>
  );
}

/** Amounts of one currency alone: two are never compared (M18). */
function barsOf(rows: Props["rows"], labels: Props["labels"], column: ReportColumn): Bar[] {
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
    .slice(0, mostBars);
}
