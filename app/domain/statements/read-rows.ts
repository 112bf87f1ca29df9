import { directionsOf } from "./directions.ts";
import { plainWord } from "./plain-word.ts";
import { type Placed, readRow } from "./read-row.ts";
import type { ReadRow, StatementLine, StatementReading } from "./reading.ts";
import { bookedFigure, factsReader, nonZero, type RowFacts } from "./row-facts.ts";
import type { RowContext } from "./row-meaning.ts";
import { wordReader } from "./row-words.ts";
import { balanceRowWords } from "./words/all-words.ts";

/**
 * Reads the rows below the header. The running balance and the sign give the direction; words can only lower an answer.
 * A row that is not understood is unclear, never paid. Rows that hold no booking (balances, totals, footers) are left
 * out if they name no payment. `today` is a calendar day.
 */
export function readRows(
  lines: readonly StatementLine[],
  reading: StatementReading,
  today: string,
): readonly ReadRow[] {
  const rows = lines
    .filter(({ number, cells }) => number > reading.headerLine && cells.some((cell) => cell.trim() !== ""))
    .map(factsReader(reading))
    .filter((facts) => isOfAccount(facts, reading) && !isNoBooking(facts));
  const directionOf = directionsOf(rows, reading);
  const context: RowContext = {
    reading,
    today,
    statusOf: wordReader(reading.words, "status"),
    typeOf: wordReader(reading.words, "type"),
    hasStatuses: rows.some(({ text }) => text("status") !== ""),
  };
  return withDetails(rows, reading).flatMap((one) => {
    if (one.isCollective) return [];
    const direction = directionOf(one.parent ?? one.facts);
    if (direction.isNeither && one.facts.named.payments.length === 0) return [];
    return [readRow(one, direction, context)];
  });
}

function isOfAccount(facts: RowFacts, { account }: StatementReading): boolean {
  return account === null || facts.text("account") === account;
}

/** Without a payment: a row of no day and no amount, of zero, or one that holds a balance or a total. */
function isNoBooking(facts: RowFacts): boolean {
  if (facts.named.payments.length > 0) return false;
  const { date, amount, moneyIn, moneyOut, detail, pendingAmount } = facts;
  const figures = [amount, moneyIn, moneyOut, detail, pendingAmount];
  const isNothing = figures.every((one) => one === null || (one !== "bad" && one.millionths === 0n));
  if (isNothing) return true;
  if ((date === null || date === "bad") && figures.some((one) => one === "bad")) return true;
  return isBalanceRow(facts);
}

const longestBalanceText = 60;
const balancePhrases = [...balanceRowWords].filter((one) => one.includes(" "));

/** "Saldo" alone, or a text that begins with "Closing balance". */
function isBalanceRow(facts: RowFacts): boolean {
  return (["date", "reference", "type", "name"] as const).some((use) => {
    const text = facts.text(use);
    if (text === "" || text.length > longestBalanceText) return false;
    const plain = plainWord(text);
    return balanceRowWords.has(plain) || balancePhrases.some((one) => plain.startsWith(one));
  });
}

const alone = (facts: RowFacts): Placed => ({ facts, parent: null, isCollective: false, isStray: false });

/**
 * Banks list the parts of a collective booking in rows below it that have no day of their own. They count in its place
 * if they add up to it; otherwise they have no direction and stay unclear.
 */
function withDetails(rows: readonly RowFacts[], { columns }: StatementReading): readonly Placed[] {
  if (!columns.includes("detailAmount")) return rows.map(alone);
  const placed: Placed[] = [];
  let at = 0;
  while (at < rows.length) {
    const facts = rows[at];
    if (facts === undefined) break;
    const end = rows.findIndex((one, index) => index > at && !isDetail(one));
    const details = isDetail(facts) ? [] : rows.slice(at + 1, end === -1 ? rows.length : end);
    const total = details.reduce((sum, { detail }) => sum + (nonZero(detail)?.millionths ?? 0n), 0n);
    const isWhole = details.length > 0 && nonZero(bookedFigure(facts))?.millionths === total;
    placed.push({ ...alone(facts), isCollective: isWhole, isStray: isDetail(facts) });
    for (const detail of details) {
      placed.push({ ...alone(detail), parent: isWhole ? facts : null, isStray: !isWhole });
    }
    at += 1 + details.length;
  }
  return placed;
}

const isDetail = ({ date, detail }: RowFacts) => date === null && detail !== null;
