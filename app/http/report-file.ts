import { reportCsvHead, reportCsvRow } from "#app/contracts/report-csv.ts";
import type { ReportWire } from "#app/contracts/report.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { csvLine, csvResponse } from "./csv.ts";
import { reportAsked } from "./report-page.ts";
import { reportOf } from "./report-wire.ts";
import { refusalResponse } from "./respond.ts";

type Shop = Parameters<typeof reportOf>[0];
type Asked = Parameters<typeof reportOf>[1];

/** So many rows are in memory at once. Most reports have fewer, and so are of one moment. */
const usualRows = 5000;

/** The report that the page of an address shows, with all its rows. */
export async function reportFileFor(shop: Shop, request: Request, now: Date): Promise<Response> {
  const { name, query } = reportAsked(new URL(request.url).searchParams, dayIn(shop.timeZone, now));
  const file = await reportFile(shop, { name, query, now });
  return isRefusal(file) ? refusalResponse(file) : file;
}

/**
 * A whole report as a file, in the order that it is shown in. It is read page by page while it is sent, each within the
 * time that a report has: whoever goes away leaves nothing running behind that time.
 */
export async function reportFile(
  shop: Shop,
  { query, ...asked }: Asked,
  rowsAtOnce = usualRows,
): Promise<Response | Refusal> {
  const read = (page: number) => reportOf(shop, { ...asked, query: { ...query, page, limit: rowsAtOnce } });
  // What cannot be read in time is said before anything is sent.
  const first = await read(1);
  if (isRefusal(first)) return first;
  return csvResponse(`${asked.name}.csv`, linesOf(first, read));
}

async function* linesOf(first: ReportWire, read: (page: number) => Promise<ReportWire | Refusal>) {
  yield csvLine(reportCsvHead(first));
  for (let page = first; ;) {
    yield page.items.map((row) => csvLine(reportCsvRow(first.name, row, first.columns))).join("");
    if (page.items.length < page.pagination.limit) return;
    const next = await read(page.pagination.page + 1);
    // Half a file that looks whole would be worse than a download that breaks off.
    if (isRefusal(next)) throw new Error(next.message);
    page = next;
  }
}
