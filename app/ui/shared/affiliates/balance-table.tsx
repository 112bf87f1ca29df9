import { Text } from "@shopify/polaris";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";

const figures = [
  { name: "pending", label: "Pending" },
  { name: "payable", label: "Payable" },
  { name: "inTransit", label: "On its way" },
  { name: "paid", label: "Paid" },
] as const;

/** Balances, a column for each currency: what is narrow has room for one or two. */
export function BalanceTable({ balances }: { balances: AffiliateWire["balances"] }) {
  if (balances.length === 0) return <Text as="p">Nothing was earned yet.</Text>;
  return (
    <ScrollBox label="Balances">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Balance</th>
            {balances.map(({ pending: { currencyCode } }) => (
              <th key={currencyCode} scope="col">
                {currencyCode}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {balances.map((one) => (
                <td key={one.pending.currencyCode}>{formatMoney(one[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
