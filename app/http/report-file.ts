import { reportCsvHead, reportCsvRow } from "#app/contracts/report-csv.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { openWrittenAhead } from "#app/platform/written-ahead.server.ts";
import { csvLine, csvMark, csvType, fileResponse } from "./csv.ts";
import { reportAsked } from "./report-page.ts";
import { wholeReportOf } from "./report-wire.ts";
import { refusalResponse } from "./respond.ts";

type Shop = Parameters<typeof wholeReportOf>[0];
type Asked = Omit<Parameters<typeof wholeReportOf>[1], "rowsAtOnce">;

/** So many rows are in memory at once. */
const usualRows = 1000;

/** The report that the page of an address shows, with all its rows. */
export async function reportFileFor(shop: Shop, request: Request, now: Date): Promise<Response> {
  const { name, query } = reportAsked(new URL(request.url).searchParams, dayIn(shop.timeZone, now));
  const file = await reportFile(shop, { name, query, now });
  return isRefusal(file) ? refusalResponse(file) : file;
}

/**
 * A whole report of one moment as a file, in the order that it is shown in. It is read as fast as the database gives it,
 * and sent as fast as it is taken: a slow line holds nothing of the database. Whoever goes away ends the reading.
 */
export async function reportFile(
  shop: Shop,
  { query, ...asked }: Asked,
  rowsAtOnce = usualRows,
): Promise<Response | Refusal> {
  const file = await openWrittenAhead();
  let hasHead = false;
  const reading = wholeReportOf(shop, { ...asked, query, rowsAtOnce }, async (part) => {
    const lines = part.items.map((row) => csvLine(reportCsvRow(part.name, row, part.columns)));
    const head = hasHead ? "" : `${csvMark}${csvLine(reportCsvHead(part))}`;
    hasHead = true;
    await file.put(head + lines.join(""));
  });
  // Half a file that looks whole would be worse than a download that breaks off.
  file.endWith(reading.then(throwRefusal));
  // What cannot be read in time is said before anything is sent.
  const refused = await Promise.race([file.begun, reading]);
  if (isRefusal(refused)) return refused;
  return fileResponse({ fileName: `${asked.name}.csv`, type: csvType }, file.read());
}

function throwRefusal(answer: null | Refusal): void {
  if (isRefusal(answer)) throw new Error(answer.message);
}
