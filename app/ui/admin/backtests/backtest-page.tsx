import { Banner, BlockStack, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import type { BacktestRowWire, BacktestWire } from "#app/contracts/backtest.ts";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime, formatDay, formatMoney, formatMonth } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { termsText } from "../programs/terms-text.ts";
import { UnreadOrders } from "../programs/unread-orders.tsx";
import { comparedTexts, scopeTexts } from "./backtest-words.ts";
import { isOpen, RunProgress } from "./run-progress.tsx";

export type BacktestPageData = {
  readonly backtest: BacktestWire;
  readonly place: BacktestPlace;
  readonly timeZone: string;
};

/** The page's title. */
export function backtestTitle(place: BacktestPlace): string {
  if (place.kind === "program") return `Backtest of ${place.program}`;
  return place.kind === "own" ? "Backtest of own terms" : "Backtest of a new program";
}

/** A backtest: its progress, then its result. */
export function BacktestPage({ backtest, place, timeZone }: BacktestPageData) {
  const { id, result, scope, firstDay, lastDay, createdBy, createdAt } = backtest;
  const file = (table: string) => `/dashboard/export/backtest.csv?id=${id}&table=${table}`;
  const affiliatesFile = useFileAction(file("affiliates"), "Affiliates (CSV)");
  const productsFile = useFileAction(file("products"), "Products (CSV)");
  useLookWhile(isOpen(backtest));
  return (
    <DetailPage
      title={backtestTitle(place)}
      {...(place.kind === "own" && { subtitle: `${place.affiliate} in ${place.program}` })}
      back={{ content: "Backtests", url: place.path }}
      secondaryActions={[
        { content: "Edit draft", url: `${place.editor}?draft=${id}` },
        { content: "Run again", url: `${place.path}?of=${id}` },
        ...(result ? [affiliatesFile, productsFile] : []),
      ]}
      aside={
        <Section title="What was asked">
          <FactList
            facts={[
              { term: "Draft", description: termsText(backtest.terms) },
              { term: "Orders", description: scopeTexts[place.kind][scope] },
              { term: "Days", description: `${formatDay(firstDay)} to ${formatDay(lastDay)}` },
              { term: "Asked by", description: `${createdBy}, ${formatDateTime(createdAt, timeZone)}` },
            ]}
          />
          <Text as="p" tone="subdued">
            A backtest posts nothing. {comparedTexts[place.kind]}
          </Text>
        </Section>
      }
    >
      {(!result || backtest.error !== "") && (
        <Card>
          <RunProgress run={backtest} label="Backtest" />
        </Card>
      )}
      {result && <BacktestResult result={result} />}
    </DetailPage>
  );
}

export type Result = NonNullable<BacktestWire["result"]>;

/** Cost of the draft compared to the current terms: total, by month, affiliate and product. */
export function BacktestResult({ result }: { result: Result }) {
  const { otherCurrencyOrders, unreadOrders = 0, affiliates, products, months } = result;
  return (
    <>
      {otherCurrencyOrders > 0 && (
        <Banner tone="warning">
          {`${formatCount(otherCurrencyOrders)} orders in another currency than the store's are in no sum.`}
        </Banner>
      )}
      <UnreadOrders count={unreadOrders} />
      <Section title="What it would have cost">
        <CostTable result={result} />
        <Text as="p" tone="subdued">
          Whoever brought an order stays credited with it: the attribution window is no part of these figures,
          and the hold only decides until when a return takes a bonus back.
        </Text>
      </Section>
      {months.length > 1 && (
        <Section title="By month">
          <MonthBars months={months} />
          <ComparedTable what="Month" rows={months.map(withMonth)} first={oldestFirst} />
        </Section>
      )}
      <Section title="By affiliate">
        <ComparedTable what="Affiliate" rows={affiliates.map(withPage)} />
      </Section>
      <Section title="By product">
        <Text as="p" tone="subdued">
          What each product's lines earn; bonuses belong to affiliates alone.
        </Text>
        <ComparedTable what="Product" rows={products} />
      </Section>
    </>
  );
}

const oldestFirst = { column: "name", descending: false } as const;

function withMonth(row: Result["months"][number]) {
  return { ...row, title: formatMonth(row.name) };
}

function withPage(row: Result["affiliates"][number]) {
  return row.id?.startsWith("aff_") ? { ...row, url: `/dashboard/affiliates/${row.id}` } : row;
}

