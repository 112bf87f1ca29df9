import type { PeriodWire } from "#app/contracts/dashboard.ts";
import { formatCount, formatMoney, formatRatio } from "../../shared/format.ts";
import type { Figure } from "./figure-link.tsx";

/** A figure of some days, in words. */
const ratioText = (ratio: number | null): string => (ratio === null ? "–" : formatRatio(ratio));
const countText = (count: number | null): string => (count === null ? "–" : formatCount(count));

export type FigureText = {
  readonly figure: Figure;
  readonly label: string;
  /** For drawing and for shares: amounts are written from their own digits. Null where it is not counted. */
  readonly value: (period: PeriodWire) => number | null;
  readonly text: (period: PeriodWire) => string;
};

/** Those that have a picture. */
export const drawnFigures: readonly FigureText[] = [
  {
    figure: "revenue",
    label: "Net sales",
    value: (one) => Number(one.revenue.amount),
    text: (one) => formatMoney(one.revenue),
  },
  {
    figure: "orders",
    label: "Orders",
    value: (one) => one.orders,
    text: (one) => formatCount(one.orders),
  },
  {
    figure: "clicks",
    label: "Clicks",
    value: (one) => one.clicks,
    text: (one) => countText(one.clicks),
  },
  {
    figure: "commission",
    label: "Commission",
    value: (one) => Number(one.commission.amount),
    text: (one) => formatMoney(one.commission),
  },
];

/** And those that stand beside them in words, and in the table. */
export const writtenFigures: readonly FigureText[] = [
  {
    figure: "visitors",
    label: "Daily unique visitors",
    value: (one) => one.visitors,
    text: (one) => countText(one.visitors),
  },
  {
    figure: "conversionRate",
    label: "Conversion rate",
    value: (one) => one.conversionRate,
    text: (one) => ratioText(one.conversionRate),
  },
  {
    figure: "refunds",
    label: "Refunds",
    value: (one) => Number(one.refunds.amount),
    text: (one) => formatMoney(one.refunds),
  },
  {
    figure: "newAffiliates",
    label: "New affiliates",
    value: (one) => one.newAffiliates,
    text: (one) => countText(one.newAffiliates),
  },
];

/** Series of the programs card. No list shows the programs of a past day, so it links to none. */
export const programsAtEnd = {
  label: "Active programs at the end",
  text: (one: PeriodWire) => countText(one.activePrograms),
};

export const periodFigures = [...drawnFigures, ...writtenFigures];
