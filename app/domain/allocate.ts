/** A part of a whole. Weights are minor units, never below zero. */
export type Weight = { readonly id: string; readonly weight: bigint };

/**
 * Splits an amount over parts by weight, so that the parts add up to the whole exactly. Each part gets its
 * floor, and the rest goes unit by unit to the largest remainders, ties to the lowest id (M8). Returns minor
 * units by id. Ids are unique. The order of `parts` makes no difference.
 * @throws RangeError when a weight is below zero, or when there is an amount but no weight
 */
export function allocate(totalMinor: bigint, parts: readonly Weight[]): Map<string, bigint> {
  const sum = parts.reduce((total, part) => total + part.weight, 0n);
  if (parts.some((part) => part.weight < 0n)) throw new RangeError("A weight is below zero.");
  if (totalMinor === 0n || sum === 0n) {
    if (totalMinor !== 0n) throw new RangeError("There is nothing to spread the amount over.");
    return new Map(parts.map((part) => [part.id, 0n]));
  }
  const sign = totalMinor < 0n ? -1n : 1n;
  const total = totalMinor * sign;
  const shares = parts.map((part) => ({
    id: part.id,
    floor: (total * part.weight) / sum,
    remainder: (total * part.weight) % sum,
  }));
  let left = total - shares.reduce((given, share) => given + share.floor, 0n);
  const result = new Map<string, bigint>();
  for (const share of shares.toSorted(byRemainder)) {
    const extra = left > 0n ? 1n : 0n;
    left -= extra;
    result.set(share.id, sign * (share.floor + extra));
  }
  return result;
}

type Share = { readonly id: string; readonly remainder: bigint };

function byRemainder(a: Share, b: Share): number {
  if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1;
  return compareIds(a.id, b.id);
}

/** Orders ids: numbers first, by size ("9" before "10"), then all others by their characters. */
export function compareIds(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  if (aIsNumber && a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