function shareText(percent: string | null): string {
  return percent === null ? "–" : `${percent}%`;
}

function CostTable({ result }: { result: Result }) {
  const { today, draft, difference, orders, revenue, changedOrders } = result;
  return (
    <ScrollBox label="Cost">
      <table className="plain-table">
        <caption>{`${formatCount(orders)} orders, ${formatMoney(revenue)} of net sales kept`}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            {["Today's terms", "Draft", "Difference"].map((title) => (
              <th key={title} scope="col" className="amount">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <CostRow
            what="Cost"
            today={formatMoney(today.total)}
            draft={formatMoney(draft.total)}
            difference={formatDifference(difference)}
          />
          <CostRow what="Share of revenue" today={shareText(today.share)} draft={shareText(draft.share)} />
          <CostRow
            what="Of it bonuses"
            today={formatMoney(today.bonuses)}
            draft={formatMoney(draft.bonuses)}
          />
          <CostRow
            what="Orders that pay"
            today={formatCount(today.paidOrders)}
            draft={formatCount(draft.paidOrders)}
            difference={`${formatCount(changedOrders)} differ`}
          />
        </tbody>
      </table>
    </ScrollBox>
  );
}

type CostCells = { what: string; today: string; draft: string; difference?: string };

function CostRow({ what, today, draft, difference = "" }: CostCells) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td className="amount">{today}</td>
      <td className="amount">{draft}</td>
      <td className="amount">{difference}</td>
    </tr>
  );
}

const height = 120;
const step = 56;
const bar = 20;
const colours = { today: "var(--p-color-border-emphasis)", draft: "var(--p-color-bg-fill-brand)" };

/** Two bars per month. Hidden from screen readers, because the table below has the same numbers. */
function MonthBars({ months }: { months: readonly BacktestRowWire[] }) {
  const most = Math.max(
    ...months.flatMap(({ today, draft }) => [Number(today.amount), Number(draft.amount)]),
  );
  if (most <= 0) return null;
  const tall = (amount: string) => Math.max(0, (Number(amount) / most) * height);
  return (
    <div className="scrolling-table" aria-hidden="true">
      <svg width={months.length * step} height={height + 18} role="presentation">
        {months.map(({ id, name, today, draft }, index) => {
          const x = index * step;
          const [now, then] = [tall(today.amount), tall(draft.amount)];
          return (
            <g key={id}>
              <rect x={x} y={height - now} width={bar} height={now} fill={colours.today} />
              <rect x={x + bar + 2} y={height - then} width={bar} height={then} fill={colours.draft} />
              <text x={x} y={height + 14} fontSize="10" fill="var(--p-color-text-secondary)">
                {formatMonth(name)}
              </text>
            </g>
          );
        })}
      </svg>
      <p className="bars-legend">
        <span style={{ background: colours.today }} /> Today&apos;s terms
        <span style={{ background: colours.draft }} /> Draft
      </p>
    </div>
  );
}

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

/** Rows shown at first. The rest of thousands of products is shown on request. */
const shownAtFirst = 25;

type BacktestResultProps = {
  /** Noun of the rows: "Affiliate". */
  what: string;
  rows: readonly ComparedRow[];
  /** The order at first. */
  first?: Order;
};

/** A row with its page, if there is one, and its display name, if that differs from its name. */
type ComparedRow = BacktestRowWire & { readonly url?: string; readonly title?: string };

const largestFirst: Order = { column: "difference", descending: true };

/** Commission under the current terms and the draft, row by row, sortable. */
function ComparedTable({ what, rows, first = largestFirst }: BacktestResultProps) {
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

/** "+$12.00": the sign gives the direction, because color alone is not accessible. */
function formatDifference(money: BacktestRowWire["difference"]): string {
  const isMore = !money.amount.startsWith("-") && /[1-9]/.test(money.amount);
  return `${isMore ? "+" : ""}${formatMoney(money)}`;
}

function compare(a: ComparedRow, b: ComparedRow, { column, descending }: Order): number {
  const order = descending ? -1 : 1;
  if (column === "name") return order * a.name.localeCompare(b.name, "en");
  if (column === "orders") return order * (a.orders - b.orders);
  return order * compareAmounts(a[column].amount, b[column].amount);
}

/** Amounts of one currency have the same number of decimals, so without the point they compare as integers. */
function compareAmounts(a: string, b: string): number {
  const [one, other] = [BigInt(a.replace(".", "")), BigInt(b.replace(".", ""))];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
