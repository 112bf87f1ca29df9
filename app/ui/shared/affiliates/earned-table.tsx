import { BlockStack, Link, Text } from "@shopify/polaris";
import type { EarnedWire } from "#app/contracts/portal.ts";
import { formatDate, formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { StatusBadge } from "../status-badge.tsx";

type Props = {
  commissions: readonly EarnedWire[];
  timeZone: string;
  /** The order's page; null where the reader has none. */
  orderUrl: ((orderId: string) => string) | null;
};

/** Commissions with what stands of them and why. */
export function EarnedTable({ commissions, timeZone, orderUrl }: Props) {
  if (commissions.length === 0) return <Text as="p">There are no commissions yet.</Text>;
  return (
    <ScrollBox label="Commissions">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Date</th>
            <th scope="col">Commission</th>
            <th scope="col">Status</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {orderUrl ? <Link url={orderUrl(one.orderId)}>{one.orderName}</Link> : one.orderName}
              </th>
              <td className="no-break">{formatDate(one.orderedAt, timeZone)}</td>
              <td>{formatMoney(one.amount)}</td>
              <td>
                <StatusBadge status={one.state} />
              </td>
              <td>
                <div className="wrapping-cell">
                  <Reason commission={one} timeZone={timeZone} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Reason({ commission, timeZone }: { commission: EarnedWire; timeZone: string }) {
  return (
    <BlockStack>
      <Text as="span">{commission.reason}</Text>
      {commission.state === "pending" && (
        <Text as="span" tone="subdued">
          On hold until {formatDate(commission.holdUntil, timeZone)}.
        </Text>
      )}
    </BlockStack>
  );
}
