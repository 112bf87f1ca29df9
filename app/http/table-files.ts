import type { z } from "zod";
import { backtestFileQuery } from "#app/contracts/backtest.ts";
import {
  type ReportFiguresWire,
  reportPartWire,
  type ReportRowWire,
  type ReportWire,
} from "#app/contracts/report.ts";
import { type SignalPeriodWire, signalsWire } from "#app/contracts/signals.ts";
import { allStatementsQuery } from "#app/contracts/statement.ts";
import { encode } from "#app/contracts/wire.ts";
import { toDecimal } from "#app/domain/money.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { otherCommissionKinds, type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { readSignals } from "#app/flows/reports/read-signals.ts";
import { dayIn } from "#app/platform/clock.ts";
import { columnLabel, keyLabel, valueLabel } from "#app/i18n/report-words.ts";
import { signalFileHead, signalName } from "#app/i18n/signal-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { backtestInWords, type NamedBacktestRow } from "./backtests.ts";
import { csvLine, csvResponse } from "./csv.ts";
import { signalsQueryOf } from "./page-query.ts";
import { parse } from "./parse.ts";
import { wholeReportOf } from "./report-answer.ts";
import { reportAsked } from "./report-page.ts";
import type { requireShop } from "./require-shop.server.ts";
import { answered, refusalResponse, refusalPage } from "./respond.ts";
import { allStatementsResponse } from "./statement-response.server.ts";
import { csvFile } from "./written-file.ts";

const t = merchantTexts("lists");

export type FileRequest = {
  readonly shop: Awaited<ReturnType<typeof requireShop>>["shop"];
  readonly request: Request;
  readonly now: Date;
};

/** The query of a file's address. @throws a page that says what is wrong with it */
export function fileQueryOf<Query>(schema: z.ZodType<Query>, request: Request): Query {
  return answered(parse(schema, Object.fromEntries(new URL(request.url).searchParams)));
}

/** A table of a backtest. */
export async function backtestFile({ shop, request, now }: FileRequest): Promise<Response> {
  const { id, table } = fileQueryOf(backtestFileQuery, request);
  const found = answered(await backtestInWords(shop.shopId, id, now));
  return csvResponse(`backtest-${table}.csv`, backtestLines(found.result?.[table] ?? []));
}

const backtestColumns = [
  "name",
  "id",
  "orders",
  "currency",
  "netSales",
  "today",
  "draft",
  "difference",
] as const;

// oxlint-disable-next-line typescript/require-await -- the file's writer takes lines as they come
async function* backtestLines(rows: readonly NamedBacktestRow[]): AsyncGenerator<string> {
  yield csvLine(backtestColumns.map((column) => t(`files.${column}`)));
  for (const { name, id, orders, revenue, today, draft, difference } of rows) {
    const amounts = [revenue, today, draft, difference].map(toDecimal);
    yield csvLine([name, id ?? "", String(orders), revenue.currency, ...amounts]);
  }
}

/** The attribution report: a line for each period and signal. */
export async function signalsFile({ shop, request, now }: FileRequest): Promise<Response> {
  const { query } = signalsQueryOf(request);
  const signals = answered(await readSignals(shop, query, now));
  return csvResponse("signals.csv", signalLines(encode(signalsWire, signals).periods));
}

async function* signalLines(periods: readonly SignalPeriodWire[]) {
  yield csvLine(signalFileHead());
  for (const period of periods) yield signalCsvRows(period).map(csvLine).join("");
}

/** A period as lines of the exported file, one for each signal. */
function signalCsvRows({ from, to, orders, signals }: SignalPeriodWire): string[][] {
  return signals.map((one) => [
    from,
    to,
    String(orders),
    signalName(one.signal),
    String(one.orders),
    String(one.share),
    String(one.credited),
    String(one.lostWithout),
    String(one.elsewhereWithout),
  ]);
}

/** The statements of all affiliates for a month or some days. */
export async function statementsFile({ shop, request, now }: FileRequest): Promise<Response> {
  const found = await allStatementsResponse(shop, fileQueryOf(allStatementsQuery, request), now);
  return isRefusal(found) ? refusalPage(found) : found;
}

/** Headings of an exported report: the shown columns, each followed by its previous period if it is compared. */
function reportCsvHead({ name, columns, compared }: Pick<ReportWire, "name" | "columns" | "compared">) {
  const figures = columns.flatMap((column) => {
    const label = columnLabel(column);
    return compared ? [label, t("files.before", { column: label })] : [label];
  });
  return [keyLabel(reports[name]), t("files.value"), t("files.currency"), ...figures];
}

/** Amounts are decimals of the row's currency, ratios are parts of one, and times are whole seconds. */
function reportCsvRow(name: ReportName, row: ReportRowWire, columns: readonly ReportColumn[]): string[] {
  const figures = columns.flatMap((column) => {
    const now = figureCell(row.figures, column);
    return row.before === null ? [now] : [now, figureCell(row.before, column)];
  });
  return [valueLabel(reports[name], row.value, row.name), row.value, row.currencyCode, ...figures];
}

/** Commissions without an order, so that the column of commission adds up to the ledger's sum. Omitted without it. */
function besideCsvRows({
  columns,
  otherCommissions,
  otherCommissionsBefore,
}: Pick<ReportWire, "columns" | "otherCommissions" | "otherCommissionsBefore">): string[][] {
  if (!columns.includes("commission")) return [];
  return (otherCommissions ?? []).flatMap((now) => {
    const before = otherCommissionsBefore?.find(({ currencyCode }) => currencyCode === now.currencyCode);
    return otherCommissionKinds.flatMap((kind) => {
      const sum = now[kind];
      if (sum === null) return [];
      const sums = before ? [sum.amount, before[kind]?.amount ?? ""] : [sum.amount];
      const cells = columns.flatMap((column) => (column === "commission" ? sums : sums.map(() => "")));
      return [
        [
          t("files.otherCommissions", { kind: merchantTexts("otherCommissions")(`kinds.${kind}`) }),
          "",
          now.currencyCode,
          ...cells,
        ],
      ];
    });
  });
}

function figureCell(figures: ReportFiguresWire, column: ReportColumn): string {
  const figure = figures[column] ?? null;
  if (figure === null) return "";
  return typeof figure === "object" ? figure.amount : String(figure);
}

type Shop = Parameters<typeof wholeReportOf>[0];
type ReportFileInput = Omit<Parameters<typeof wholeReportOf>[1], "rowsAtOnce">;

/** Rows in memory at once. */
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
