import { Link as RemixLink, useSearchParams } from "@remix-run/react";
import { BlockStack } from "@shopify/polaris";
import type { HomeDayWire, HomeWire } from "#app/contracts/portal.ts";
import { formatCount, formatMoney, formatRatio } from "../shared/format.ts";
import { shownLocale } from "../shared/locale.ts";
import { useText } from "../texts/texts-provider.tsx";

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

const [width, height] = [290, 100];

function DayChart({ days, figure }: { days: readonly HomeDayWire[]; figure: ChartFigure }) {
  const t = useText("home");
  const values = days.map((day) => Math.max(0, valueOf(day, figure)));
  const currencyCode = days[0]?.earned.currencyCode ?? "USD";
  const write = (value: number) => writeFigure(value, figure, currencyCode);
  const ticks = chartTicks(Math.max(...values), 1);
  const top = ticks.at(-1) ?? 1;
  const points = values.map(
    (value, index) =>
      `${((index / (values.length - 1)) * width).toFixed(1)},${(height - (value / top) * height).toFixed(1)}`,
  );
  const total = write(days.reduce((sum, day) => sum + valueOf(day, figure), 0));
  const labels = [0, Math.floor(days.length / 2), days.length - 1];
  return (
    <figure className="portal-chart">
      <div className="portal-chart-ticks" aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{write(tick)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        // An img element can't take its colors from the page's theme.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t(`chart.${figure}Sum`, { total })}
      >
        {ticks.map((tick) => {
          const y = height - (tick / top) * height;
          return <line key={tick} x1="0" x2={width} y1={y} y2={y} />;
        })}
        <polygon points={`0,${height} ${points.join(" ")} ${width},${height}`} />
        <polyline points={points.slice(0, -1).join(" ")} />
        {/* Today isn't over. */}
        <polyline className="portal-chart-today" points={points.slice(-2).join(" ")} />
      </svg>
      <div className="portal-chart-days" aria-hidden="true">
        {labels.map((index) => (
          <span key={index}>{dayName(days[index]?.day ?? "")}</span>
        ))}
      </div>
    </figure>
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

/** At most five values from 0 to the first one that no value exceeds, at steps of 1, 2, 2.5, or 5 × 10ⁿ. */
export function chartTicks(highest: number, smallestStep: number): number[] {
  const least = Math.max(highest / 4, smallestStep);
  const power = 10 ** Math.floor(Math.log10(least));
  const sizes = [1, 2, 2.5, 5, 10].map((size) => size * power);
  const step = sizes.find((size) => size >= least && Number.isInteger(size / smallestStep)) ?? 10 * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
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
