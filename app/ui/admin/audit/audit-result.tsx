import { Form } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { AuditWire } from "#app/contracts/audit.ts";
import { rateTexts } from "#app/i18n/audit-words.ts";
import { Figures, Folded, Section } from "../../shared/detail-page.tsx";
import { LineChart } from "../../shared/chart/line-chart.tsx";
import { formatCompact, formatCount, formatDay, formatMoney, formatMonth } from "../../shared/format.ts";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { auditText as t } from "./audit-text.ts";

type Props = { audit: AuditWire; currency: string };
type Money = AuditWire["currencies"][number]["over"];

/** Totals and months per currency, the findings, and the commissions. */
export function AuditResult({ audit, currency }: Props) {
  const { rates, covered, unchecked, sharedOrders, currencies } = audit;
  return (
    <>
      <Card>
        <BlockStack gap="100">
          {rates && (
            <Text as="p">{t("result.rates", { rates: rateTexts(rates, currency, t).join(", ") })}</Text>
          )}
          {covered && (
            <Text as="p">
              {t("result.covered", { from: formatDay(covered.from), until: formatDay(covered.until) })}
            </Text>
          )}
          {unchecked > 0 && <Text as="p">{t("result.unchecked", { count: unchecked })}</Text>}
          {sharedOrders > 0 && <Text as="p">{t("result.shared", { count: sharedOrders })}</Text>}
        </BlockStack>
      </Card>
      {currencies.map((one) => (
        <CurrencyResult key={one.paid.currencyCode} result={one} />
      ))}
      <Section title={t("result.findings")}>
        <Findings audit={audit} />
      </Section>
      <Card>
        <Rows audit={audit} />
      </Card>
    </>
  );
}

function CurrencyResult({ result }: { result: AuditWire["currencies"][number] }) {
  const { paid, expected, over, under, months } = result;
  const currency = paid.currencyCode;
  return (
    <Section title={t("result.title", { currency })}>
      <Figures
        figures={[
          { label: t("result.over"), value: formatMoney(over) },
          { label: t("result.under"), value: formatMoney(under) },
          { label: t("result.paid"), value: formatMoney(paid) },
          { label: t("result.expected"), value: formatMoney(expected) },
        ]}
      />
      {months.length > 0 && (
        <>
          <LineChart
            label={t("result.chart", { currency })}
            cursorLabel={t("result.cursor")}
            points={months.map(({ month, over: more, under: less }) => ({
              key: month,
              axis: formatMonth(month),
              title: `${formatMonth(month)}, ${t("result.over")}`,
              value: Number(more.amount),
              text: formatMoney(more),
              compared: {
                title: `${formatMonth(month)}, ${t("result.under")}`,
                value: Number(less.amount),
                text: formatMoney(less),
              },
            }))}
            tickText={(value) => formatCompact(value, currency)}
            legend={{ current: t("result.over"), compared: t("result.under") }}
          />
          <Folded title={t("result.table")}>
            <MonthTable months={months} />
          </Folded>
        </>
      )}
    </Section>
  );
}

