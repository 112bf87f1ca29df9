import { fromPlain } from "#app/domain/plain.ts";
import type { FigureChange } from "#app/store/figures.ts";
import type { OrderRow } from "#app/store/orders.ts";

/** What an order added to the figures, a row for each day it touched; older versions of the app measured less. */
export function readCountedRows({ counted }: Pick<OrderRow, "counted">): readonly Partial<FigureChange>[] {
  return fromPlain<{ rows?: readonly Partial<FigureChange>[] }>(counted).rows ?? [];
}
