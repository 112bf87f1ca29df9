/** Stands in for what writes and reads kept sums while orders are settled: an order still keeps what it counts for. */

export { freeValueName, negative, noMeasures } from "../app/store/figures.ts";

export async function addFigures(): Promise<void> {}
export async function addSignals(): Promise<void> {}
export async function addDimensions(): Promise<void> {}

export async function admitValues(): Promise<ReadonlySet<string>> {
  return new Set();
}

export async function linksOfSignals(): Promise<ReadonlyMap<string, string>> {
  return new Map();
}
