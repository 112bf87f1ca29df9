import { Form } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ComparisonWire } from "#app/contracts/shadow.ts";
import { comparisonResults } from "#app/domain/shadow/comparison.ts";
import { Figures, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDay, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { daysText } from "./comparisons.tsx";
import { shadowText as t } from "./shadow-text.ts";

type Props = { comparison: ComparisonWire };

const pageUrl = (id: string) => `/dashboard/programs/shadow/${id}`;

/** The results, the totals and days per currency, and the orders. */
export function ComparisonResult({ comparison }: Props) {
  const { days, skipped, currencies } = comparison;
  return (
    <>
      <Card>
        <BlockStack gap="100">
          {days && <Text as="p">{t("result.days", { days: daysText(days) })}</Text>}
          {skipped > 0 && <Text as="p">{t("result.skipped", { count: skipped })}</Text>}
        </BlockStack>
      </Card>
      <Section title={t("result.results")}>
        <Results comparison={comparison} />
      </Section>
      {currencies.map((one) => (
        <CurrencyResult key={one.here.currencyCode} result={one} />
      ))}
      <Card>
        <Rows comparison={comparison} />
      </Card>
    </>
  );
}

/** Each result with its sums. It filters the table below. */
function Results({ comparison: { id, findings, differences } }: Props) {
  return (
    <BlockStack gap="200">
      {differences === 0 && <Text as="p">{t("result.none")}</Text>}
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("result.result")}</th>
            <th scope="col" className="amount">
              {t("result.count")}
            </th>
            <th scope="col" className="amount">
              {t("result.difference")}
            </th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ finding, count, differences: sums }) => (
            <tr key={finding}>
              <th scope="row">
                <Link url={`${pageUrl(id)}?finding=${finding}#comparison-rows`}>
                  {t(`findings.${finding}`)}
                </Link>
              </th>
              <td className="amount" data-label={t("result.count")}>
                {formatCount(count)}
              </td>
              <td className="amount" data-label={t("result.difference")}>
                {sums.length === 0 ? "–" : sums.map(differenceText).join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}

/** "+$12.00": the sign gives the direction, because color alone is not accessible. */
function differenceText(money: MoneyOnWire): string {
  const isMore = !money.amount.startsWith("-") && /[1-9]/.test(money.amount);
  return `${isMore ? "+" : ""}${formatMoney(money)}`;
}

type CurrencyProps = { result: ComparisonWire["currencies"][number] };

function CurrencyResult({ result: { there, here, difference, days } }: CurrencyProps) {
  const currency = here.currencyCode;
  return (
    <Section title={t("result.title", { currency })}>
      <Figures
        figures={[
          { label: t("result.there"), value: formatMoney(there) },
          { label: t("result.here"), value: formatMoney(here) },
          { label: t("result.difference"), value: differenceText(difference) },
        ]}
      />
      {days.length > 0 && (
        <ScrollBox label={t("result.byDay", { currency })}>
          <DayTable currency={currency} days={days} />
        </ScrollBox>
      )}
    </Section>
  );
}

function DayTable({ currency, days }: { currency: string } & Pick<CurrencyProps["result"], "days">) {
  return (
    <table className="plain-table stacked-table">
      <caption>{t("result.byDay", { currency })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("result.day")}</th>
          {comparisonResults.map((name) => (
            <th key={name} scope="col" className="amount">
              {t(`findings.${name}`)}
            </th>
          ))}
          <th scope="col" className="amount">
            {t("result.difference")}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, counts, difference }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day)}</th>
            {comparisonResults.map((name) => (
              <td key={name} className="amount" data-label={t(`findings.${name}`)}>
                {formatCount(counts[name])}
              </td>
            ))}
            <td className="amount" data-label={t("result.difference")}>
              {differenceText(difference)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rows({ comparison }: Props) {
  const { id, list, pagination, finding, search } = comparison;
  const title = finding === null ? t("rows.title") : t(`findings.${finding}`);
  const isFiltered = finding !== null || search !== "";
  return (
    <div id="comparison-rows">
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="baseline" gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {isFiltered && <Link url={`${pageUrl(id)}#comparison-rows`}>{t("rows.clear")}</Link>}
        </InlineStack>
        <Search key={search} comparison={comparison} />
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

function Search({ comparison: { finding, search } }: Props) {
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

const amounts = ["there", "here", "difference"] as const;

function RowTable({ list }: Pick<ComparisonWire, "list">) {
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
          <th scope="col">{t("rows.result")}</th>
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

function Row({ row }: { row: ComparisonWire["list"][number] }) {
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
      <td data-label={t("rows.result")} className="wrapping-cell">
        <RowResult name={t(`findings.${finding}`)} why={why} />
      </td>
    </tr>
  );
}

function RowResult({ name, why }: { name: string; why: string }) {
  return (
    <span className="two-line-cell">
      <Text as="span">{name}</Text>
      <Text as="span" tone="subdued">
        {why}
      </Text>
    </span>
  );
}
