import { bookedFigure, nonZero, type RowFacts, signed } from "./row-facts.ts";

/** How the running balance moved with a row; "broken" where it did not move by the row's amount. */
export type BalanceMove = "out" | "in" | "broken";

export type BalanceChain = {
  /** By row number. Rows without a neighbor to compare with are not in it. */
  readonly moves: ReadonlyMap<number, BalanceMove>;
  /** True where the balance moved by the amount and the fee beside it. */
  readonly isFeeOnTop: boolean;
};

type Point = { readonly facts: RowFacts; readonly balance: bigint; readonly amount: bigint | null };

/** Rows of one account and currency share a balance. */
function pointsByAccount(rows: readonly RowFacts[]): Point[][] {
  const groups = new Map<string, Point[]>();
  for (const facts of rows) {
    const { balance } = facts;
    if (balance === null || balance === "bad") continue;
    const key = `${facts.text("account")} ${facts.text("currency")}`;
    const booked = bookedFigure(facts);
    if (booked === "bad") continue;
    const sign = balance.cell.mark === "out" ? -1n : 1n;
    const point = {
      facts,
      balance: sign * signed(balance),
      amount: booked === null || booked.millionths === 0n ? null : booked.millionths,
    };
    const group = groups.get(key);
    if (group) group.push(point);
    else groups.set(key, [point]);
  }
  return [...groups.values()];
}

type Candidate = BalanceChain & { readonly fits: number; readonly isRising: boolean };

/**
 * The running balance as a witness of direction: null where it is none. It counts if the balance moves by the row's
 * amount in most rows, whichever way the rows are sorted.
 */
export function balanceChain(rows: readonly RowFacts[], isSortedUp: boolean | null): BalanceChain | null {
  const groups = pointsByAccount(rows);
  const hasFees = rows.some(({ fee }) => nonZero(fee) !== null);
  const possible = [true, false].map((isRising) => {
    const plain = candidate(groups, { isRising, isFeeOnTop: false });
    const withFee = hasFees ? candidate(groups, { isRising, isFeeOnTop: true }) : plain;
    return withFee.fits > plain.fits ? withFee : plain;
  });
  const best = Math.max(...possible.map(({ fits }) => fits));
  const good = possible.filter(({ fits, moves }) => fits === best && isWitness(fits, moves.size));
  // Equal amounts fit in both orders, and the order then tells the direction.
  const [first, second] = good.length > 1 ? good.filter((one) => one.isRising === isSortedUp) : good;
  return first !== undefined && second === undefined ? first : null;
}

function isWitness(fits: number, pairs: number): boolean {
  return (fits >= 2 && fits * 5 >= pairs * 3) || (fits === 1 && pairs === 1);
}

function candidate(
  groups: readonly (readonly Point[])[],
  { isRising, isFeeOnTop }: { readonly isRising: boolean; readonly isFeeOnTop: boolean },
): Candidate {
  const moves = new Map<number, BalanceMove>();
  let fits = 0;
  for (const points of groups) {
    for (const [at, point] of points.entries()) {
      const before = points[isRising ? at - 1 : at + 1];
      if (before === undefined || point.amount === null) continue;
      const move = moveOf(point, point.balance - before.balance, isFeeOnTop);
      if (move !== "broken") fits += 1;
      moves.set(point.facts.number, move);
    }
  }
  return { moves, isFeeOnTop, fits, isRising };
}

function moveOf({ facts, amount }: Point, moved: bigint, isFeeOnTop: boolean): BalanceMove {
  const fee = isFeeOnTop ? (nonZero(facts.fee)?.millionths ?? 0n) : 0n;
  if (amount === null) return "broken";
  if (moved === -(amount + fee)) return "out";
  return moved === amount - fee ? "in" : "broken";
}
