import { Form, useNavigate } from "@remix-run/react";
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
import { columnLabel, reportTitle } from "#app/i18n/report-words.ts";
import type { ReportQuery, ReportTrendWire, ReportWire } from "#app/contracts/report.ts";
import { type DaySpan, spanBefore } from "#app/domain/day-spans.ts";
import { columnsOf, type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { reports as reportTexts } from "#app/i18n/en/admin/reports.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { formatDays } from "../../shared/format.ts";
import { Section } from "../../shared/detail-page.tsx";
import { AddressFaultBanner, ErrorBanner } from "../../shared/error-banner.tsx";
import type { AppliedFilter } from "../../shared/list/list-filters.tsx";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { type ComparisonChoice, ComparisonSelect, DateRangePicker } from "../../shared/date-range-picker.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { OtherCommissions } from "./other-commissions.tsx";
import { figureUrls } from "./report-figures.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ReportTable } from "./report-body.tsx";
import { ReportChart } from "./report-chart.tsx";
import { openView, useSavedViews, viewUrl } from "./saved-views.tsx";
import { inReport, noFilters, useReportAddress } from "./use-report-address.ts";

provideTexts({ charts, reports: reportTexts });

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

const attributionReport = "/dashboard/reports/attribution";

/** Dashboard ▸ Reports: figures of a period by one dimension at a time. */
export function ReportsPage({ shown, views, exportUrl }: Props) {
  const { name, query, days, report, applied, fault, late } = shown;
  const t = useText("reports");
  const file = useFileAction(exportUrl, t("export"));
  const saved = useSavedViews(views);
  const hasRows = (report?.items.length ?? 0) > 0;
  const all = columnsOf(reports[name]);
  return (
    <AppPage
      title={frameText("pages.reports")}
      fullWidth
      secondaryActions={[...(hasRows ? [file] : []), saved.save]}
      moreActions={saved.actions}
    >
      <BlockStack gap="400">
        <ErrorBanner message={saved.refusal?.message} answer={saved.refusal} />
        <AddressFaultBanner fault={fault} />
        <div className="no-print">
          <Card>
            <BlockStack gap="400">
              {saved.form}
              <InlineStack gap="200" blockAlign="end">
                <ReportPicker name={name} views={views} />
                <DaysBar days={days} today={shown.today} query={query} />
              </InlineStack>
              <FilterBar applied={applied} days={days}>
                <ColumnsChoice all={all} shown={all.filter((one) => query.columns?.includes(one) ?? true)} />
              </FilterBar>
            </BlockStack>
          </Card>
        </div>
        {late !== null && (
          <Banner tone="warning" title={t("slow")}>
            <p>{late}</p>
          </Banner>
        )}
        {report && <Result shown={shown} report={report} />}
      </BlockStack>
    </AppPage>
  );
}

function Result({ shown, report }: { shown: ReportData; report: ReportWire }) {
  const t = useText("reports");
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
        <ReportTable
          name={name}
          report={report}
          labels={labels}
          sorting={query}
          urlOf={urlOf}
          today={shown.today}
        />
        {report.items.length === 0 && (
          <Box padding="400">
            <Text as="p">{t("table.noRows")}</Text>
          </Box>
        )}
        {name === "tags" && (
          <Box padding="400">
            <Text as="p" tone="subdued">
              {t("table.tags")}
            </Text>
          </Box>
        )}
        <ListFooter pagination={report.pagination} shown={report.items.length} />
      </Card>
      {report.columns.includes("commission") && (
        <Section title={t("others")}>
          <OtherCommissions
            commissions={report.otherCommissions}
            before={report.otherCommissionsBefore}
            of={{ days: report.days, affiliate: query.affiliate, program: query.program }}
            currencies={report.totals.map((row) => row.currencyCode)}
          />
        </Section>
      )}
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
  const t = useText("reports");
  const { hrefOf } = useReportAddress();
  const clear = { content: t("empty.clear"), url: hrefOf(noFilters) };
  const invite = { content: t("empty.invite"), url: "/dashboard/affiliates/invite" };
  const year = { content: t("empty.year"), url: hrefOf({ range: "this-year", from: null, to: null }) };
  return (
    <Card padding="0">
      <EmptyState
        heading={t(isNarrowed ? "empty.narrowed" : "empty.title")}
        image="/empty-orders.svg"
        action={isNarrowed ? clear : invite}
        secondaryAction={year}
      >
        <p>{t(isNarrowed ? "empty.narrowedText" : "empty.text")}</p>
      </EmptyState>
    </Card>
  );
}

const groups: readonly {
  readonly title: keyof (typeof reportTexts)["groups"];
  readonly names: readonly ReportName[];
}[] = [
  { title: "affiliates", names: ["affiliates", "tags", "programs"] },
  { title: "sources", names: ["products", "codes", "links", "sub-ids", "landing-pages"] },
  { title: "customers", names: ["countries", "customers", "channels"] },
];

type ReportPickerProps = { name: ReportName; views: readonly ReportViewWire[] };

/**
 * Choice of the report, with the same days and filters, or of a saved view. Each option's value is its address. Without
 * JavaScript it is a row of links.
 */
function ReportPicker({ name, views }: ReportPickerProps) {
  const t = useText("reports");
  const { params } = useReportAddress();
  const navigate = useNavigate();
  const urlOf = (report: ReportName) => `?${inReport(params, report).toString()}`;
  const here = openView(views, params);
  const options = [
    ...groups.map(({ title, names }) => ({
      title: t(`groups.${title}`),
      options: names.map((report) => ({ value: urlOf(report), label: reportTitle(report) })),
    })),
    {
      title: t("groups.attribution"),
      options: [{ value: attributionReport, label: frameText("pages.attributionReport") }],
    },
    ...(views.length === 0
      ? []
      : [
          {
            title: t("views.title"),
            options: views.map((view) => ({ value: viewUrl(view), label: view.name })),
          },
        ]),
  ];
  return (
    <div className="report-picker">
      <Select
        label={t("picker")}
        labelHidden
        options={options}
        value={here ? viewUrl(here) : urlOf(name)}
        onChange={(url) => navigate(url, { preventScrollReset: true })}
      />
      <noscript>
        <nav aria-label={t("picker")} className="report-tabs">
          {options
            .flatMap((group) => group.options)
            .map(({ value, label }) => (
              <a key={value} href={value}>
                {label}
              </a>
            ))}
        </nav>
      </noscript>
    </div>
  );
}

type ColumnsChoiceProps = { all: readonly ReportColumn[]; shown: readonly ReportColumn[] };

/** Choice of the shown columns. The last one cannot be hidden. */
function ColumnsChoice({ all, shown }: ColumnsChoiceProps) {
  const t = useText("reports");
  const { go } = useReportAddress();
  const [open, setOpen] = useState(false);
  function choose(chosen: readonly string[]): void {
    if (chosen.length === 0) return;
    const columns = all.filter((column) => chosen.includes(column));
    go({ columns: columns.join(",") });
  }
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      activator={
        <Button disclosure onClick={() => setOpen(!open)}>
          {t("columns")}
        </Button>
      }
    >
      <Box padding="300">
        <ChoiceList
          title={t("columnsTitle")}
          allowMultiple
          choices={all.map((column) => ({ label: columnLabel(column), value: column }))}
          selected={[...shown]}
          onChange={choose}
        />
      </Box>
    </Popover>
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
