import { Link } from "@shopify/polaris";
import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import { formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { commissionName } from "../commissions/commission-name.ts";
import { EntryBadge, EntryDetails, entryUrl } from "../commissions/entry-cells.tsx";

type Props = { commissions: readonly CommissionEntryWire[]; timeZone: string };

/** Commissions of an order, bonuses and manual commissions that name it, and their deductions. */
export function OrderCommissions({ commissions, timeZone }: Props) {
  return (
    <ScrollBox label="Commissions">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Commission</th>
            <th scope="col">Affiliate</th>
            <th scope="col" className="amount">
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <Link url={entryUrl(entry)}>{commissionName(entry)}</Link>
              </th>
              <td>{entry.affiliate.name}</td>
              <td className="amount">{formatMoney(entry.amount)}</td>
              <td>
                <EntryBadge entry={entry} />
              </td>
              <td>
                <EntryDetails entry={entry} timeZone={timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
