import { Text } from "@shopify/polaris";
import type { PostingWire } from "#app/contracts/commission.ts";
import { formatDateTime, formatMoney } from "../format.ts";
import { statusLabel } from "../status-badge.tsx";
import { ScrollBox } from "../scroll-box.tsx";

type Posting = Omit<PostingWire, "affiliate" | "commissionId" | "kind"> &
  Partial<Pick<PostingWire, "affiliate" | "kind">>;
type Props = { postings: readonly Posting[]; timeZone: string; withAffiliate?: boolean };

/** Ledger entries in the order of posting. */
export function Postings({ postings, timeZone, withAffiliate = true }: Props) {
  if (postings.length === 0) return <Text as="p">Nothing was posted.</Text>;
  return (
    <ScrollBox label="Postings">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Recorded</th>
            <th scope="col">What</th>
            <th scope="col">From → to</th>
            {withAffiliate && <th scope="col">Affiliate</th>}
            <th scope="col" className="amount">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting) => (
            <tr key={posting.id}>
              <td>
                <time dateTime={posting.recordedAt}>{formatDateTime(posting.recordedAt, timeZone)}</time>
              </td>
              <td>{whatOf(posting)}</td>
              <td>
                {statusLabel(posting.debit)} → {statusLabel(posting.credit)}
              </td>
              {withAffiliate && <td>{posting.affiliate?.name ?? "–"}</td>}
              <td className="amount">{formatMoney(posting.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** "Earned", or "Earned (bonus)": the order's calculation covers only the first. */
function whatOf({ code, kind }: Posting): string {
  const what = statusLabel(code);
  if (kind === "bonus") return `${what} (bonus)`;
  return kind === "manual" ? `${what} (added by hand)` : what;
}
