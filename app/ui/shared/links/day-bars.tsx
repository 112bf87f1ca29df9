import { Text } from "@shopify/polaris";
import { BarPicture } from "../bar-picture.tsx";
import { formatCount } from "../format.ts";

export type LinkDay = { readonly day: string; readonly clicks: number; readonly orders: number };

/** Clicks by day as bars, and the same as a table for whoever sees none. */
export function DayBars({ days }: { days: readonly LinkDay[] }) {
  if (days.length === 0) return <Text as="p">Nobody followed it in the last 30 days.</Text>;
  return (
    <>
      <BarPicture step={16} bars={days.map(({ day, clicks }) => ({ key: day, parts: [clicks] }))} />
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
