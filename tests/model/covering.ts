/** M22 a second time: money as single units in a row, each taken one by one. For small amounts only. */
export type ModelLine = {
  readonly name: string;
  readonly sequence: number;
  /** Credits and deductions of the line, in the order of recording. */
  readonly entries: readonly { readonly amount: number; readonly isLate: boolean }[];
  /** The amount that other payments pay of it; below zero they deducted it. */
  readonly covered: number;
};

export function openOf(line: ModelLine): number {
  return line.entries.reduce((sum, entry) => sum + entry.amount, 0) - line.covered;
}

/** The part of a line that a payment can take, without the credits after the cutoff. */
function takeableOf(line: ModelLine): number {
  const late = line.entries.filter((entry) => entry.isLate && entry.amount > 0);
  const lateSum = late.reduce((sum, entry) => sum + entry.amount, 0);
  return Math.max(0, openOf(line) - lateSum);
}

/** The amount that an affiliate can be paid of these lines. */
export function dueOf(lines: readonly ModelLine[]): number {
  return lines.reduce((sum, line) => sum + (openOf(line) < 0 ? openOf(line) : takeableOf(line)), 0);
}

/** The parts of lines that a payment of `total` covers, by the names of the lines. */
export function coveredBy(lines: readonly ModelLine[], total: number): Map<string, number> {
  const covered = new Map<string, number>();
  for (const line of lines) if (openOf(line) < 0) covered.set(line.name, openOf(line));
  const sum = () => [...covered.values()].reduce((all, one) => all + one, 0);
  const waiting = lines.filter((line) => openOf(line) > 0);
  while (sum() < total) {
    const untaken = waiting.filter((line) => (covered.get(line.name) ?? 0) < takeableOf(line));
    const next = untaken.reduce<ModelLine | null>(
      (oldest, line) => (oldest === null || line.sequence < oldest.sequence ? line : oldest),
      null,
    );
    if (next === null) break;
    covered.set(next.name, (covered.get(next.name) ?? 0) + 1);
  }
  return covered;
}
