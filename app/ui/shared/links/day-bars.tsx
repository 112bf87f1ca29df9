import { Text } from "@shopify/polaris";
import { formatCount } from "../format.ts";

export type LinkDay = { readonly day: string; readonly clicks: number; readonly orders: number };

const height = 80;
const bar = 12;
const step = 16;

/** Clicks by day as bars, and the same as a table for whoever sees none. */
export function DayBars({ days }: { days: readonly LinkDay[] }) {
  const most = Math.max(1, ...days.map((one) => one.clicks));
  if (days.length === 0) return <Text as="p">Nobody followed it in the last 30 days.</Text>;
  return (
    <>
      <div className="scrolling-table" aria-hidden="true">
        <svg width={Math.max(days.length * step, 1)} height={height} role="presentation">
          {days.map(({ day, clicks }, index) => {
            const tall = Math.max(1, (clicks / most) * height);
            return (
              <rect
                key={day}
                x={index * step}
                y={height - tall}
                width={bar}
                height={tall}
                fill="var(--p-color-bg-fill-brand)"
              />
            );
          })}
        </svg>
      </div>
      <details>
        <summary>Clicks and orders by day</summary>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Clicks</th>
              <th scope="col">Orders</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, clicks, orders }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{formatCount(clicks)}</td>
                <td>{formatCount(orders)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
