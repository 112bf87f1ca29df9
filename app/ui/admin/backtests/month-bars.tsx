import type { BacktestRowWire } from "#app/contracts/backtest.ts";
import { formatMonth } from "../../shared/format.ts";

const height = 120;
const step = 56;
const bar = 20;
const colours = { today: "var(--p-color-border-emphasis)", draft: "var(--p-color-bg-fill-brand)" };

/** Two bars for each month. The table below says the same in numbers, so a screen reader is spared the picture. */
export function MonthBars({ months }: { months: readonly BacktestRowWire[] }) {
  const most = Math.max(
    ...months.flatMap(({ today, draft }) => [Number(today.amount), Number(draft.amount)]),
  );
  if (most <= 0) return null;
  const tall = (amount: string) => Math.max(0, (Number(amount) / most) * height);
  return (
    <div className="scrolling-table" aria-hidden="true">
      <svg width={months.length * step} height={height + 18} role="presentation">
        {months.map(({ id, name, today, draft }, index) => {
          const x = index * step;
          const [now, then] = [tall(today.amount), tall(draft.amount)];
          return (
            <g key={id}>
              <rect x={x} y={height - now} width={bar} height={now} fill={colours.today} />
              <rect x={x + bar + 2} y={height - then} width={bar} height={then} fill={colours.draft} />
              <text x={x} y={height + 14} fontSize="10" fill="var(--p-color-text-secondary)">
                {formatMonth(name)}
              </text>
            </g>
          );
        })}
      </svg>
      <p className="bars-legend">
        <span style={{ background: colours.today }} /> Today&apos;s terms
        <span style={{ background: colours.draft }} /> Draft
      </p>
    </div>
  );
}
