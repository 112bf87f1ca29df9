import { Form } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  ChoiceList,
  EmptyState,
  InlineStack,
  Popover,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import type { ReportViewWire } from "#app/contracts/report-view.ts";
import { columnLabels, reportTitle } from "#app/contracts/report-words.ts";
import type { ReportQuery, ReportWire } from "#app/contracts/report.ts";
import { type DaySpan, spanBefore } from "#app/domain/day-spans.ts";
import { columnsOf, type ReportColumn, type ReportName, reportNames, reports } from "#app/domain/report.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { formatDay } from "../../shared/format.ts";
import { AddressFaultBanner } from "../../shared/error-banner.tsx";
import type { AppliedFilter } from "../../shared/list/list-filters.tsx";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { RangeLinks } from "../../shared/range-links.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { OtherCommissions } from "./other-commissions.tsx";
import { type FigureUrl, figureUrls } from "./report-figures.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ReportFigure, ReportPicture, ReportTable } from "./report-body.tsx";
import { SavedViews } from "./saved-views.tsx";
import { inReport, noFilters, useReportAddress } from "./use-report-address.ts";

type ReportData = {
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
  shown: ReportData;
  views: readonly ReportViewWire[];
  exportUrl: string;
};

/** Dashboard ▸ Reports: figures of a period by one dimension at a time. */
export function ReportsPage({ shown, views, exportUrl }: Props) {
  const { name, query, days, report, applied, fault, late } = shown;
  const file = useFileAction(exportUrl, "Export CSV");
  const hasRows = (report?.items.length ?? 0) > 0;
  const all = columnsOf(reports[name]);
  return (
    <AppPage title="Reports" fullWidth {...(hasRows && { secondaryActions: [file] })}>
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
    </AppPage>
  );
}

function Result({ shown, report }: { shown: ReportData; report: ReportWire }) {
  const { name, query, labels, applied } = shown;
  const urlOf = figureUrls(shown);
  const isEmpty = [report.items, report.totals, report.otherCommissions ?? []].every(
    (all) => all.length === 0,
  );
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

/** Column to draw: the sorted one. Hidden columns have no figures to draw. */
function drawnColumn(sort: ReportQuery["sort"], shown: readonly ReportColumn[]): ReportColumn {
  const wanted = sort === "value" ? "revenue" : sort;
  return shown.includes(wanted) ? wanted : (shown[0] ?? wanted);
}

/** Advice when nothing was found. */
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

/** Tabs of the reports, with the same days and filters. On a phone the row scrolls. */
function ReportTabs({ name: here }: { name: ReportName }) {
  const { params } = useReportAddress();
  return (
    <nav aria-label="Reports" className="report-tabs no-print">
      {reportNames.map((name) => (
        <Button
          key={name}
          url={`?${inReport(params, name).toString()}`}
          // Polaris cannot show a link as pressed, so the current one has a border.
          variant={name === here ? "secondary" : "tertiary"}
          accessibilityLabel={name === here ? `${reportTitle(name)}, selected` : reportTitle(name)}
        >
          {reportTitle(name)}
        </Button>
      ))}
    </nav>
  );
}

type ColumnsChoiceProps = { all: readonly ReportColumn[]; shown: readonly ReportColumn[] };

/** Choice of the shown columns. The last one cannot be hidden. */
function ColumnsChoice({ all, shown }: ColumnsChoiceProps) {
  const { go } = useReportAddress();
  const [open, setOpen] = useState(false);
  function choose(chosen: readonly string[]): void {
    if (chosen.length === 0) return;
    const columns = all.filter((column) => chosen.includes(column));
    go({ columns: columns.length === all.length ? null : columns.join(",") });
  }
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      activator={
        <Button disclosure onClick={() => setOpen(!open)}>
          Columns
        </Button>
      }
    >
      <Box padding="300">
        <ChoiceList
          title="Columns of this report"
          allowMultiple
          choices={all.map((column) => ({ label: columnLabels[column], value: column }))}
          selected={[...shown]}
          onChange={choose}
        />
      </Box>
    </Popover>
  );
}

