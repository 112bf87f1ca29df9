import { Button, Link } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatDateTime } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

export type PointingRow = {
  readonly id: string;
  readonly name: ReactNode;
  /** What it is called where the button is read out. */
  readonly spoken: string;
  readonly affiliate: { readonly id: string; readonly name: string };
  readonly since: string;
  readonly until: string | null;
  readonly by: string;
};

type Props = {
  /** What the table and its first column hold. */
  label: string;
  column: string;
  rows: readonly PointingRow[];
  timeZone: string;
  isBusy: boolean;
  onEnd: (row: PointingRow) => void;
};

/** What points to affiliates, since when and until when; what holds can be ended. */
export function PointingTable({ label, column, rows, timeZone, isBusy, onEnd }: Props) {
  return (
    <ScrollBox label={label}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">Affiliate</th>
            <th scope="col">Since</th>
            <th scope="col">Until</th>
            <th scope="col">Made by</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id} ${row.since}`}>
              <th scope="row" className="wrapping-cell">
                {row.name}
              </th>
              <td>
                <Link url={`/dashboard/affiliates/${row.affiliate.id}`}>{row.affiliate.name}</Link>
              </td>
              <td className="no-break">{formatDateTime(row.since, timeZone)}</td>
              <td className="no-break">
                {row.until === null ? (
                  <Button
                    size="slim"
                    disabled={isBusy}
                    accessibilityLabel={`End ${row.spoken}`}
                    onClick={() => onEnd(row)}
                  >
                    End
                  </Button>
                ) : (
                  formatDateTime(row.until, timeZone)
                )}
              </td>
              <td>{row.by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
