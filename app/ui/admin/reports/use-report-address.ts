import { reportFilterNames } from "#app/contracts/report-fields.ts";
import { columnsOf, type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { useAddress } from "../../shared/list/use-list-params.ts";

/**
 * Changes to URL parameters. Null removes a parameter. An empty text stays, because it filters for rows without
 * a value.
 */
export type AddressChange = Readonly<Record<string, string | null>>;

/** The query after a change, at the first page. Unlike in a list, empty text is a value. */
function changedAddress(params: URLSearchParams, change: AddressChange): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("page");
  next.delete("cursor");
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * URL of another report with the current days, comparison and filters, and with the sort and columns that it
 * also has.
 */
export function inReport(params: URLSearchParams, name: ReportName): URLSearchParams {
  const own = columnsOf(reports[name]);
  const has = (column: string) => own.includes(column as ReportColumn);
  const sort = params.get("sort");
  const isSortGone = sort !== null && sort !== "value" && !has(sort);
  const columns = params.get("columns")?.split(",").filter(has) ?? [];
  return changedAddress(params, {
    report: name === "affiliates" ? null : name,
    columns: columns.length > 0 ? columns.join(",") : null,
    view: null,
    ...(isSortGone && { sort: null, order: null }),
  });
}

/** Without filters. */
export const noFilters: AddressChange = Object.fromEntries(reportFilterNames.map((name) => [name, null]));

/** The report's URL parameters, the URL after a change, and a function that goes there. */
export function useReportAddress() {
  const { query: params, change: go, hrefOf } = useAddress(changedAddress);
  return { params, go, hrefOf };
}
