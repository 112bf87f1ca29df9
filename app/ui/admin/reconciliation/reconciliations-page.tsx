import { BlockStack, Card, EmptyState, Text } from "@shopify/polaris";
import type { ProviderStatementWire } from "#app/contracts/provider-statement.ts";
import type { ReportProvider } from "#app/domain/statements/provider.ts";
import { formatCount, formatDate, formatDateTime } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { PayoutsTabs } from "../payouts/payouts-tabs.tsx";
import { providerNames } from "./match-words.ts";
import { ReportForm } from "./report-form.tsx";
import { StatementFileForm } from "./statement-file-form.tsx";

const standings: Partial<Record<ProviderStatementWire["status"], string>> = {
  reading: "Reading…",
  matching: "Comparing…",
  stopped: "Stopped",
};

type Props = {
  statements: readonly ProviderStatementWire[];
  pagination: PageOfList;
  /** Who can be asked for a report. */
  reports: readonly ReportProvider[];
  currency: string;
  timeZone: string;
};

/** Affiliates ▸ Payouts ▸ Reconcile: providers' statements, and ways to take another in. */
export function ReconciliationsPage({ statements, pagination, reports, currency, timeZone }: Props) {
  return (
    <ListPage
      title="Reconcile"
      subtitle="What a provider says it paid, compared line by line with the payouts here. Nothing is posted before you say so."
      banner={
        <BlockStack gap="400">
          <PayoutsTabs />
          {reports.length > 0 && (
            <Card>
              <BlockStack gap="300">
                <Text as="h2" variant="headingMd">
                  The provider&apos;s own report
                </Text>
                <ReportForm reports={reports} />
              </BlockStack>
            </Card>
          )}
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                A statement as CSV
              </Text>
              <StatementFileForm currency={currency} />
            </BlockStack>
          </Card>
        </BlockStack>
      }
      resourceName={{ singular: "statement", plural: "statements" }}
      headings={[
        { title: "Taken in" },
        { title: "Provider" },
        { title: "From" },
        { title: "To" },
        { title: "File" },
        { title: "Lines", numeric: true },
        { title: "Open", numeric: true },
        { title: "By" },
      ]}
      rows={statements.map((one) => ({
        id: one.id,
        url: `/dashboard/affiliates/payouts/reconcile/${one.id}`,
        name: formatDateTime(one.takenInAt, timeZone),
        cells: [
          providerNames[one.provider],
          formatDate(one.since, timeZone),
          formatDate(new Date(Date.parse(one.until) - 1).toISOString(), timeZone),
          one.fileName === "" ? "Report" : one.fileName,
          formatCount(one.lines),
          standings[one.status] ?? formatCount(one.open),
          one.takenInBy,
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No statement was compared yet" image="">
          <p>Take in what PayPal, Wise, your bank or the store itself says was paid.</p>
        </EmptyState>
      }
    />
  );
}
