import { BlockStack, Box, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { formatDateTime, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

export type SaleShown = {
  readonly orderId: string;
  readonly name: string;
  readonly affiliateName: string;
  readonly placedAt: string;
  readonly net: MoneyOnWire;
};

type Props = { sales: readonly SaleShown[]; timeZone: string };

/** The newest orders that affiliates brought. */
export function NewestSales({ sales, timeZone }: Props) {
  return (
    <Card padding="0">
      <Box padding="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Newest sales
          </Text>
          {sales.length > 0 && <Link url="/dashboard/orders">All orders</Link>}
        </InlineStack>
      </Box>
      {sales.length > 0 ? <SalesTable sales={sales} timeZone={timeZone} /> : <NoSales />}
    </Card>
  );
}

function NoSales() {
  return (
    <Box padding="400" paddingBlockStart="0">
      <BlockStack gap="100">
        <Text as="p">No sales yet</Text>
        <Text as="p" tone="subdued">
          Orders that your affiliates bring appear here within seconds.
        </Text>
      </BlockStack>
    </Box>
  );
}

/** Five rows to look at need no selection: a plain table costs the server a fraction of an IndexTable. */
function SalesTable({ sales, timeZone }: Props) {
  return (
    <Box padding="400" paddingBlockStart="0">
      <ScrollBox label="Newest sales">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Affiliate</th>
              <th scope="col">Date</th>
              <th scope="col" className="amount">
                Net sales
              </th>
            </tr>
          </thead>
          <tbody>
            {sales.map((sale) => (
              <tr key={sale.orderId}>
                <td>
                  <Link url={`/dashboard/orders/${sale.orderId}`}>{sale.name}</Link>
                </td>
                <td>{sale.affiliateName}</td>
                <td>
                  <time dateTime={sale.placedAt}>{formatDateTime(sale.placedAt, timeZone)}</time>
                </td>
                <td className="amount">{formatMoney(sale.net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Box>
  );
}
