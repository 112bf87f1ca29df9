import { scaleBand, scalePoint } from "d3-scale";
import { area, line } from "d3-shape";
import { axisTicks } from "./ticks.ts";

/** A place on the axis. A missing value leaves a gap. */
export type PlotPoint = { readonly value: number | null; readonly compared?: number | null };

/** Units of the drawing, which CSS stretches to the figure's size. */
export const plotWidth = 1000;
export const plotHeight = 200;

/** Above this many points they are connected by a line. */
const mostBars = 3;
const widestBar = 120;

type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Paths of a line chart; empty without values. `unfinished` is the part that ends in a period that is not over. */
type Lines = {
  readonly area: string;
  readonly current: string;
  readonly unfinished: string;
  readonly compared: string;
};

/** Bars of the few points of a short period. The last of `current` is unfinished if the chart's last point is. */
type Bars = { readonly current: readonly (Bar | null)[]; readonly compared: readonly (Bar | null)[] };

export type Plot = {
  /** From the bottom up. */
  readonly ticks: readonly number[];
  /** Height of a value, in the drawing's units. */
  readonly yOf: (value: number) => number;
  /** Middle of a point, as a part of the width. */
  readonly placeOf: (index: number) => number;
  /** The point at a part of the width. */
  readonly indexAt: (place: number) => number;
  readonly lines: Lines | null;
  readonly bars: Bars | null;
};

type PlotOptions = {
  /** 1 for counts and amounts; less for ratios. */
  readonly smallestStep?: number | undefined;
  /** True if the last point's period is not over. */
  readonly isLastUnfinished?: boolean | undefined;
};

/** Positions of a chart's parts. */
export function plotOf(points: readonly PlotPoint[], options: PlotOptions = {}): Plot {
  const values = points
    .flatMap(({ value, compared }) => [value, compared])
    .filter((one) => one !== null && one !== undefined);
  const ticks = axisTicks(Math.min(0, ...values), Math.max(0, ...values), options.smallestStep);
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const yOf = (value: number) => plotHeight * (1 - (value - bottom) / (top - bottom));
  const count = points.length;
  const isBars = count <= mostBars;
  const last = Math.max(count - 1, 1);
  return {
    ticks,
    yOf,
    placeOf: (index) => (isBars ? (index + 0.5) / Math.max(count, 1) : index / last),
    indexAt: (place) => {
      const index = isBars ? Math.floor(place * count) : Math.round(place * last);
      return Math.min(Math.max(index, 0), count - 1);
    },
    lines: isBars ? null : linesOf(points, yOf, options.isLastUnfinished ?? false),
    bars: isBars ? barsOf(points, yOf) : null,
  };
}

function linesOf(points: readonly PlotPoint[], yOf: Plot["yOf"], isLastUnfinished: boolean): Lines {
  const places = scalePoint(points.keys(), [0, plotWidth]);
  const xOf = (index: number) => places(index) ?? 0;
  type Place = { readonly index: number; readonly value: number | null };
  const draw = line<Place>()
    .defined(({ value }) => value !== null)
    .x(({ index }) => xOf(index))
    .y(({ value }) => yOf(value ?? 0))
    .digits(1);
  const fill = area<Place>()
    .defined(({ value }) => value !== null)
    .x(({ index }) => xOf(index))
    .y0(yOf(0))
    .y1(({ value }) => yOf(value ?? 0))
    .digits(1);
  const current = points.map(({ value }, index) => ({ index, value }));
  return {
    area: fill(current) ?? "",
    current: draw(isLastUnfinished ? current.slice(0, -1) : current) ?? "",
    unfinished: isLastUnfinished ? (draw(current.slice(-2)) ?? "") : "",
    compared: draw(points.map(({ compared = null }, index) => ({ index, value: compared }))) ?? "",
  };
}

function barsOf(points: readonly PlotPoint[], yOf: Plot["yOf"]): Bars {
  const isCompared = points.some(({ compared = null }) => compared !== null);
  const places = scaleBand(points.keys(), [0, plotWidth]);
  const width = Math.min(widestBar, places.bandwidth() / 3);
  const at = (value: number | null, x: number): Bar | null => {
    if (value === null) return null;
    const [zero, end] = [yOf(0), yOf(value)];
    return { x, y: Math.min(zero, end), width, height: Math.abs(zero - end) };
  };
  const middleOf = (index: number) => (places(index) ?? 0) + places.bandwidth() / 2;
  return {
    current: points.map(({ value }, index) => at(value, middleOf(index) - (isCompared ? 0 : width / 2))),
    compared: points.map(({ compared = null }, index) => at(compared, middleOf(index) - width)),
  };
}

/** Points with a label below: at most this many, evenly spread, with the first and the last. */
export function labeledPoints(count: number, most: number): number[] {
  const shown = Math.min(count, most);
  if (shown < 2) return Array.from({ length: shown }, (_, index) => index);
  return Array.from({ length: shown }, (_, index) => Math.round((index * (count - 1)) / (shown - 1)));
}
