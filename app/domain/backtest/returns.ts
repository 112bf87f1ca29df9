/** A decrease of an order's net sales, with the affiliate runs that it affects. Minor units. */
export type Return<Whose> = {
  readonly at: string;
  readonly atMs: number;
  /** The day of the order. */
  readonly orderDay: string;
  readonly whose: Whose;
  readonly salesMinor: bigint;
  /** True if nothing of the order remains. */
  readonly isLast: boolean;
};

/** Future returns, earliest first. A heap, so that many of them cost little. */
export type ComingReturns<Whose> = Return<Whose>[];

export function addReturn<Whose>(coming: ComingReturns<Whose>, one: Return<Whose>): void {
  coming.push(one);
  let at = coming.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfEarlier(coming, at, parent)) return;
    at = parent;
  }
}

/** Removes and returns the earliest return that is not after `untilMs`, or null. */
export function takeReturn<Whose>(coming: ComingReturns<Whose>, untilMs: number): Return<Whose> | null {
  const [first] = coming;
  if (first === undefined || first.atMs > untilMs) return null;
  const last = coming.pop();
  if (last === undefined || coming.length === 0) return first;
  coming[0] = last;
  let at = 0;
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const child = timeOf(coming, right) < timeOf(coming, left) ? right : left;
    if (!swapIfEarlier(coming, child, at)) return first;
    at = child;
  }
}

function timeOf(coming: ComingReturns<unknown>, at: number): number {
  return coming[at]?.atMs ?? Number.POSITIVE_INFINITY;
}

function swapIfEarlier<Whose>(coming: ComingReturns<Whose>, at: number, than: number): boolean {
  const [one, other] = [coming[at], coming[than]];
  if (one === undefined || other === undefined || one.atMs >= other.atMs) return false;
  coming[at] = other;
  coming[than] = one;
  return true;
}
