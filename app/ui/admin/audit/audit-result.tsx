import { BlockStack, Card, Text } from "@shopify/polaris";
import type { AuditWire } from "#app/contracts/audit.ts";
import { rateTexts } from "#app/i18n/audit-words.ts";
import { Figures, Folded, Section } from "../../shared/detail-page.tsx";
import { LineChart } from "../../shared/chart/line-chart.tsx";
import { formatCompact, formatDay, formatMoney, formatMonth } from "../../shared/format.ts";
import { auditText as t } from "./audit-text.ts";
import { FindingTable, JudgedRows } from "./judged-rows.tsx";

type Props = { audit: AuditWire; currency: string };

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
      <FindingTable
        texts={{
          finding: t("result.finding"),
          count: t("result.count"),
          difference: t("result.difference"),
        }}
        findings={findings.map(({ finding, count, differences }) => ({
          name: t(`findings.${finding}`),
          url: `${pageUrl(id)}?finding=${finding}#${rowsId}`,
          count,
          differences,
        }))}
      />
    </BlockStack>
  );
}

const rowsId = "audit-rows";
const pageUrl = (id: string) => `/dashboard/programs/audit/${id}`;

function Rows({ audit: { id, list, pagination, finding, search } }: Pick<Props, "audit">) {
  return (
    <JudgedRows
      id={rowsId}
      title={finding === null ? t("rows.title") : t(`findings.${finding}`)}
      url={pageUrl(id)}
      finding={finding}
      search={search}
      texts={{
        clear: t("rows.clear"),
        search: t("rows.search"),
        searchButton: t("rows.searchButton"),
        noMatch: t("rows.noMatch"),
        order: t("rows.order"),
        affiliate: t("rows.affiliate"),
        date: t("rows.date"),
        difference: t("rows.difference"),
        finding: t("rows.finding"),
      }}
      amounts={[
        { title: t("rows.paid"), of: ({ paid }) => paid },
        { title: t("rows.expected"), of: ({ expected }) => expected },
      ]}
      nameOf={(row) => t(`findings.${row.finding}`)}
      rowTitle={t("rows.row")}
      list={list}
      pagination={pagination}
    />
  );
}
