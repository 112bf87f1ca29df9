export type ChartBar = { readonly label: string; readonly value: number; readonly text: string };

/** Rows drawn, without that of all others. */
export const mostChartBars = 10;

type Props = {
  /** One sentence that describes the chart. */
  readonly label: string;
  /** Largest first, at most `mostChartBars`, and one for all others. */
  readonly bars: readonly ChartBar[];
};

/**
 * Values of categories as horizontal bars, each with its value at the end. Negative values are left of the zero line. A
 * table next to it has the same numbers.
 */
export function BarChart({ label, bars }: Props) {
  const values = bars.map(({ value }) => value);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = highest === lowest ? 0 : 100 / (highest - lowest);
  const zero = -lowest * scale;
  return (
    // An img element can't take its colors from the page's theme.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="bar-chart" role="img" aria-label={label}>
      {bars.map((bar, place) => (
        // Keyed by position, as the rows of the table are.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className="bar-chart-row">
          <span className="bar-chart-name">{bar.label}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect
              className="chart-bar"
              x={(zero + Math.min(0, bar.value) * scale).toFixed(2)}
              y="0"
              width={(Math.abs(bar.value) * scale).toFixed(2)}
              height="10"
            />
            {lowest < 0 && <line className="chart-zero" x1={zero} x2={zero} y1="0" y2="10" />}
          </svg>
          <span className="bar-chart-value">{bar.text}</span>
        </div>
      ))}
    </div>
  );
}
