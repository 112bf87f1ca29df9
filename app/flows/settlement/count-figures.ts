import { toPlain } from "#app/domain/plain.ts";
import type { DimensionChange } from "#app/store/dimension-figures.ts";
import type { FreeValue } from "#app/store/dimension-values.ts";
import { type FigureChange, negative } from "#app/store/figures.ts";
import {
  admitted,
  countDimensions,
  dimensionRows,
  freeValuesOf,
  orderValues,
  plainDimensions,
  readDimensions,
} from "./count-dimensions.ts";
import type { CountedLink } from "./count-links.ts";
import { commissionOf, countedDifference, countOrder, readCounted, type ToCount } from "./count-order.ts";
import type { Judged } from "./judge-orders.ts";

/** What an order kept of its counting until now, and what its values of dimensions depend on. */
export type Counting = {
  /** `orders.counted`. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The link that it counts for. */
  readonly link: Pick<CountedLink, "linkId"> | null;
  /** Of the free values those that count by themselves, as `admitValues` answers. */
  readonly known: ReadonlySet<string>;
  readonly timeZone: string;
};

/** What counting an order changes, and what `orders.counted` keeps of it. */
export type CountedFigures = {
  readonly counted: Record<string, unknown>;
  /** What the order's own commission comes to. */
  readonly commissionMinor: bigint;
  readonly figures: readonly FigureChange[];
  readonly dimensions: readonly DimensionChange[];
};

/** The free values of an order that will count, for `admitValues`. */
export function freeValuesToCount({ facts, attribution: { decided } }: Judged): FreeValue[] {
  return decided.winner === null || facts.test
    ? []
    : freeValuesOf(orderValues({ facts, attribution: decided }));
}

/** Counts an order for days and for dimensions, and what that changes of what was counted before. */
export function countFigures(order: ToCount, { before, link, known, timeZone }: Counting): CountedFigures {
  const counted = countOrder(order, timeZone);
  const values = {
    ...admitted(orderValues(order), known),
    link: link?.linkId ?? "",
  };
  const dimensions = countDimensions(order, { counted, values, timeZone });
  const rowsBefore = readCounted(before);
  const was = dimensionRows(rowsBefore, readDimensions(before));
  return {
    counted: {
      ...(toPlain(counted) as Record<string, unknown>),
      dimensions: plainDimensions(dimensions),
    },
    commissionMinor: commissionOf(counted),
    figures: countedDifference(rowsBefore, counted),
    dimensions: [
      ...was.map((one) => ({ ...one, ...negative(one) })),
      ...dimensionRows(counted.rows, dimensions),
    ],
  };
}
