import { plainWord } from "../tables/plain-word.ts";
import { type DirectionWay, rowFault, type StatementReading, type StatementReason } from "./reading.ts";
import type { RowFault } from "./row-reasons.ts";
import { bookedFigure, type FigureOf, nonZero, type RowFacts, signed } from "./row-facts.ts";
import { directionOfFlag } from "./words/all-words.ts";

export type Direction = "out" | "in";

/** The direction according to a row's witnesses. "conflict" if one contradicts itself. */
type Witness = Direction | "conflict" | null;

export type RowDirection = {
  readonly direction: Direction | "unclear";
  /** True if more than the merchant's word proves it. */
  readonly isProven: boolean;
  /** Null for a known direction. */
  readonly reason: StatementReason | null;
  /** The unknown flag word. '' for none. */
  readonly unknownFlag: string;
  /** True for rows that are neither outgoing nor incoming, such as conversions between own balances. */
  readonly isNeither: boolean;
};

type DirectionSettings = Pick<StatementReading, "direction" | "words" | "columns" | "dates">;

/** Reads the direction of each row from all witnesses of its file, which must agree. */
export function directionsOf(
  rows: readonly RowFacts[],
  reading: DirectionSettings,
): (facts: RowFacts) => RowDirection {
  const chain = balanceChain(rows, isSortedUp(rows, reading.dates));
  const signs = signsOf(rows);
  const seen = typesOfMoves(rows, chain);
  const flag = flagReader(reading);
  const flagSign = reading.direction === "flag" ? flagSigns(rows, flag) : "agree";
  return (facts) => {
    const word = facts.text("flag");
    const flagged = flag(facts);
    const witnesses: Witness[] = [
      pairWitness(facts, signs),
      flagged === "neither" ? null : flagged,
      signWitness(facts, { way: reading.direction, signs, flagSign }),
      balanceWitness(facts, chain),
    ];
    const told = new Set(witnesses.filter((one) => one !== null));
    const [first, second] = told;
    const unknownFlag = word !== "" && flagged === null ? word : "";
    const isNeither = flagged === "neither";
    const [pair, , , balance] = witnesses;
    const isTold = [pair, flagged, balance].some((one) => one !== null);
    if (first !== undefined && second === undefined && first !== "conflict") {
      const isProven =
        isTold || seen.has(`${first} ${facts.text("type")}`) || isSignProof(facts, signs, reading);
      return { direction: first, isProven, reason: null, unknownFlag, isNeither };
    }
    const reason = rowFault(first === undefined ? "direction_untold" : disagreement(balance === "conflict"));
    return { direction: "unclear", isProven: false, reason, unknownFlag, isNeither };
  };
}

const disagreement = (isOfBalance: boolean): RowFault =>
  isOfBalance ? "balance_differs" : "direction_conflict";

/** Types of rows whose direction the running balance proves, each with that direction. */
function typesOfMoves(rows: readonly RowFacts[], chain: BalanceChain | null): ReadonlySet<string> {
  return new Set(rows.map(({ number, text }) => `${chain?.moves.get(number) ?? "untold"} ${text("type")}`));
}

/** True if days rise from the first row to the last, false if they fall, null if neither is clear. */
export function isSortedUp(rows: readonly RowFacts[], order: StatementReading["dates"]): boolean | null {
  const days = rows.flatMap(({ date }) => (date && date !== "bad" ? (date.days[order] ?? []) : []));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return first < last;
}

/** Signs of a file's amounts. */
type Signs = {
  readonly hasMinus: boolean;
  readonly hasPlus: boolean;
  readonly hasNone: boolean;
  /** The sign in the column for outgoing money. Null if signs are mixed. */
  readonly ofMoneyOut: "-" | "" | null;
};

export function signsOf(rows: readonly RowFacts[]): Signs {
  const found = { hasMinus: false, hasPlus: false, hasNone: false };
  const out = { minus: 0, none: 0 };
  for (const { amount, moneyOut } of rows) {
    const sign = nonZero(amount)?.cell.sign;
    if (sign === "-") found.hasMinus = true;
    if (sign === "+") found.hasPlus = true;
    if (sign === "") found.hasNone = true;
    const outSign = nonZero(moneyOut)?.cell.sign;
    if (outSign === "-") out.minus += 1;
    else if (outSign !== undefined) out.none += 1;
  }
  return { ...found, ofMoneyOut: commonSign(out.minus, out.none) };
}

function commonSign(minus: number, none: number): "-" | "" | null {
  if (minus > none) return "-";
  return none > minus || minus === 0 ? "" : null;
}

