import { BlockStack, Card, InlineGrid, Link, Text } from "@shopify/polaris";
import type { BestWire, PerformanceWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

/** Who and what brought most in the days that are shown. */
export function BestLists({ performance }: { performance: PerformanceWire }) {
  return (
    <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
      <BestList
        title="Best affiliates"
        of="Affiliate"
        rows={performance.bestAffiliates}
        urlOf={(id) => `/dashboard/affiliates/${id}`}
      />
      <BestList
        title="Best programs"
        of="Program"
        rows={performance.bestPrograms}
        urlOf={(id) => `/dashboard/programs/${id}`}
      />
    </InlineGrid>
  );
}

type ListProps = {
  title: string;
  of: string;
  rows: readonly BestWire[];
  urlOf: (id: string) => string;
};

function BestList({ title, of, rows, urlOf }: ListProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {rows.length === 0 ? (
          <Text as="p" tone="subdued">
            No sales in these days.
          </Text>
        ) : (
          <ScrollBox label={title}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">{of}</th>
                  <th scope="col" className="amount">
                    Orders
                  </th>
                  <th scope="col" className="amount">
                    Revenue
                  </th>
                  <th scope="col" className="amount">
                    Commission
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <Link url={urlOf(row.id)}>{row.name}</Link>
                    </td>
                    <td className="amount">{formatCount(row.orders)}</td>
                    <td className="amount">{formatMoney(row.revenue)}</td>
                    <td className="amount">{formatMoney(row.commission)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </BlockStack>
    </Card>
  );
}
