import { Badge, Banner, Box, Link, Text } from "@shopify/polaris";
import type { HolderWire } from "#app/contracts/ledger-to-wire.ts";
import { formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";

type Props = { holders: readonly HolderWire[]; late: string | null; month: string; chosen: string | null };

/** Each balance as it is shown, beside the sum of its transfers now; an affiliate's name chooses them for M15. */
export function ComparedBalances({ holders, late, month, chosen }: Props) {
  return (
    <Box padding="400">
      <Text as="h2" variant="headingMd">
        Balances
      </Text>
      {late !== null && <Banner tone="warning">{late}</Banner>}
      {late === null && holders.length === 0 && (
        <Text as="p">Nothing was posted yet. When an affiliate earns, their balances stand here.</Text>
      )}
      {holders.length > 0 && (
        <ScrollBox label="Balances">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Affiliate</th>
                <th scope="col">Account</th>
                <th scope="col" className="amount">
                  Shown
                </th>
                <th scope="col" className="amount">
                  Sum of its transfers
                </th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            {holders.map((holder) => (
              <Holder key={holder.id} holder={holder} month={month} isChosen={holder.id === chosen} />
            ))}
          </table>
        </ScrollBox>
      )}
    </Box>
  );
}

function Holder({ holder, month, isChosen }: { holder: HolderWire; month: string; isChosen: boolean }) {
  const { id, name, accounts } = holder;
  return (
    <tbody>
      {accounts.map(({ account, shown, summed, agrees }, row) => (
        <tr key={`${account} ${shown.currencyCode}`}>
          {row === 0 && (
            <th scope="rowgroup" rowSpan={accounts.length}>
              {isChosen ? name : <Link url={`/dashboard/proof?affiliate=${id}&month=${month}`}>{name}</Link>}
            </th>
          )}
          <td>{statusLabel(account)}</td>
          <td className="amount">{formatMoney(shown)}</td>
          <td className="amount">{formatMoney(summed)}</td>
          <td>{agrees ? <Badge tone="success">Agrees</Badge> : <Badge tone="critical">Differs</Badge>}</td>
        </tr>
      ))}
    </tbody>
  );
}
