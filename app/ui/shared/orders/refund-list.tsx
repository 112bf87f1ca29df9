import { Text } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { formatDateTime, formatMoney } from "../format.ts";

type Props = { refunds: OrderExplanationWire["refunds"]; timeZone: string };

/** What the shopper got back, and when. */
export function RefundList({ refunds, timeZone }: Props) {
  if (refunds.length === 0) return <Text as="p">Nothing was refunded.</Text>;
  return (
    <ul className="history-list">
      {refunds.map((refund) => (
        <li key={refund.id}>
          {formatMoney(refund.amount)} on{" "}
          <time dateTime={refund.at}>{formatDateTime(refund.at, timeZone)}</time>
          {refund.status !== "success" && ` (${refund.status})`}
        </li>
      ))}
    </ul>
  );
}
