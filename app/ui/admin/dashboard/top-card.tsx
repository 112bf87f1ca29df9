import { useSearchParams } from "@remix-run/react";
import type { BestWire, PerformanceWire } from "#app/contracts/dashboard.ts";
import { type TopList, topLists } from "#app/domain/dashboard-figures.ts";
import type { ReportName } from "#app/domain/report.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { figureUrls } from "../reports/report-figures.ts";
import { DashCard } from "./dash-card.tsx";
import { valueUrl } from "./figure-urls.ts";

type List = {
  /** Report with all rows of the list. */
  readonly report: ReportName;
  readonly rows: (performance: PerformanceWire) => readonly BestWire[] | null;
  readonly urlOf: (id: string, performance: PerformanceWire) => string;
};

const lists: Readonly<Record<TopList, List>> = {
  affiliates: {
    report: "affiliates",
    rows: (one) => one.bestAffiliates,
    urlOf: (id) => `/dashboard/affiliates/${id}`,
  },
  programs: {
    report: "programs",
    rows: (one) => one.bestPrograms,
    urlOf: (id) => `/dashboard/programs/${id}`,
  },
  products: {
    report: "products",
    rows: (one) => one.bestProducts,
    urlOf: (id, shown) => valueUrl("products", id, shown),
  },
  pages: {
    report: "landing-pages",
    rows: (one) => one.bestPages,
    urlOf: (id, shown) => valueUrl("landing-pages", id, shown),
  },
  codes: {
    report: "codes",
    rows: (one) => one.bestCodes,
    urlOf: (id) => `/dashboard/affiliates/codes?search=${encodeURIComponent(id)}`,
  },
};

type Column = {
  readonly column: "orders" | "net" | "commission";
  readonly textOf: (row: BestWire) => string;
};

const columns: readonly Column[] = [
  { column: "orders", textOf: (row) => formatCount(row.orders) },
  { column: "net", textOf: (row) => formatMoney(row.revenue) },
  { column: "commission", textOf: (row) => formatMoney(row.commission) },
];

/** Orders that add up to a figure of a row, with the days of the report. */
function ordersOf(name: ReportName, { total, affiliate, program }: PerformanceWire) {
  const narrowed = { affiliate: affiliate ?? undefined, program: program ?? undefined };
  const urlOf = figureUrls({ name, query: narrowed, days: total });
  return ({ id, revenue }: BestWire, column: Column["column"]) =>
    urlOf(id, revenue.currencyCode, column) ?? "";
}

type Props = { readonly performance: PerformanceWire; readonly top: TopList };

/** First rows of one report, chosen by tabs that are part of the URL. */
export function TopCard({ performance, top }: Props) {
  const t = useText("dashboard");
  const [params] = useSearchParams();
  const { report } = lists[top];
  const { from, to } = performance.total;
  const reportUrl = `/dashboard/reports?${new URLSearchParams({ report, from, to }).toString()}`;
  return (
    <DashCard title={t("top.title")} action={{ content: t("top.report"), url: reportUrl }}>
      <nav className="dash-tabs" aria-label={t("top.lists")}>
        {topLists.map((one) => (
          <AppLink
            key={one}
            className="dash-tab"
            url={`?${withTop(params, one)}`}
            preventScrollReset
            aria-current={one === top ? "true" : undefined}
          >
            {t(`top.${one}`)}
          </AppLink>
        ))}
      </nav>
      <TopRows performance={performance} top={top} />
    </DashCard>
  );
}

function withTop(params: URLSearchParams, top: TopList): string {
  const next = new URLSearchParams(params);
  next.set("top", top);
  return next.toString();
}

function TopRows({ performance, top }: Props) {
  const t = useText("dashboard");
  const { rows: rowsOf, urlOf, report } = lists[top];
  const rows = rowsOf(performance);
  if (rows === null) return <p className="dash-subdued">{t("top.tooSlow")}</p>;
  if (rows.length === 0) return <p className="dash-subdued">{t("top.none")}</p>;
  const opened = ordersOf(report, performance);
  return (
    <table className="plain-table dash-rows">
      <thead>
        <tr>
          <th scope="col">{t(`top.${top}`)}</th>
          {columns.map(({ column }) => (
            <th key={column} scope="col" className="amount">
              {t(`top.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <AppLink className="dash-link" url={urlOf(row.id, performance)}>
                {row.name}
              </AppLink>
            </td>
            {columns.map(({ column, textOf }) => {
              const value = textOf(row);
              return (
                <td key={column} className="amount" data-label={t(`top.${column}`)}>
                  <AppLink
                    className="dash-figure-link"
                    url={opened(row, column)}
                    aria-label={t("top.opens", { figure: t(`top.${column}`), name: row.name, value })}
                  >
                    {value}
                  </AppLink>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
