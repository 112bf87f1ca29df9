import { Banner, BlockStack, Box, Card, EmptyState, Page, Text } from "@shopify/polaris";
import type { ReportQuery, ReportWire } from "#app/contracts/report.ts";
import type { ReportViewWire } from "#app/contracts/report-view.ts";
import { reportTitle } from "#app/contracts/report-words.ts";
import { columnsOf, type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { AddressFaultBanner } from "../../shared/list/address-fault.tsx";
import type { AppliedFilter } from "../../shared/list/filter-chips.tsx";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { useFileAction } from "../../shared/use-file-action.ts";
import { ColumnsChoice } from "./columns-choice.tsx";
import { DaysBar } from "./days-bar.tsx";
import { figureUrls } from "./figure-url.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ReportPicture } from "./report-picture.tsx";
import { ReportTable } from "./report-table.tsx";
import { ReportTabs } from "./report-tabs.tsx";
import { ReportTotals } from "./report-totals.tsx";
import { SavedViews } from "./saved-views.tsx";
import { noFilters, useReportAddress } from "./use-report-address.ts";

type Shown = {
  name: ReportName;
  query: ReportQuery;
  days: { from: string; to: string };
  report: ReportWire | null;
  labels: Readonly<Record<string, string>>;
  applied: readonly AppliedFilter[];
  fault: string | null;
  late: string | null;
};

type Props = {
  shown: Shown;
  views: readonly ReportViewWire[];
  exportUrl: string;
};

/** Dashboard ▸ Reports: figures of some days told apart by one thing after another. */
export function ReportsPage({ shown, views, exportUrl }: Props) {
  const { name, query, days, report, applied, fault, late } = shown;
  const file = useFileAction(exportUrl, "Export CSV");
  const hasRows = (report?.items.length ?? 0) > 0;
  const all = columnsOf(reports[name]);
  return (
    <Page title="Reports" fullWidth {...(hasRows && { secondaryActions: [file] })}>
      <BlockStack gap="400">
        <ReportTabs name={name} />
        <SavedViews views={views} />
        <AddressFaultBanner fault={fault} />
        <div className="no-print">
          <Card>
            <BlockStack gap="400">
              <DaysBar days={days} query={query} />
              <FilterBar applied={applied} days={days}>
                <ColumnsChoice all={all} shown={all.filter((one) => query.columns?.includes(one) ?? true)} />
              </FilterBar>
            </BlockStack>
          </Card>
        </div>
        {late !== null && (
          <Banner tone="warning" title="This takes too long">
            <p>{late}</p>
          </Banner>
        )}
        {report && <Result shown={shown} report={report} />}
      </BlockStack>
    </Page>
  );
}

function Result({ shown, report }: { shown: Shown; report: ReportWire }) {
  const { name, query, labels, applied } = shown;
  const urlOf = figureUrls(shown);
  const isEmpty = [report.items, report.totals, report.besideOrders ?? []].every((all) => all.length === 0);
  if (isEmpty) {
    return <NothingFound isNarrowed={applied.length > 0} />;
  }
  return (
    <>
      <ReportTotals name={name} report={report} applied={applied} urlOf={urlOf} whose={query} />
      <ReportPicture rows={report.items} labels={labels} column={drawnColumn(query.sort, report.columns)} />
      <Card padding="0">
        {report.items.length === 0 ? (
          <Box padding="400">
            <Text as="p">{`Nothing of these days belongs to the report of ${reportTitle(name).toLowerCase()}.`}</Text>
          </Box>
        ) : (
          <ReportTable name={name} report={report} labels={labels} sorting={query} urlOf={urlOf} />
        )}
        <ListFooter pagination={report.pagination} shown={report.items.length} />
      </Card>
    </>
  );
}

/** That by which the rows are sorted; of a column that is not shown no row has a figure. */
function drawnColumn(sort: ReportQuery["sort"], shown: readonly ReportColumn[]): ReportColumn {
  const wanted = sort === "value" ? "revenue" : sort;
  return shown.includes(wanted) ? wanted : (shown[0] ?? wanted);
}

/** What to do where there is nothing to show. */
function NothingFound({ isNarrowed }: { isNarrowed: boolean }) {
  const { hrefOf } = useReportAddress();
  const clear = { content: "Clear the filters", url: hrefOf(noFilters) };
  const invite = { content: "Invite an affiliate", url: "/dashboard/affiliates/invite" };
  const year = { content: "Look at this year", url: hrefOf({ range: "this-year", from: null, to: null }) };
  return (
    <Card padding="0">
      <EmptyState
        heading={isNarrowed ? "Nothing matches in these days" : "Nothing in these days"}
        image="/empty-orders.svg"
        action={isNarrowed ? clear : invite}
        secondaryAction={year}
      >
        <p>
          {isNarrowed
            ? "Take filters away, or choose other days."
            : "Clicks and sales of your affiliates stand here as soon as they come. Choose other days, or invite somebody who brings them."}
        </p>
      </EmptyState>
    </Card>
  );
}
