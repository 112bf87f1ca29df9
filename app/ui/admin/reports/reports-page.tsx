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
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import type { ReportViewWire } from "#app/contracts/report-view.ts";
import { columnLabel, reportTitle } from "#app/i18n/report-words.ts";
import type { ReportQuery, ReportTrendWire, ReportWire } from "#app/contracts/report.ts";
import { type DaySpan, spanBefore } from "#app/domain/day-spans.ts";
import { columnsOf, type ReportColumn, type ReportName, reportNames, reports } from "#app/domain/report.ts";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { formatDay, formatDays } from "../../shared/format.ts";
import { AddressFaultBanner } from "../../shared/error-banner.tsx";
import type { AppliedFilter } from "../../shared/list/list-filters.tsx";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { type ComparisonChoice, ComparisonSelect, DateRangePicker } from "../../shared/date-range-picker.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { OtherCommissions } from "./other-commissions.tsx";
import { type FigureUrl, figureUrls } from "./report-figures.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ReportFigure, ReportTable } from "./report-body.tsx";
import { ReportChart } from "./report-chart.tsx";
import { SavedViews } from "./saved-views.tsx";
import { inReport, noFilters, useReportAddress } from "./use-report-address.ts";

provideTexts({ charts });

type ReportData = {
  name: ReportName;
  query: ReportQuery;
  days: { from: string; to: string };
  /** Today in the store's time zone. */
  today: string;
  report: ReportWire | null;
  labels: Readonly<Record<string, string>>;
  applied: readonly AppliedFilter[];
  fault: string | null;
  late: string | null;
  /** Totals over time, or why they are missing; null unless asked for. */
  trend: ReportTrendWire | string | null;
};

type Props = {
  shown: ReportData;
  views: readonly ReportViewWire[];
  exportUrl: string;
};

const attributionReport = {
  content: frameText("pages.attributionReport"),
  url: "/dashboard/reports/attribution",
};

/** Dashboard ▸ Reports: figures of a period by one dimension at a time. */
export function ReportsPage({ shown, views, exportUrl }: Props) {
  const { name, query, days, report, applied, fault, late } = shown;
  const file = useFileAction(exportUrl, "Export CSV");
  const hasRows = (report?.items.length ?? 0) > 0;
  const all = columnsOf(reports[name]);
  return (
    <AppPage
      title={frameText("pages.reports")}
      fullWidth
      secondaryActions={[attributionReport, ...(hasRows ? [file] : [])]}
    >
      <BlockStack gap="400">
        <ReportTabs name={name} />
        <SavedViews views={views} />
        <AddressFaultBanner fault={fault} />
        <div className="no-print">
          <Card>
            <BlockStack gap="400">
              <DaysBar days={days} today={shown.today} query={query} />
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
      {report.items.length > 0 && (
        <ReportChart
          name={name}
          report={report}
          trend={shown.trend}
          today={shown.today}
          labels={labels}
          column={drawnColumn(query.sort, report.columns)}
        />
      )}
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
          choices={all.map((column) => ({ label: columnLabel(column), value: column }))}
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
                  <dt>{columnLabel(column)}</dt>
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
  today: string;
  query: Pick<ReportQuery, "compare" | "compareFrom" | "compareTo">;
};

const noDays = { compareFrom: null, compareTo: null };

/** Days of the report and of its comparison, kept in the URL. */
export function DaysBar({ days, today, query }: DaysBarProps) {
  const t = useText("charts");
  const { go } = useReportAddress();
  const { compare = "none", compareFrom: from = "", compareTo: to = "" } = query;
  const isOwn = from !== "" && to !== "";
  const compareWith = (value: ComparisonChoice) => {
    const before = spanBefore(days);
    const chosen = value === "days" ? { compareFrom: before.from, compareTo: before.to } : noDays;
    go({ compare: value === "none" ? null : value, ...chosen });
  };
  return (
    <InlineStack gap="200" blockAlign="end">
      <DateRangePicker days={days} today={today} />
      <ComparisonSelect
        value={compare}
        onChange={compareWith}
        daysLabel={
          isOwn ? t("compare.custom", { days: formatDays({ from, to }, today) }) : t("compare.choose")
        }
      />
      {compare === "days" && <ComparedDaysForm key={`${from} ${to}`} days={{ from, to }} />}
    </InlineStack>
  );
}

const replacedDays: ReadonlySet<string> = new Set(["compareFrom", "compareTo", "page"]);

/** Without JavaScript this is a GET form with the same URL. */
function ComparedDaysForm({ days: shown }: { days: DaySpan }) {
  const t = useText("charts");
  const { params } = useReportAddress();
  const [days, setDays] = useState(shown);
  const isTurned = days.from !== "" && days.to !== "" && days.to < days.from;
  const day = (which: keyof DaySpan, name: string, error?: string) => (
    <TextField
      label={t(`days.${which}`)}
      name={name}
      type="date"
      autoComplete="off"
      value={days[which]}
      onChange={(text) => setDays((before) => ({ ...before, [which]: text }))}
      {...(error !== undefined && { error })}
    />
  );
  const others = [...params].filter(([name]) => !replacedDays.has(name));
  return (
    <Form method="get" aria-label={t("compare.choose")} preventScrollReset>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <InlineStack gap="300" blockAlign="end">
        {day("from", "compareFrom")}
        {day("to", "compareTo", isTurned ? t("days.order") : undefined)}
        <Button submit>{t("days.apply")}</Button>
      </InlineStack>
    </Form>
  );
}
