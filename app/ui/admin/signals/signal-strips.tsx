import { Text } from "@shopify/polaris";
import { type SignalPeriodWire, signalName, type SignalsWire } from "#app/contracts/signals.ts";
import { formatDay, formatRatio } from "../../shared/format.ts";
import { shownSignals } from "./period-table.tsx";

const height = 36;
const step = 10;
const bar = 8;

/**
 * A strip of bars for each signal: its share of the orders, period by period. It is drawn by the server too. The tables
 * below say the same in numbers, so a screen reader is spared the picture.
 */
export function SignalStrips({ signals: { total, periods } }: { signals: SignalsWire }) {
  return (
    <div aria-hidden="true" className="signal-strips">
      {shownSignals(total).map((signal) => (
        <Strip key={signal} signal={signal} total={total} periods={periods} />
      ))}
      <div className="signal-strip-days">
        <Text as="span" tone="subdued" variant="bodySm">
          {formatDay(total.from)}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {formatDay(total.to)}
        </Text>
      </div>
    </div>
  );
}

type StripProps = {
  signal: SignalPeriodWire["signals"][number]["signal"];
  total: SignalPeriodWire;
  periods: readonly SignalPeriodWire[];
};

function Strip({ signal, total, periods }: StripProps) {
  const shareIn = (period: SignalPeriodWire) =>
    period.signals.find((one) => one.signal === signal)?.share ?? 0;
  const width = periods.length * step;
  return (
    <>
      <span>{`${signalName(signal)} ${formatRatio(shareIn(total))}`}</span>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" height={height} role="presentation">
        <line x1="0" x2={width} y1={height} y2={height} stroke="var(--p-color-border)" strokeWidth="1" />
        {periods.map((period, index) => {
          const tall = shareIn(period) * height;
          return (
            <rect
              key={period.from}
              x={index * step + (step - bar) / 2}
              y={height - tall}
              width={bar}
              height={tall}
              fill="var(--p-color-bg-fill-brand)"
            />
          );
        })}
      </svg>
    </>
  );
}