type ReportTotalsProps = {
  name: ReportName;
  report: ReportWire;
  applied: readonly AppliedFilter[];
  urlOf: FigureUrl;
  whose: Pick<ReportQuery, "affiliate" | "program">;
};

/** Totals of the period, one row per currency. */
function ReportTotals({ name, report, applied, urlOf, whose }: ReportTotalsProps) {
  const { totals, columns, days, compared, otherCommissions, otherCommissionsBefore } = report;
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
          <OtherCommissions
            commissions={otherCommissions}
            before={otherCommissionsBefore}
            of={{ days, ...whose }}
            currencies={totals.map((row) => row.currencyCode)}
          />
        )}
      </BlockStack>
    </Card>
  );
}

type DaysBarProps = {
  days: DaySpan;
  query: Pick<ReportQuery, "range" | "from" | "to" | "compare" | "compareFrom" | "compareTo">;
};

const comparisons = [
  { label: "Nothing", value: "" },
  { label: "The days before", value: "previous" },
  { label: "The year before", value: "year" },
  { label: "Days of your own", value: "days" },
];

const noDays = { compareFrom: null, compareTo: null };

/** Days of the report and of its comparison, kept in the URL. */
export function DaysBar({ days, query }: DaysBarProps) {
  const { go, hrefOf } = useReportAddress();
  // The default is the last 30 days.
  const isUsual = query.from === undefined && query.to === undefined;
  const { compare = "", compareFrom: from = "", compareTo: to = "" } = query;
  const compareWith = (value: string) => {
    const before = spanBefore(days);
    const chosen = value === "days" ? { compareFrom: before.from, compareTo: before.to } : noDays;
    go({ compare: value || null, ...chosen });
  };
  return (
    <BlockStack gap="300">
      <RangeLinks
        here={query.range ?? (isUsual ? "last-30" : undefined)}
        hrefOf={(range) => hrefOf({ range, from: null, to: null })}
      />
      <InlineStack gap="300" blockAlign="end">
        <DaysForm key={`${days.from} ${days.to}`} of={ofReport} days={days} />
        <Select label="Compare with" options={comparisons} value={compare} onChange={compareWith} />
        {compare === "days" && <DaysForm key={`${from} ${to}`} of={ofComparison} days={{ from, to }} />}
      </InlineStack>
    </BlockStack>
  );
}

/** Name of a date form, and the URL parameters that it sets or removes. */
type FormOf = {
  readonly label: string;
  readonly from: readonly [name: string, label: string];
  readonly to: readonly [name: string, label: string];
  readonly replaces: ReadonlySet<string>;
};

const ofReport: FormOf = {
  label: "Days of the report",
  from: ["from", "From"],
  to: ["to", "To"],
  replaces: new Set(["from", "to", "range", "page"]),
};

const ofComparison: FormOf = {
  label: "Days to compare with",
  from: ["compareFrom", "Compared from"],
  to: ["compareTo", "Compared to"],
  replaces: new Set(["compareFrom", "compareTo", "page"]),
};

/** Without JavaScript this is a GET form with the same URL. */
function DaysForm({ of, days: shown }: { of: FormOf; days: DaySpan }) {
  const { params } = useReportAddress();
  const [days, setDays] = useState(shown);
  const isTurned = days.from !== "" && days.to !== "" && days.to < days.from;
  const day = (which: keyof DaySpan, error?: string) => (
    <TextField
      label={of[which][1]}
      name={of[which][0]}
      type="date"
      autoComplete="off"
      value={days[which]}
      onChange={(text) => setDays((before) => ({ ...before, [which]: text }))}
      {...(error !== undefined && { error })}
    />
  );
  const others = [...params].filter(([name]) => !of.replaces.has(name));
  return (
    <Form method="get" aria-label={of.label} preventScrollReset>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <InlineStack gap="300" blockAlign="end">
        {day("from")}
        {day("to", isTurned ? "Must not be before the first day" : undefined)}
        <Button submit>Apply</Button>
      </InlineStack>
    </Form>
  );
}
