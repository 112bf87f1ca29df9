import { Box, Link } from "@shopify/polaris";
import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { formatDay } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { dashboardUrl } from "./figure-urls.ts";
import { periodFigures, programsAtEnd } from "./period-figures.ts";
import { TotalText } from "./total-text.tsx";

const columns = [...periodFigures, programsAtEnd];
const periodNames = { day: "Day", week: "Week from", month: "Month from" } as const;

/**
 * The chart in numbers, and the lines of the cards. Closed, it is there for a screen reader's list of what can be opened.
 * A day or month leads to the dashboard of it, whose figures open what they count.
 */
export function PeriodTable({ performance }: { performance: PerformanceWire }) {
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
