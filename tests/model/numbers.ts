/** numerator ÷ denominator, half away from zero (M8); neither is below zero. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const rest = numerator % denominator;
  return rest * 2n >= denominator ? whole + 1n : whole;
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const sumOf = (all: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const one of all) total += one;
  return total;
};

/** Numbers before words, numbers by their size. */
export function byId(a: string, b: string): number {
  const [numberOfA, numberOfB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numberOfA && numberOfB) return Number(BigInt(a) - BigInt(b));
  if (numberOfA !== numberOfB) return numberOfA ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * M8, largest remainder: everybody gets the whole part of the quota, and the units that are left go one by one to the
 * largest remainders, of equal ones to the lowest id. Nobody gets anything where nobody weighs anything.
 */
export function cut(total: bigint, weights: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const all = sumOf(weights.values());
  const shares = new Map<string, bigint>();
  if (all === 0n) {
    for (const id of weights.keys()) shares.set(id, 0n);
    return shares;
  }
  for (const [id, weight] of weights) shares.set(id, (total * weight) / all);
  const remainder = (id: string): bigint => (total * (weights.get(id) ?? 0n)) % all;
  const inLine = [...weights.keys()].toSorted((a, b) => {
    if (remainder(a) !== remainder(b)) return remainder(a) > remainder(b) ? -1 : 1;
    return byId(a, b);
  });
  let left = total - sumOf(shares.values());
  for (const id of inLine) {
    if (left === 0n) break;
    shares.set(id, (shares.get(id) ?? 0n) + 1n);
    left -= 1n;
  }
  return shares;
}
