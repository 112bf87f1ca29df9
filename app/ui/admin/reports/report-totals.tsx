import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ReportQuery, ReportWire } from "#app/contracts/report.ts";
import type { ReportName } from "#app/domain/report.ts";
import { columnLabels } from "#app/contracts/report-words.ts";
import { formatDay } from "../../shared/format.ts";
import type { AppliedFilter } from "../../shared/list/filter-chips.tsx";
import { BesideOrders } from "./beside-orders.tsx";
import { ReportFigure } from "./report-figure.tsx";
import type { FigureUrl } from "./figure-url.ts";

type Props = {
  name: ReportName;
  report: ReportWire;
  applied: readonly AppliedFilter[];
  urlOf: FigureUrl;
  whose: Pick<ReportQuery, "affiliate" | "program">;
};

/** What the days add up to, a row of figures for each currency. */
export function ReportTotals({ name, report, applied, urlOf, whose }: Props) {
  const { totals, columns, days, compared, besideOrders, besideOrdersBefore } = report;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Together
          </Text>
          <Text as="p" tone="subdued">
            {`${formatDay(days.from)} to ${formatDay(days.to)}, in the shop's time zone. Refunds count on their own day.`}
            {compared && ` Compared with ${formatDay(compared.from)} to ${formatDay(compared.to)}.`}
          </Text>
          {name === "tags" && (
            <Text as="p" tone="subdued">
              Affiliates count under each tag they have now, and once here.
            </Text>
          )}
          {applied.length > 0 && (
            <Text
              as="p"
              tone="subdued"
            >{`Only orders of ${applied.map(({ label }) => label).join(", ")}.`}</Text>
          )}
        </BlockStack>
        {totals.map((row) => (
          <section key={row.currencyCode} aria-label={`Totals in ${row.currencyCode}`}>
            {totals.length > 1 && (
              <Text as="h3" variant="headingSm" tone="subdued">
                {row.currencyCode}
              </Text>
            )}
            <dl className="report-totals">
              {columns.map((column) => (
                <div key={column}>
                  <dt>{columnLabels[column]}</dt>
                  <dd data-report-total={`${column} ${row.currencyCode}`}>
                    <ReportFigure
                      row={row}
                      column={column}
                      of={`all in ${row.currencyCode}`}
                      url={urlOf(null, row.currencyCode, column)}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {columns.includes("commission") && (
          <BesideOrders
            beside={besideOrders}
            before={besideOrdersBefore}
            of={{ days, ...whose }}
            currencies={totals.map((row) => row.currencyCode)}
          />
        )}
      </BlockStack>
    </Card>
  );
}
