import type { DaySpan, DayStep } from "#app/domain/day-spans.ts";
import { formatDays, formatMonth, formatShortDay } from "../format.ts";
import { changeText } from "./change-text.ts";
import type { ChartPoint } from "./line-chart.tsx";

type Input<Period> = {
  /** Length of each period. */
  readonly by: DayStep;
  readonly periods: readonly Period[];
  /** For each period, the one that it is compared with. Empty without a comparison. */
  readonly periodsBefore: readonly Period[];
  readonly today: string;
  readonly valueOf: (period: Period) => number | null;
  readonly textOf: (period: Period) => string;
};

/** Points of a chart of periods. Texts are formatted on demand, because most are never shown. */
export function periodPoints<Period extends DaySpan>(input: Input<Period>): ChartPoint[] {
  const { by, periods, periodsBefore, today, valueOf, textOf } = input;
  const shown = (period: Period) => ({
    value: valueOf(period),
    get title() {
      return formatDays(period, today);
    },
    get text() {
      return textOf(period);
    },
  });
  return periods.map((period, index) => {
    const before = periodsBefore[index];
    const [now, compared] = [shown(period), before && shown(before)];
    return {
      key: period.from,
      value: now.value,
      compared,
      get axis() {
        return by === "month"
          ? formatMonth(period.from.slice(0, 7))
          : formatShortDay(period.from, period.from);
      },
      get title() {
        return now.title;
      },
      get text() {
        return now.text;
      },
      get change() {
        return compared && changeText(now.value, compared.value);
      },
    };
  });
}
