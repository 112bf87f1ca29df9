import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ComparisonWire } from "#app/contracts/shadow.ts";
import { comparisonResults } from "#app/domain/shadow/comparison.ts";
import { Figures, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDay, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { differenceText, FindingTable, JudgedRows } from "../audit/judged-rows.tsx";
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
      <FindingTable
        texts={{
          finding: t("result.result"),
          count: t("result.count"),
          difference: t("result.difference"),
        }}
        findings={findings.map(({ finding, count, differences: sums }) => ({
          name: t(`findings.${finding}`),
          url: `${pageUrl(id)}?finding=${finding}#${rowsId}`,
          count,
          differences: sums,
        }))}
      />
    </BlockStack>
  );
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

const rowsId = "comparison-rows";

function Rows({ comparison: { id, list, pagination, finding, search } }: Props) {
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
        finding: t("rows.result"),
      }}
      amounts={[
        { title: t("rows.there"), of: ({ there }) => there },
        { title: t("rows.here"), of: ({ here }) => here },
      ]}
      nameOf={(row) => t(`findings.${row.finding}`)}
      rowTitle={null}
      list={list}
      pagination={pagination}
    />
  );
}
