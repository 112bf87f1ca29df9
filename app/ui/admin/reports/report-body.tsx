import { Button, Link, Text } from "@shopify/polaris";
import { columnLabel, keyLabel, reportTitle } from "#app/i18n/report-words.ts";
import type { ReportFiguresWire, ReportQuery, ReportRowWire, ReportWire } from "#app/contracts/report.ts";
import { type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { formatDays } from "../../shared/format.ts";
import { useIsListLoading } from "../../shared/list/use-list-loading.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { movedText } from "./moved-text.ts";
import { figureText, type FigureUrl, figureValue } from "./report-figures.ts";
import { useText } from "../../texts/use-text.ts";
import { useReportAddress } from "./use-report-address.ts";

type Sorting = Pick<ReportQuery, "sort" | "order">;
type Props = {
  name: ReportName;
  report: ReportWire;
  labels: Readonly<Record<string, string>>;
  sorting: Sorting;
  urlOf: FigureUrl;
  /** Today in the store's time zone. */
  today: string;
};

/**
 * Rows of a report below their totals, sortable by column. While others load, each figure is covered in gray: a skeleton line would have
 * another size.
 */
export function ReportTable({ name, report, labels, sorting, urlOf, today }: Props) {
  const t = useText("reports");
  const { columns, items, totals } = report;
  const currencies = new Set([...items, ...totals].map((row) => row.currencyCode));
  const waiting = useIsListLoading();
  const looks = "plain-table stacked-table report-table";
  return (
    <ScrollBox label={t("table.label", { report: reportTitle(name) })}>
      <table aria-busy={waiting} className={waiting ? `${looks} figures-loading` : looks}>
        <thead>
          <tr>
            <HeadCell column="value" sorting={sorting}>
              {keyLabel(reports[name])}
            </HeadCell>
            {currencies.size > 1 && <th scope="col">{t("table.currency")}</th>}
            {columns.map((column) => (
              <HeadCell key={column} column={column} sorting={sorting}>
                {columnLabel(column)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody className="report-totals">
          {totals.map((row) => (
            <TotalRows
              key={row.currencyCode}
              {...{ row, report, urlOf, today }}
              isOne={currencies.size === 1}
            />
          ))}
        </tbody>
        <tbody>
          {items.map((row, place) => (
            <ReportRow
              // Keyed by position: other days replace the content, and no row moves to another rank.
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              {...{ name, row, columns, urlOf }}
              label={labels[row.value] ?? row.value}
              hasCurrency={currencies.size > 1}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type TotalRowsProps = {
  row: ReportRowWire;
  report: Pick<ReportWire, "columns" | "compared">;
  urlOf: FigureUrl;
  today: string;
  /** The report has one currency. */
  isOne: boolean;
};

/** The total of a currency, and its change. */
function TotalRows({ row, report: { columns, compared }, urlOf, today, isOne }: TotalRowsProps) {
  const t = useText("reports");
  const { currencyCode: currency, figures, before } = row;
  return (
    <>
      <tr>
        <th scope="row">{isOne ? t("table.total") : t("table.totalIn", { currency })}</th>
        {!isOne && <td data-label={t("table.currency")}>{currency}</td>}
        {columns.map((column) => (
          <td
            key={column}
            className="amount"
            data-label={columnLabel(column)}
            data-report-total={`${column} ${currency}`}
          >
            <div>
              <Figure
                figures={figures}
                column={column}
                of={t("table.all", { currency })}
                url={urlOf(null, currency, column)}
              />
              {before !== null && (
                <div className="on-phone">
                  <Change figures={figures} before={before} column={column} />
                </div>
              )}
            </div>
          </td>
        ))}
      </tr>
      {before !== null && compared && (
        <tr className="report-change off-phone">
          <th scope="row">{t("table.compared", { days: formatDays(compared, today) })}</th>
          {!isOne && <td data-label={t("table.currency")}>{currency}</td>}
          {columns.map((column) => (
            <td key={column} className="amount" data-label={columnLabel(column)}>
              {movedText(figures, before, column)}
            </td>
          ))}
        </tr>
      )}
    </>
  );
}

type HeadProps = { column: ReportColumn | "value"; sorting: Sorting; children: string };

/** The first click sorts descending, the next one ascending. Names start ascending. */
function HeadCell({ column, sorting, children }: HeadProps) {
  const { hrefOf } = useReportAddress();
  const isSorted = sorting.sort === column;
  const first = column === "value" ? "asc" : "desc";
  const other = sorting.order === "asc" ? "desc" : "asc";
  const next = isSorted ? other : first;
  const direction = sorting.order === "asc" ? "ascending" : "descending";
  const arrow = sorting.order === "asc" ? "up" : "down";
  return (
    <th scope="col" className={column === "value" ? "" : "amount"} aria-sort={isSorted ? direction : "none"}>
      <Button
        variant="monochromePlain"
        disclosure={isSorted ? arrow : false}
        url={hrefOf({ sort: column, order: next })}
      >
        {children}
      </Button>
    </th>
  );
}

type ReportRowProps = {
  name: ReportName;
  row: ReportRowWire;
  label: string;
  columns: readonly ReportColumn[];
  hasCurrency: boolean;
  urlOf: FigureUrl;
};

function ReportRow({ name, row, label, columns, hasCurrency, urlOf }: ReportRowProps) {
  const t = useText("reports");
  const page = pageOf(name, row);
  const shown = <span className="short-cell">{label}</span>;
  return (
    <tr>
      <th scope="row">{page === null ? shown : <Link url={page}>{shown}</Link>}</th>
      {hasCurrency && (
        <td data-label={t("table.currency")}>
          <Text as="span">{row.currencyCode}</Text>
        </td>
      )}
      {columns.map((column) => (
        <td key={column} className="amount" data-label={columnLabel(column)}>
          <ReportFigure
            row={row}
            column={column}
            of={label}
            url={urlOf(row.value, row.currencyCode, column)}
          />
        </td>
      ))}
    </tr>
  );
}

/** Page of a row's value, if there is one. */
function pageOf(name: ReportName, { value }: ReportRowWire): string | null {
  if (value === "") return null;
  if (name === "affiliates") return `/dashboard/affiliates/${value}`;
  if (name === "programs") return `/dashboard/programs/${value}`;
  return name === "links" ? `/dashboard/affiliates/links/${value}` : null;
}

type ReportFigureProps = {
  row: Pick<ReportRowWire, "figures" | "before">;
  column: ReportColumn;
  /** Name of the row for screen readers. */
  of: string;
  /** List that it sums, if there is one. */
  url: string | null;
};

/** A figure with its change, linked to the list that it sums. */
function ReportFigure({ row: { figures, before }, column, of, url }: ReportFigureProps) {
  return (
    <div>
      <Figure figures={figures} column={column} of={of} url={url} />
      {before !== null && <Change figures={figures} before={before} column={column} />}
    </div>
  );
}

type ChangeProps = { figures: ReportFiguresWire; before: ReportFiguresWire; column: ReportColumn };

function Change({ figures, before, column }: ChangeProps) {
  return (
    <Text as="p" variant="bodySm" tone="subdued">
      {movedText(figures, before, column)}
    </Text>
  );
}

type FigureProps = Omit<ReportFigureProps, "row"> & { figures: ReportFiguresWire };

function Figure({ figures, column, of, url }: FigureProps) {
  const t = useText("reports");
  const text = figureText(figures, column);
  // A zero links to no rows.
  if (url === null || !figureValue(figures, column)) return text;
  return (
    <Link
      url={url}
      removeUnderline
      accessibilityLabel={t("table.figure", { column: columnLabel(column), row: of, figure: text })}
    >
      {text}
    </Link>
  );
}
