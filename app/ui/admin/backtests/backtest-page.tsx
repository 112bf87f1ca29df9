import { Banner, BlockStack, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import type { BacktestRowWire, BacktestWire } from "#app/contracts/backtest.ts";
import { backtests } from "#app/i18n/en/admin/backtests.ts";
import { programs } from "#app/i18n/en/admin/programs.ts";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMonth,
} from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { termsText } from "../programs/terms-text.ts";
import { UnreadOrders } from "../programs/unread-orders.tsx";
import { merchantText, provideTexts, useText } from "../../texts/use-text.ts";
import { scopeText } from "./backtest-words.ts";
import { isOpen, RunProgress } from "./run-progress.tsx";

provideTexts({ backtests, programs });

export type BacktestPageData = {
  readonly backtest: BacktestWire;
  readonly place: BacktestPlace;
  readonly timeZone: string;
};

/** The page's title. */
export function backtestTitle({ place, backtest, timeZone }: BacktestPageData): string {
  const t = merchantText("backtests");
  if (place.kind === "own") return t("page.titleOf", { affiliate: place.affiliate });
  return t("page.title", { date: formatDate(backtest.createdAt, timeZone) });
}

/** A backtest: its progress, then its result. */
export function BacktestPage(data: BacktestPageData) {
  const t = useText("backtests");
  const { backtest, place, timeZone } = data;
  const { id, result, scope, firstDay, lastDay, createdBy, createdAt } = backtest;
  const file = (table: string) => `/dashboard/export/backtest.csv?id=${id}&table=${table}`;
  const affiliatesFile = useFileAction(file("affiliates"), t("page.affiliatesFile"));
  const productsFile = useFileAction(file("products"), t("page.productsFile"));
  useLookWhile(isOpen(backtest));
  return (
    <DetailPage
      title={backtestTitle(data)}
      back={{ content: t("page.back"), url: place.path }}
      secondaryActions={[
        { content: t("page.edit"), url: `${place.editor}?draft=${id}` },
        { content: t("page.again"), url: `${place.path}?of=${id}` },
        ...(result ? [affiliatesFile, productsFile] : []),
      ]}
      aside={
        <Section title={t("page.about")}>
          <FactList
            facts={[
              ...(place.program === "" ? [] : [{ term: t("page.of"), description: place.program }]),
              { term: t("page.terms"), description: termsText(backtest.terms) },
              { term: t("page.orders"), description: scopeText(place.kind, scope) },
              {
                term: t("page.days"),
                description: t("page.range", { from: formatDay(firstDay), to: formatDay(lastDay) }),
              },
              {
                term: t("page.createdBy"),
                description: t("page.byAt", { name: createdBy, date: formatDateTime(createdAt, timeZone) }),
              },
            ]}
          />
          <Text as="p" tone="subdued">
            {`${t("page.nothingPosted")} ${t(`compared.${place.kind}`)}`}
          </Text>
        </Section>
      }
    >
      {(!result || backtest.error !== "") && (
        <Card>
          <RunProgress run={backtest} label={t("page.progress")} />
        </Card>
      )}
      {result && <BacktestResult result={result} />}
    </DetailPage>
  );
}

export type Result = NonNullable<BacktestWire["result"]>;

