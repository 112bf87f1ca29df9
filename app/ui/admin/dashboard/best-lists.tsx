import { BlockStack, Card, InlineGrid, Link, Text } from "@shopify/polaris";
import type { BestWire, PerformanceWire } from "#app/contracts/dashboard.ts";
import type { ReportName } from "#app/domain/report.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { figureUrls } from "../reports/report-figures.ts";
import { FigureLink, valueUrl } from "./figure-link.tsx";

type List = {
  readonly title: string;
  /** Noun of a row. */
  readonly of: string;
  /** Report with all rows of the list. */
  readonly report: ReportName;
  readonly rows: (performance: PerformanceWire) => readonly BestWire[] | null;
  readonly urlOf: (id: string, performance: PerformanceWire) => string;
};

const lists: readonly List[] = [
  {
    title: "Best affiliates",
    of: "Affiliate",
    report: "affiliates",
    rows: (one) => one.bestAffiliates,
    urlOf: (id) => `/dashboard/affiliates/${id}`,
  },
  {
    title: "Best programs",
    of: "Program",
    report: "programs",
    rows: (one) => one.bestPrograms,
    urlOf: (id) => `/dashboard/programs/${id}`,
  },
  {
    title: "Best products",
    of: "Product",
    report: "products",
    rows: (one) => one.bestProducts,
    urlOf: (id, shown) => valueUrl("products", id, shown),
  },
  {
    title: "Best landing pages",
    of: "Page",
    report: "landing-pages",
    rows: (one) => one.bestPages,
    urlOf: (id, shown) => valueUrl("landing-pages", id, shown),
  },
  {
    title: "Best codes",
    of: "Code",
    report: "codes",
    rows: (one) => one.bestCodes,
    urlOf: (id) => `/dashboard/affiliates/codes?search=${encodeURIComponent(id)}`,
  },
];

type Column = {
  readonly column: "orders" | "net" | "commission";
  readonly head: string;
  readonly textOf: (row: BestWire) => string;
};

const columns: readonly Column[] = [
  { column: "orders", head: "Orders", textOf: (row) => formatCount(row.orders) },
  { column: "net", head: "Net sales", textOf: (row) => formatMoney(row.revenue) },
  { column: "commission", head: "Commission", textOf: (row) => formatMoney(row.commission) },
];

/** Orders that add up to a figure of a row, with the days of the report. */
function ordersOf(name: ReportName, { total, affiliate, program }: PerformanceWire) {
  const narrowed = { affiliate: affiliate ?? undefined, program: program ?? undefined };
  const urlOf = figureUrls({ name, query: narrowed, days: total });
  return ({ id, revenue }: BestWire, column: Column["column"]) =>
    urlOf(id, revenue.currencyCode, column) ?? "";
}

/** Top affiliates, products and landing pages of the period. Each list shows the first rows of a report. */
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
  const { title, of, urlOf, report } = list;
  const rows = list.rows(performance);
  const opened = ordersOf(report, performance);
  if (rows === null) return <ListNote>This takes longer than 3 seconds. Choose fewer days.</ListNote>;
  if (rows.length === 0) return <ListNote>No sales in these days.</ListNote>;
  return (
    <ScrollBox label={title}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {columns.map(({ head }) => (
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
              {columns.map(({ column, head, textOf }) => (
                <td key={column} className="amount">
                  <FigureLink url={opened(row, column)} label={`${head} of ${row.name}`}>
                    {textOf(row)}
                  </FigureLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function ListNote({ children }: { children: string }) {
  return (
    <Text as="p" tone="subdued">
      {children}
    </Text>
  );
}
