import { Text } from "@shopify/polaris";
import { BarPicture } from "../bar-picture.tsx";
import { formatCount } from "../format.ts";
import type { LinkTexts } from "./link-texts.ts";

export type LinkDay = { readonly day: string; readonly clicks: number; readonly orders: number };

/** Clicks by day as bars, and the same as a table for whoever sees none. */
export function DayBars({ days, texts }: { days: readonly LinkDay[]; texts: LinkTexts["days"] }) {
  if (days.length === 0) return <Text as="p">{texts.none}</Text>;
  return (
    <>
      <BarPicture step={16} bars={days.map(({ day, clicks }) => ({ key: day, parts: [clicks] }))} />
      <details>
        <summary>{texts.summary}</summary>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col">{texts.clicks}</th>
              <th scope="col">{texts.orders}</th>
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
