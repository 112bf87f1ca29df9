import { fromPlain } from "#app/domain/plain.ts";
import type { FigureChange } from "#app/store/figures.ts";
import type { OrderRow } from "#app/store/orders.ts";

/** The figures that an order added, one row per day. Rows of older app versions have fewer measures. */
export function readCountedRows({ counted }: Pick<OrderRow, "counted">): readonly Partial<FigureChange>[] {
  return fromPlain<{ rows?: readonly Partial<FigureChange>[] }>(counted).rows ?? [];
}
