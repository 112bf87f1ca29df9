import { BlockStack, Card, InlineGrid, Link, Text } from "@shopify/polaris";
import type { BestWire, PerformanceWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { valueUrl } from "./figure-urls.ts";

type List = {
  readonly title: string;
  /** What one row is. */
  readonly of: string;
  readonly rows: (performance: PerformanceWire) => readonly BestWire[] | null;
  readonly urlOf: (id: string, performance: PerformanceWire) => string;
};

const lists: readonly List[] = [
  {
    title: "Best affiliates",
    of: "Affiliate",
    rows: (one) => one.bestAffiliates,
    urlOf: (id) => `/dashboard/affiliates/${id}`,
  },
  {
    title: "Best programs",
    of: "Program",
    rows: (one) => one.bestPrograms,
    urlOf: (id) => `/dashboard/programs/${id}`,
  },
  {
    title: "Best products",
    of: "Product",
    rows: (one) => one.bestProducts,
    urlOf: (id, shown) => valueUrl("products", id, shown),
  },
  {
    title: "Best landing pages",
    of: "Page",
    rows: (one) => one.bestPages,
    urlOf: (id, shown) => valueUrl("landing-pages", id, shown),
  },
  {
    title: "Best codes",
    of: "Code",
    rows: (one) => one.bestCodes,
    urlOf: (id) => `/dashboard/affiliates/codes?search=${encodeURIComponent(id)}`,
  },
];

/** Who and what brought most in the days that are shown, each the beginning of a report. */
export function BestLists({ performance }: { performance: PerformanceWire }) {
  return (
    <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
      {lists.map((list) => (
        <Card key={list.title}>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              {list.title}
            </Text>
            <Rows list={list} performance={performance} />
          </BlockStack>
        </Card>
      ))}
    </InlineGrid>
  );
}

function Rows({ list, performance }: { list: List; performance: PerformanceWire }) {
  const { title, of, urlOf } = list;
  const rows = list.rows(performance);
  if (rows === null) return <Said>This takes longer than 3 seconds. Choose fewer days.</Said>;
  if (rows.length === 0) return <Said>No sales in these days.</Said>;
  return (
    <ScrollBox label={title}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {["Orders", "Net sales", "Commission"].map((head) => (
              <th key={head} scope="col" className="amount">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link url={urlOf(row.id, performance)}>{row.name}</Link>
              </td>
              <td className="amount">{formatCount(row.orders)}</td>
              <td className="amount">{formatMoney(row.revenue)}</td>
              <td className="amount">{formatMoney(row.commission)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Said({ children }: { children: string }) {
  return (
    <Text as="p" tone="subdued">
      {children}
    </Text>
  );
}
