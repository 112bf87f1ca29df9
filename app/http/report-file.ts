import { besideCsvRows, reportCsvHead, reportCsvRow } from "#app/contracts/report-csv.ts";
import { reportPartWire } from "#app/contracts/report.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { csvLine } from "./csv.ts";
import { reportAsked } from "./report-page.ts";
import { wholeReportOf } from "./report-answer.ts";
import { refusalResponse } from "./respond.ts";
import { csvFile } from "./written-file.ts";

type Shop = Parameters<typeof wholeReportOf>[0];
type ReportFileInput = Omit<Parameters<typeof wholeReportOf>[1], "rowsAtOnce">;

/** So many rows are in memory at once. */
const usualRows = 1000;

/** The report that the page of an address shows, with all its rows. */
export async function reportFileFor(shop: Shop, request: Request, now: Date): Promise<Response> {
  const { name, query } = reportAsked(new URL(request.url).searchParams, dayIn(shop.timeZone, now));
  const file = await reportFile(shop, { name, query, now });
  return isRefusal(file) ? refusalResponse(file) : file;
}

/**
 * A whole report of one moment as a file, in the order that it is shown in, with the columns that are shown.
 */
export async function reportFile(
  shop: Shop,
  { query, ...asked }: ReportFileInput,
  rowsAtOnce = usualRows,
): Promise<Response | Refusal> {
  return await csvFile(`${asked.name}.csv`, {
    head: reportCsvHead,
    lines: (view) => {
      const { name, items, columns, ...part } = encode(reportPartWire, view);
      const rows = items.map((row) => reportCsvRow(name, row, columns));
      return [...rows, ...besideCsvRows({ columns, ...part })].map(csvLine);
    },
    read: (take: Parameters<typeof wholeReportOf>[2]) =>
      wholeReportOf(shop, { ...asked, query, rowsAtOnce }, take),
  });
}
