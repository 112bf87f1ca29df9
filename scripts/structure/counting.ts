/** An import of one file by another, both named from the root. */
export type Import = { readonly from: string; readonly to: string };

/** Files that exactly one other file imports, with that file. */
export function singleImporters(files: readonly string[], imports: readonly Import[]): Map<string, string> {
  const importers = new Map<string, Set<string>>(files.map((file) => [file, new Set()]));
  for (const { from, to } of imports) if (from !== to) importers.get(to)?.add(from);
  return new Map(
    [...importers].flatMap(([file, [only, ...others]]) =>
      only !== undefined && others.length === 0 ? [[file, only] as const] : [],
    ),
  );
}

/** The smallest value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

/** Names with the number of lists that contain them, the most frequent first, then by name. */
export function countNames(lists: readonly Iterable<string>[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of lists.flatMap((list) => [...list])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
