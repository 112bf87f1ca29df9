import { BlockStack, Box, Card, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import { formatDateTime, formatMoney, type MoneyOnWire } from "../../shared/format.ts";

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

function SalesTable({ sales, timeZone }: Props) {
  return (
    <IndexTable
      resourceName={{ singular: "sale", plural: "sales" }}
      itemCount={sales.length}
      selectable={false}
      headings={[
        { title: "Order" },
        { title: "Affiliate" },
        { title: "Date" },
        { title: "Net sales", alignment: "end" },
      ]}
    >
      {sales.map((sale, index) => (
        <IndexTable.Row key={sale.orderId} id={sale.orderId} position={index}>
          <IndexTable.Cell>
            <Link dataPrimaryLink removeUnderline monochrome url={`/dashboard/orders/${sale.orderId}`}>
              {sale.name}
            </Link>
          </IndexTable.Cell>
          <IndexTable.Cell>{sale.affiliateName}</IndexTable.Cell>
          <IndexTable.Cell>
            <time dateTime={sale.placedAt}>{formatDateTime(sale.placedAt, timeZone)}</time>
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric>
              {formatMoney(sale.net)}
            </Text>
          </IndexTable.Cell>
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}
