import { formatDay } from "../../shared/format.ts";

export type PeriodBar = { readonly from: string; readonly value: number; readonly text: string };

const height = 100;
const step = 10;

/**
 * Bars of one figure over time, drawn by the server too; what fell below zero hangs from the line of nothing. The table
 * beside it says the same, so a screen reader is spared the picture.
 */
export function PeriodBars({ bars }: { bars: readonly PeriodBar[] }) {
  const values = bars.map(({ value }) => value);
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  // A little that is there is seen beside much, and nothing is drawn where everything is nothing.
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
