import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from "react";
import { labeledPoints, type Plot, plotHeight, plotOf, plotWidth } from "./geometry.ts";

/** Value of a period, and its text. */
type ChartValue = { readonly title: string; readonly value: number | null; readonly text: string };

export type ChartPoint = ChartValue & {
  readonly key: string;
  /** Short label below the axis. */
  readonly axis: string;
  /** The value that it is compared with, such as that of the period before. */
  readonly compared?: ChartValue | undefined;
  /** Change from it: "+12%". */
  readonly change?: string | undefined;
};

type Props = {
  /** One sentence that describes the chart. */
  readonly label: string;
  /** Name of the area that has the cursor: "Values by day". */
  readonly cursorLabel: string;
  readonly points: readonly ChartPoint[];
  /** A round value of the axis as short text: "$1.2K". */
  readonly tickText: (value: number) => string;
  readonly smallestStep?: number;
  /** True if the last point's period is not over. */
  readonly isLastUnfinished?: boolean;
  /** Names of the two lines. */
  readonly legend?: { readonly current: string; readonly compared?: string | undefined };
};

/**
 * Values over time as a line, or as bars if there are few, with the values that they are compared with. A table next to
 * it has the same numbers. Texts are HTML over a stretched drawing, so that the server can draw it without knowing its
 * width.
 */
export function LineChart({ label, cursorLabel, points, tickText, legend, ...options }: Props) {
  const { smallestStep, isLastUnfinished } = options;
  const plot = useMemo(
    () =>
      plotOf(
        points.map(({ value, compared }) => ({ value, compared: compared?.value ?? null })),
        { smallestStep, isLastUnfinished },
      ),
    [points, smallestStep, isLastUnfinished],
  );
  return (
    <figure className="chart">
      <div className="chart-frame">
        <div className="chart-ticks" aria-hidden="true">
          {plot.ticks.toReversed().map((tick) => (
            <span key={tick}>{tickText(tick)}</span>
          ))}
        </div>
        <Cursor label={cursorLabel} points={points} plot={plot}>
          <Drawing label={label} plot={plot} isLastUnfinished={isLastUnfinished ?? false} />
        </Cursor>
        <AxisLabels points={points} plot={plot} />
      </div>
      {legend && (
        <figcaption className="chart-legend">
          <span>
            <LegendLine name="chart-current" />
            {legend.current}
          </span>
          {legend.compared !== undefined && (
            <span>
              <LegendLine name="chart-compared" />
              {legend.compared}
            </span>
          )}
        </figcaption>
      )}
    </figure>
  );
}

function LegendLine({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 24 4" width="24" height="4" aria-hidden="true">
      <line className={name} x1="0" x2="24" y1="2" y2="2" />
    </svg>
  );
}

type DrawingProps = { label: string; plot: Plot; isLastUnfinished: boolean };

/** Unchanged while the cursor moves. */
const Drawing = memo(function Drawing({ label, plot, isLastUnfinished }: DrawingProps) {
  const { ticks, yOf, lines, bars } = plot;
  const lastBar = (bars?.current.length ?? 0) - 1;
  return (
    <svg
      viewBox={`0 0 ${plotWidth} ${plotHeight}`}
      preserveAspectRatio="none"
      // An img element can't take its colors from the page's theme.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          className={tick === 0 ? "chart-zero" : "chart-grid"}
          x1="0"
          x2={plotWidth}
          y1={yOf(tick)}
          y2={yOf(tick)}
        />
      ))}
      {lines && (
        <>
          <path className="chart-area" d={lines.area} />
          <path className="chart-compared" d={lines.compared} />
          <path className="chart-current" d={lines.current} />
          <path className="chart-unfinished" d={lines.unfinished} />
        </>
      )}
      {bars?.compared.map(
        // Keyed by position, as the points are.
        // oxlint-disable-next-line react/no-array-index-key
        (bar, index) => bar && <rect key={index} className="chart-compared-bar" {...bar} />,
      )}
      {bars?.current.map((bar, index) => {
        const name = isLastUnfinished && index === lastBar ? "chart-unfinished-bar" : "chart-bar";
        // Keyed by position, as the points are.
        // oxlint-disable-next-line react/no-array-index-key
        return bar && <rect key={index} className={name} {...bar} />;
      })}
    </svg>
  );
});

