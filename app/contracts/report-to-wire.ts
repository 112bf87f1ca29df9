import type { Money } from "#app/domain/money.ts";
import type { ReportColumn, ReportFigures } from "#app/domain/report.ts";
import { besideOrdersToWire } from "./dashboard.ts";
import type { ReportFiguresWire, ReportRowWire, ReportWire } from "./report.ts";
import { moneyToWire } from "./wire.ts";

type Row = {
  readonly value: string;
  readonly name: string | null;
  readonly currency: string;
  readonly figures: ReportFigures;
  readonly before: ReportFigures | null;
};

type Beside = Pick<ReportWire, "besideOrders" | "besideOrdersBefore">;

export type ReportPartWire = Pick<ReportWire, "name" | "days" | "compared" | "items"> &
  Beside & { readonly columns: ReportColumn[] };

type ReportPart = Omit<ReportPartWire, "items" | "columns" | keyof Beside> & {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly Row[];
} & Readonly<Record<keyof Beside, Parameters<typeof besideOrdersToWire>[0]>>;

type Report = ReportPart & {
  readonly totals: readonly Row[];
  readonly total: number;
};

/** A report as the API, the screen and the file tell it; only the columns that were asked for. */
export function reportToWire(
  report: Report,
  { columns, page, limit }: { columns?: readonly ReportColumn[] | undefined; page: number; limit: number },
): ReportWire {
  const part = reportPartToWire(report, columns);
  return {
    ...part,
    totals: report.totals.map((row) => rowToWire(row, part.columns)),
    pagination: { page, limit, total: report.total },
  };
}

/** Some rows of a report, without what is said of it as a whole. */
export function reportPartToWire(
  report: ReportPart,
  columns: readonly ReportColumn[] | undefined,
): ReportPartWire {
  const shown = report.columns.filter((one) => columns === undefined || columns.includes(one));
  return {
    name: report.name,
    days: report.days,
    compared: report.compared,
    columns: shown,
    items: report.rows.map((row) => rowToWire(row, shown)),
    besideOrders: besideOrdersToWire(report.besideOrders),
    besideOrdersBefore: besideOrdersToWire(report.besideOrdersBefore),
  };
}

function rowToWire(
  { value, name, currency, figures, before }: Row,
  shown: readonly ReportColumn[],
): ReportRowWire {
  return {
    value,
    name,
    currencyCode: currency,
    figures: figuresToWire(figures, currency, shown),
    before: before && figuresToWire(before, currency, shown),
  };
}

function figuresToWire(
  { revenueMinor, refundsMinor, netMinor, commissionMinor, averageOrderMinor, ...of }: ReportFigures,
  currency: Money["currency"],
  shown: readonly ReportColumn[],
): ReportFiguresWire {
  const money = (minor: bigint | null) => (minor === null ? null : moneyToWire(minor, currency));
  const { earningsPerClickMinor, ...counts } = of;
  const all: Required<ReportFiguresWire> = {
    ...counts,
    revenue: money(revenueMinor),
    refunds: money(refundsMinor),
    net: money(netMinor),
    commission: money(commissionMinor),
    averageOrder: money(averageOrderMinor),
    earningsPerClick: money(earningsPerClickMinor),
  };
  return Object.fromEntries(shown.map((column) => [column, all[column]]));
}
