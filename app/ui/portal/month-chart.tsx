import { Link as RemixLink, useSearchParams } from "@remix-run/react";
import { BlockStack } from "@shopify/polaris";
import { useMemo } from "react";
import type { HomeDayWire, HomeWire } from "#app/contracts/portal.ts";
import { LineChart } from "../shared/chart/line-chart.tsx";
import { formatCompact, formatCount, formatMoney, formatRatio } from "../shared/format.ts";
import { shownLocale } from "../shared/locale.ts";
import { useText } from "../texts/use-text.ts";

const figures = ["earned", "clicks", "orders"] as const;
type ChartFigure = (typeof figures)[number];

type Props = Pick<HomeWire, "days" | "conversion" | "perClick">;

/**
 * Chart of earnings, clicks or orders of the last days. The choice is part of the URL, so it works without JavaScript.
 */
export function MonthChart({ days, conversion, perClick }: Props) {
  const t = useText("home");
  const [search] = useSearchParams();
  const chosen = figures.find((one) => one === search.get("chart")) ?? "earned";
  return (
    <BlockStack gap="300">
      <nav aria-label={t("chart.figures")} className="portal-tabs">
        {figures.map((figure) => (
          <RemixLink
            key={figure}
            to={`?chart=${figure}`}
            preventScrollReset
            replace
            {...(figure === chosen && { "aria-current": "true" as const })}
          >
            {t(`chart.${figure}`)}
          </RemixLink>
        ))}
      </nav>
      <DayChart days={days} figure={chosen} />
      <dl className="portal-figures">
        <div>
          <dt>{t("chart.conversion")}</dt>
          <dd>{conversion === null ? "–" : formatRatio(conversion)}</dd>
        </div>
        {perClick && (
          <div>
            <dt>{t("chart.perClick")}</dt>
            <dd>{formatMoney(perClick)}</dd>
          </div>
        )}
      </dl>
      <details>
        <summary>{t("chart.table")}</summary>
        <DayTable days={days} />
      </details>
    </BlockStack>
  );
}

function DayChart({ days, figure }: { days: readonly HomeDayWire[]; figure: ChartFigure }) {
  const t = useText("home");
  const currencyCode = days[0]?.earned.currencyCode ?? "USD";
  const write = (value: number) => writeFigure(value, figure, currencyCode);
  const points = useMemo(
    () =>
      days.map((day) => ({
        key: day.day,
        axis: dayName(day.day),
        title: dayName(day.day),
        value: valueOf(day, figure),
        text: figure === "earned" ? formatMoney(day.earned) : formatCount(day[figure]),
      })),
    [days, figure],
  );
  return (
    <LineChart
      label={t(`chart.${figure}Sum`, {
        total: write(days.reduce((sum, day) => sum + valueOf(day, figure), 0)),
      })}
      cursorLabel={t("chart.cursor")}
      points={points}
      tickText={(value) => formatCompact(value, figure === "earned" ? currencyCode : "")}
      isLastUnfinished
    />
  );
}

/** Without the year: within 30 days no date repeats. */
const dayName = (day: string): string => shortDate(day, { today: day });

/** For bars and axis labels only. Sums of cents are exact far beyond a month's earnings. */
function valueOf(day: HomeDayWire, figure: ChartFigure): number {
  return figure === "earned" ? Number(day.earned.amount) : day[figure];
}

function writeFigure(value: number, figure: ChartFigure, currencyCode: string): string {
  if (figure !== "earned") return formatCount(value);
  return formatMoney({ amount: value.toFixed(2), currencyCode });
}

function DayTable({ days }: { days: readonly HomeDayWire[] }) {
  const t = useText("home");
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{t("chart.day")}</th>
          {figures.map((figure) => (
            <th key={figure} scope="col" className="amount">
              {t(`chart.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayName(day.day)}</th>
            <td className="amount">{formatMoney(day.earned)}</td>
            <td className="amount">{formatCount(day.clicks)}</td>
            <td className="amount">{formatCount(day.orders)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Day in the reader's locale, with the year unless it is that of `today`. */
export function shortDate(
  iso: string,
  { today, timeZone = "UTC" }: { today: string; timeZone?: string },
): string {
  const at = new Date(iso);
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone }).format(at);
  return new Intl.DateTimeFormat(new Intl.Locale(shownLocale(), { numberingSystem: "latn" }), {
    month: "short",
    day: "numeric",
    ...(year !== today.slice(0, 4) && { year: "numeric" }),
    timeZone,
  }).format(at);
}