const mostLabels = 6;
const mostLabelsOnPhone = 3;

/** The labels of a wide and of a narrow chart, of which CSS shows one. */
function AxisLabels({ points, plot }: { points: readonly ChartPoint[]; plot: Plot }) {
  return [
    { name: "chart-days chart-days-wide", most: mostLabels },
    { name: "chart-days chart-days-narrow", most: mostLabelsOnPhone },
  ].map(({ name, most }) => (
    <div key={name} className={name} aria-hidden="true">
      {labeledPoints(points.length, most).map((index) => {
        const point = points[index];
        return (
          point && (
            <span key={point.key} style={placed(plot.placeOf(index))}>
              {point.axis}
            </span>
          )
        );
      })}
    </div>
  ));
}

/** Position of a text that stays within the chart: its own part of the width is left of the place. */
function placed(place: number): CSSProperties {
  const percent = `${(place * 100).toFixed(2)}%`;
  return { insetInlineStart: percent, transform: `translateX(-${percent})` };
}

type CursorProps = {
  label: string;
  points: readonly ChartPoint[];
  plot: Plot;
  children: React.ReactNode;
};

/** One cursor, which the pointer and the arrow keys move. Its values are announced. */
function Cursor({ label, points, plot, children }: CursorProps) {
  const [index, setIndex] = useState<number | null>(null);
  const point = index === null ? undefined : points[index];
  const last = points.length - 1;
  function follow(event: PointerEvent<HTMLDivElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (last >= 0) setIndex(plot.indexAt((event.clientX - left) / Math.max(width, 1)));
  }
  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const next = nextIndex(event.key, index ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setIndex(next);
  }
  return (
    // A chart is no control, but its values must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="chart-plot"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setIndex(null)}
      onKeyDown={move}
      onFocus={() => setIndex((now) => now ?? (last >= 0 ? last : null))}
      onBlur={() => setIndex(null)}
    >
      {children}
      {point && index !== null && <Marker point={point} place={plot.placeOf(index)} plot={plot} />}
      <div className="chart-tooltip-live" aria-live="polite">
        {point && index !== null && (
          <div className="chart-tooltip" style={placed(plot.placeOf(index))}>
            <span>{point.title}</span>
            <strong>
              {point.text}
              {point.change !== undefined && ` ${point.change}`}
            </strong>
            {point.compared && <span>{`${point.compared.title}: ${point.compared.text}`}</span>}
          </div>
        )}
      </div>
    </div>
  );
}

/** The point that a key leads to; null to hide the cursor, undefined for other keys. */
function nextIndex(key: string, now: number, last: number): number | null | undefined {
  if (key === "Escape") return null;
  if (last < 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowLeft") return Math.max(now - 1, 0);
  return key === "ArrowRight" ? Math.min(now + 1, last) : undefined;
}

function Marker({ point, place, plot }: { point: ChartPoint; place: number; plot: Plot }) {
  const left = `${(place * 100).toFixed(2)}%`;
  const topOf = (value: number) => `${((plot.yOf(value) / plotHeight) * 100).toFixed(2)}%`;
  const compared = point.compared?.value ?? null;
  return (
    <>
      <span className="chart-cursor" style={{ insetInlineStart: left }} />
      {plot.lines && compared !== null && (
        <span
          className="chart-dot chart-compared-dot"
          style={{ insetInlineStart: left, insetBlockStart: topOf(compared) }}
        />
      )}
      {plot.lines && point.value !== null && (
        <span className="chart-dot" style={{ insetInlineStart: left, insetBlockStart: topOf(point.value) }} />
      )}
    </>
  );
}