/** Cost of the draft compared to the current terms: total, by month, affiliate and product. */
export function BacktestResult({ result }: { result: Result }) {
  const t = useText("backtests");
  const { otherCurrencyOrders, unreadOrders = 0, affiliates, products, months } = result;
  return (
    <>
      {otherCurrencyOrders > 0 && (
        <Banner tone="warning">{t("result.otherCurrency", { count: otherCurrencyOrders })}</Banner>
      )}
      <UnreadOrders count={unreadOrders} />
      <Section title={t("result.cost")}>
        <CostTable result={result} />
        <Text as="p" tone="subdued">
          {t("result.note")}
        </Text>
      </Section>
      {months.length > 1 && (
        <Section title={t("result.byMonth")}>
          <MonthBars months={months} />
          <ComparedTable what="month" rows={months.map(withMonth)} first={oldestFirst} />
        </Section>
      )}
      <Section title={t("result.byAffiliate")}>
        <ComparedTable what="affiliate" rows={affiliates.map(withPage)} />
      </Section>
      <Section title={t("result.byProduct")}>
        <Text as="p" tone="subdued">
          {t("result.productNote")}
        </Text>
        <ComparedTable what="product" rows={products} />
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
  return percent === null ? merchantText("backtests")("result.none") : `${percent}%`;
}

function CostTable({ result }: { result: Result }) {
  const t = useText("backtests");
  const { today, draft, difference, orders, revenue, changedOrders } = result;
  return (
    <ScrollBox label={t("result.cost")}>
      <table className="plain-table">
        <caption>{t("result.caption", { count: orders, amount: formatMoney(revenue) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("result.figure")}</th>
            {[t("result.today"), t("result.draft"), t("result.difference")].map((title) => (
              <th key={title} scope="col" className="amount">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <CostRow
            what={t("result.total")}
            today={formatMoney(today.total)}
            draft={formatMoney(draft.total)}
            difference={formatDifference(difference)}
          />
          <CostRow what={t("result.share")} today={shareText(today.share)} draft={shareText(draft.share)} />
          <CostRow
            what={t("result.bonuses")}
            today={formatMoney(today.bonuses)}
            draft={formatMoney(draft.bonuses)}
          />
          <CostRow
            what={t("result.paidOrders")}
            today={formatCount(today.paidOrders)}
            draft={formatCount(draft.paidOrders)}
            difference={t("result.differ", { count: changedOrders })}
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
  const t = useText("backtests");
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
        <span style={{ background: colours.today }} /> {t("result.today")}
        <span style={{ background: colours.draft }} /> {t("result.draft")}
      </p>
    </div>
  );
}

type Column = "name" | "orders" | "revenue" | "today" | "draft" | "difference";
type Order = { readonly column: Column; readonly descending: boolean };

const columns: readonly Column[] = ["name", "orders", "revenue", "today", "draft", "difference"];
const looks: Readonly<Record<Column, string>> = {
  name: "",
  orders: "amount wide-only",
  revenue: "amount wide-only",
  today: "amount",
  draft: "amount",
  difference: "amount",
};

/** Rows shown at first. The rest of thousands of products is shown on request. */
const shownAtFirst = 25;

type BacktestResultProps = {
  what: "month" | "affiliate" | "product";
  rows: readonly ComparedRow[];
  /** The order at first. */
  first?: Order;
};

/** A row with its page, if there is one, and its display name, if that differs from its name. */
type ComparedRow = BacktestRowWire & { readonly url?: string; readonly title?: string };

const groups = {
  month: "result.byMonth",
  affiliate: "result.byAffiliate",
  product: "result.byProduct",
} as const;

const largestFirst: Order = { column: "difference", descending: true };

/** Commission under the current terms and the draft, row by row, sortable. */
function ComparedTable({ what, rows, first = largestFirst }: BacktestResultProps) {
  const t = useText("backtests");
  const titles: Record<Column, string> = {
    name: t(`result.${what}`),
    orders: t("result.orders"),
    revenue: t("result.netSales"),
    today: t("result.today"),
    draft: t("result.draft"),
    difference: t("result.difference"),
  };
  const [order, setOrder] = useState(first);
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <Text as="p">{t("result.nothing")}</Text>;
  const sorted = rows.toSorted((a, b) => compare(a, b, order));
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  const choose = (column: Column) =>
    setOrder({ column, descending: order.column === column ? !order.descending : column !== "name" });
  return (
    <BlockStack gap="200">
      <ScrollBox label={t(groups[what])}>
        <table className="plain-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell
                  key={column}
                  title={titles[column]}
                  look={looks[column]}
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
                <td className="amount wide-only">{formatCount(row.orders)}</td>
                <td className="amount wide-only">{formatMoney(row.revenue)}</td>
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
            {t("result.showAll", { total: formatCount(rows.length) })}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}

type HeadProps = { title: string; look: string; sorted: Order | null; onChoose: () => void };

function HeadCell({ title, look, sorted, onChoose }: HeadProps) {
  const direction = sorted?.descending ? "descending" : "ascending";
  const arrow = sorted?.descending ? "down" : "up";
  return (
    <th scope="col" className={look} aria-sort={sorted ? direction : "none"}>
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