/**
 * A minus in the column for incoming money, or a different sign than the rest in that for outgoing money, is
 * a contradiction.
 */
function pairWitness({ moneyIn, moneyOut }: RowFacts, { ofMoneyOut }: Signs): Witness {
  const [into, out] = [nonZero(moneyIn), nonZero(moneyOut)];
  if (into && out) return "conflict";
  if (into) return into.cell.sign === "-" ? "conflict" : "in";
  if (!out) return null;
  return (out.cell.sign === "-" ? "-" : "") === ofMoneyOut ? "out" : "conflict";
}

type FlagReader = (facts: RowFacts) => Direction | "neither" | null;

function flagReader({ words }: DirectionSettings): FlagReader {
  const told = new Map(
    words.flatMap((one) => (one.column === "flag" ? [[plainWord(one.word), one.means] as const] : [])),
  );
  return (facts) => {
    const word = facts.text("flag");
    if (word !== "") return told.get(plainWord(word)) ?? directionOfFlag(word);
    return markOf(facts.amount);
  };
}

function markOf(amount: FigureOf): Direction | null {
  return amount === null || amount === "bad" ? null : amount.cell.mark;
}

/** Signs in addition to a flag either agree with it, or prove nothing and make their row unclear. */
function flagSigns(rows: readonly RowFacts[], flag: FlagReader): "agree" | "silent" {
  let [agree, disagree] = [0, 0];
  for (const facts of rows) {
    const sign = nonZero(facts.amount)?.cell.sign;
    const flagged = flag(facts);
    if (sign === undefined || flagged === null || flagged === "neither") continue;
    if ((sign === "-") === (flagged === "out")) agree += 1;
    else disagree += 1;
  }
  return agree > disagree ? "agree" : "silent";
}

type SignContext = {
  readonly way: DirectionWay;
  readonly signs: Signs;
  readonly flagSign: "agree" | "silent";
};

function signWitness(facts: RowFacts, { way, signs, flagSign }: SignContext): Witness {
  const amount = nonZero(facts.amount);
  if (!amount) return null;
  const { sign, mark } = amount.cell;
  // "390.65 S": the letter is the direction.
  if (sign === "" && mark !== null) return null;
  const isOut = (sign === "-") !== (way === "plus_is_out");
  if (way === "minus_is_out" || way === "plus_is_out") return isOut ? "out" : "in";
  if (way === "flag" && flagSign === "silent") return sign === "-" ? "conflict" : null;
  if (!signs.hasMinus && !signs.hasPlus) return null;
  return isOut ? "out" : "in";
}

/**
 * A minus, an explicit plus, or both signs in a file prove the direction. Amounts without signs prove
 * nothing.
 */
function isSignProof(
  facts: RowFacts,
  { hasMinus, hasPlus, hasNone }: Signs,
  { direction }: DirectionSettings,
): boolean {
  const sign = nonZero(facts.amount)?.cell.sign;
  if (sign === undefined || (direction !== "minus_is_out" && direction !== "plus_is_out")) return false;
  return hasPlus || (hasMinus && hasNone) || (direction === "minus_is_out" && sign === "-");
}

function balanceWitness({ number }: RowFacts, chain: BalanceChain | null): Witness {
  const move = chain?.moves.get(number) ?? null;
  return move === "broken" ? "conflict" : move;
}

/** The change of the running balance at a row. "broken" if it is not the row's amount. */
export type BalanceMove = "out" | "in" | "broken";

export type BalanceChain = {
  /** By row number, without rows that have no neighbor to compare with. */
  readonly moves: ReadonlyMap<number, BalanceMove>;
  /** True if the balance changed by the amount and the additional fee. */
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
 * The running balance as a witness of direction, or null. It counts if it changes by the row's amount in most
 * rows, whichever way they are sorted.
 */
export function balanceChain(rows: readonly RowFacts[], isAscending: boolean | null): BalanceChain | null {
  const groups = pointsByAccount(rows);
  const hasFees = rows.some(({ fee }) => nonZero(fee) !== null);
  const possible = [true, false].map((isRising) => {
    const plain = candidate(groups, { isRising, isFeeOnTop: false });
    const withFee = hasFees ? candidate(groups, { isRising, isFeeOnTop: true }) : plain;
    return withFee.fits > plain.fits ? withFee : plain;
  });
  const best = Math.max(...possible.map(({ fits }) => fits));
  const good = possible.filter(({ fits, moves }) => fits === best && isWitness(fits, moves.size));
  // Equal amounts fit in both orders, so the order decides the direction.
  const [first, second] = good.length > 1 ? good.filter((one) => one.isRising === isAscending) : good;
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
