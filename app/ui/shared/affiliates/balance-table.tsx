import { Text } from "@shopify/polaris";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";

/** Balances by currency. */
export function BalanceTable({ balances }: { balances: AffiliateWire["balances"] }) {
  if (balances.length === 0) return <Text as="p">Nothing was earned yet.</Text>;
  return (
    <ScrollBox label="Balances">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">Pending</th>
            <th scope="col">Payable</th>
            <th scope="col">On its way</th>
            <th scope="col">Paid</th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ pending, payable, inTransit, paid }) => (
            <tr key={pending.currencyCode}>
              <th scope="row">{pending.currencyCode}</th>
              <td>{formatMoney(pending)}</td>
              <td>{formatMoney(payable)}</td>
              <td>{formatMoney(inTransit)}</td>
              <td>{formatMoney(paid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