function MonthTable({ months }: Pick<AuditWire["currencies"][number], "months">) {
  return (
    <table className="plain-table">
      <caption>{t("result.months")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("result.month")}</th>
          <th scope="col" className="amount">
            {t("result.over")}
          </th>
          <th scope="col" className="amount">
            {t("result.under")}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, over, under }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month)}</th>
            <td className="amount">{formatMoney(over)}</td>
            <td className="amount">{formatMoney(under)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The findings with their sums. Each one filters the table below. */
function Findings({ audit: { id, findings, problems } }: Pick<Props, "audit">) {
  return (
    <BlockStack gap="200">
      {problems === 0 && <Text as="p">{t("result.none")}</Text>}
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("result.finding")}</th>
            <th scope="col" className="amount">
              {t("result.count")}
            </th>
            <th scope="col" className="amount">
              {t("result.difference")}
            </th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ finding, count, differences }) => (
            <tr key={finding}>
              <th scope="row">
                <Link url={`/dashboard/programs/audit/${id}?finding=${finding}#audit-rows`}>
                  {t(`findings.${finding}`)}
                </Link>
              </th>
              <td className="amount" data-label={t("result.count")}>
                {formatCount(count)}
              </td>
              <td className="amount" data-label={t("result.difference")}>
                {differences.length === 0 ? "–" : differences.map(differenceText).join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}

/** "+$12.00": the sign gives the direction, because color alone is not accessible. */
function differenceText(money: Money): string {
  const isMore = !money.amount.startsWith("-") && /[1-9]/.test(money.amount);
  return `${isMore ? "+" : ""}${formatMoney(money)}`;
}

function Rows({ audit }: Pick<Props, "audit">) {
  const { id, list, pagination, finding, search } = audit;
  const title = finding === null ? t("rows.title") : t(`findings.${finding}`);
  const isFiltered = finding !== null || search !== "";
  return (
    <div id="audit-rows">
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="baseline" gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {isFiltered && <Link url={`/dashboard/programs/audit/${id}#audit-rows`}>{t("rows.clear")}</Link>}
        </InlineStack>
        <Search key={search} audit={audit} />
        {list.length === 0 ? (
          <Text as="p">{t("rows.noMatch")}</Text>
        ) : (
          <ScrollBox label={title}>
            <RowTable list={list} />
          </ScrollBox>
        )}
        <ListFooter pagination={pagination} shown={list.length} />
      </BlockStack>
    </div>
  );
}

function Search({ audit: { finding, search } }: Pick<Props, "audit">) {
  const [typed, setTyped] = useState(search);
  return (
    <Form method="get" preventScrollReset>
      {finding !== null && <input type="hidden" name="finding" value={finding} />}
      <TextField
        label={t("rows.search")}
        name="search"
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={setTyped}
        connectedRight={<Button submit>{t("rows.searchButton")}</Button>}
      />
    </Form>
  );
}

const amounts = ["paid", "expected", "difference"] as const;

function RowTable({ list }: Pick<AuditWire, "list">) {
  return (
    <table className="plain-table stacked-table">
      <thead>
        <tr>
          <th scope="col">{t("rows.order")}</th>
          <th scope="col">{t("rows.affiliate")}</th>
          <th scope="col">{t("rows.date")}</th>
          {amounts.map((name) => (
            <th key={name} scope="col" className="amount">
              {t(`rows.${name}`)}
            </th>
          ))}
          <th scope="col">{t("rows.finding")}</th>
          <th scope="col" className="amount">
            {t("rows.row")}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <Row key={row.row} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: AuditWire["list"][number] }) {
  const { order, orderId, affiliate, day, finding, why } = row;
  const name = order === "" ? "–" : `#${order}`;
  const textOf = (column: (typeof amounts)[number]) => {
    const money = row[column];
    if (money === null) return "–";
    return column === "difference" ? differenceText(money) : formatMoney(money);
  };
  return (
    <tr>
      <th scope="row">
        {orderId === null ? (
          name
        ) : (
          <Link url={`/dashboard/orders/${encodeURIComponent(orderId)}`}>{name}</Link>
        )}
      </th>
      <td data-label={t("rows.affiliate")}>{affiliate || "–"}</td>
      <td data-label={t("rows.date")}>{day === null ? "–" : formatDay(day)}</td>
      {amounts.map((column) => (
        <td key={column} data-label={t(`rows.${column}`)} className="amount">
          {textOf(column)}
        </td>
      ))}
      <td data-label={t("rows.finding")} className="wrapping-cell">
        <Finding name={t(`findings.${finding}`)} why={why} />
      </td>
      <td data-label={t("rows.row")} className="amount">
        {row.row}
      </td>
    </tr>
  );
}

function Finding({ name, why }: { name: string; why: string }) {
  return (
    <span className="two-line-cell">
      <Text as="span">{name}</Text>
      <Text as="span" tone="subdued">
        {why}
      </Text>
    </span>
  );
}
