import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BacktestRowWire } from "#app/contracts/backtest.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

type Column = "name" | "orders" | "revenue" | "today" | "draft" | "difference";
type Order = { readonly column: Column; readonly descending: boolean };

const titles: Record<Column, string> = {
  name: "Name",
  orders: "Orders",
  revenue: "Revenue",
  today: "Today",
  draft: "Draft",
  difference: "Difference",
};
const columns = Object.keys(titles) as Column[];

/** Rows that are there at first; a merchant with thousands of products looks at the largest. */
const shownAtFirst = 25;

type Props = {
  /** What the rows are: "Affiliate". */
  what: string;
  rows: readonly ComparedRow[];
  /** The order at first. */
  first?: Order;
};

/** A row, the page of what it is about, where there is one, and what people call it, where that is not its name. */
type ComparedRow = BacktestRowWire & { readonly url?: string; readonly title?: string };

const largestFirst: Order = { column: "difference", descending: true };

/** What today's terms and the draft pay, row by row, in the order of a column that one may choose. */
export function ComparedTable({ what, rows, first = largestFirst }: Props) {
  const [order, setOrder] = useState(first);
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <Text as="p">There is nothing to compare.</Text>;
  const sorted = rows.toSorted((a, b) => compare(a, b, order));
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  const choose = (column: Column) =>
    setOrder({ column, descending: order.column === column ? !order.descending : column !== "name" });
  return (
    <BlockStack gap="200">
      <ScrollBox label={`By ${what.toLowerCase()}`}>
        <table className="plain-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell
                  key={column}
                  title={column === "name" ? what : titles[column]}
                  isName={column === "name"}
                  sorted={order.column === column ? order : null}
                  onChoose={() => choose(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id ?? ""}>
                <th scope="row">
                  {row.url ? <Link url={row.url}>{row.name}</Link> : (row.title ?? row.name)}
                </th>
                <td className="amount">{formatCount(row.orders)}</td>
                <td className="amount">{formatMoney(row.revenue)}</td>
                <td className="amount">{formatMoney(row.today)}</td>
                <td className="amount">{formatMoney(row.draft)}</td>
                <td className="amount">{formatDifference(row.difference)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {shown.length < rows.length && (
        <InlineStack>
          <Button variant="plain" onClick={() => setAll(true)}>
            {`Show all ${formatCount(rows.length)}`}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}

type HeadProps = { title: string; isName: boolean; sorted: Order | null; onChoose: () => void };

function HeadCell({ title, isName, sorted, onChoose }: HeadProps) {
  const direction = sorted?.descending ? "descending" : "ascending";
  const arrow = sorted?.descending ? "down" : "up";
  return (
    <th scope="col" className={isName ? "" : "amount"} aria-sort={sorted ? direction : "none"}>
      <Button variant="monochromePlain" disclosure={sorted ? arrow : false} onClick={onChoose}>
        {title}
      </Button>
    </th>
  );
}

/** "+$12.00": which way it goes is said by a sign, never by colour alone. */
export function formatDifference(money: BacktestRowWire["difference"]): string {
  const isMore = !money.amount.startsWith("-") && /[1-9]/.test(money.amount);
  return `${isMore ? "+" : ""}${formatMoney(money)}`;
}

function compare(a: ComparedRow, b: ComparedRow, { column, descending }: Order): number {
  const order = descending ? -1 : 1;
  if (column === "name") return order * a.name.localeCompare(b.name, "en");
  if (column === "orders") return order * (a.orders - b.orders);
  return order * compareAmounts(a[column].amount, b[column].amount);
}

/** Amounts of one currency have the same digits after the point, so without it they are whole numbers. */
function compareAmounts(a: string, b: string): number {
  const [one, other] = [BigInt(a.replace(".", "")), BigInt(b.replace(".", ""))];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
