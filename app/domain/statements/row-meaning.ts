import {
  type ReadOutcome,
  type ReadRow,
  rowFault,
  type StatementMeaning,
  type StatementReading,
  type StatementReason,
} from "./reading.ts";
import type { RowDirection } from "./directions.ts";
import type { RowFacts } from "./row-facts.ts";
import { backWords, hasWordOf } from "#app/domain/statements/words/all-words.ts";

export type RowMeaning = { readonly outcome: ReadOutcome; readonly reason: StatementReason | null };

const unclear = (reason: StatementReason): RowMeaning => ({ outcome: "unclear", reason });

const answer = (outcome: ReadOutcome, reason: StatementReason | null = null): RowMeaning => ({
  outcome,
  reason,
});

type MeaningInput = {
  readonly facts: RowFacts;
  readonly whole: RowFacts;
  readonly direction: RowDirection;
  readonly isPendingOnly: boolean;
  readonly context: RowContext;
};

/** The first matching rule decides. */
export function meaningOf(row: ReadFigures, judged: MeaningInput): RowMeaning {
  const { facts, whole, direction, context } = judged;
  const status = row.status === "" ? null : context.statusOf(row.status);
  const type = row.type === "" ? null : context.typeOf(row.type);
  const isStatusOpen = context.hasStatuses && status === null && !isOnlyStarted(whole);
  const unknown = row.payments.length > 0 ? unknownWord(row, { type, direction, isStatusOpen }) : null;
  if (unknown !== null) return unclear(unknown);
  const words = { status, type, facts };
  const waiting = waitingFor(judged, words);
  if (waiting !== null) return answer("on_its_way", waiting);
  if (row.direction === "unclear") return answer("unclear", direction.reason);
  return row.direction === "out" ? meaningOfOut(row, words) : meaningOfIn(row, words);
}

const isOnlyStarted = ({ date, started }: RowFacts) => date === null && started !== null;

/** Reason why a row is not booked yet. Null for a booked one, or one that ended unpaid. */
function waitingFor({ whole, isPendingOnly }: MeaningInput, { status, type }: Words): StatementReason | null {
  if (status === "pending" || type === "pending" || isPendingOnly) return rowFault("not_booked");
  const isEnded = status === "not_paid" || status === "returned";
  return whole.date === null && !isEnded ? rowFault("day_missing") : null;
}

type KnownWords = Pick<Words, "type"> & {
  readonly direction: RowDirection;
  readonly isStatusOpen: boolean;
};

/** An unknown word of a row with a payment. An unknown type is harmless only if the direction is proven. */
function unknownWord(
  row: ReadFigures,
  { type, direction, isStatusOpen }: KnownWords,
): StatementReason | null {
  if (direction.unknownFlag !== "") return unknownIn("flag", direction.unknownFlag);
  if (direction.isNeither) return rowFault("neither");
  if (isStatusOpen) {
    return row.status === "" ? rowFault("status_missing") : unknownIn("status", row.status);
  }
  const isTypeOpen = row.type !== "" && type === null && !direction.isProven && row.direction !== "unclear";
  return isTypeOpen ? unknownIn("type", row.type) : null;
}

const longestWord = 60;

function unknownIn(what: "flag" | "status" | "type", word: string): StatementReason {
  return { code: "row_word", what, word: word.slice(0, longestWord) };
}

type Words = {
  readonly status: StatementMeaning | null;
  readonly type: StatementMeaning | null;
  readonly facts: RowFacts;
};

function meaningOfOut(row: ReadFigures, { status, type, facts }: Words): RowMeaning {
  const isNamed = row.payments.length > 0;
  if (status === "not_paid" || type === "not_paid" || facts.text("refusalReason") !== "") {
    return answer("not_paid", rowFault("not_carried_out"));
  }
  if (status === "returned" && row.payments.length === 1) return answer("returned");
  const isBack = status === "return" || status === "returned" || type === "return";
  if (isBack || facts.text("returnReason") !== "" || hasWordOf(facts.text("reference"), backWords)) {
    return isNamed ? unclear(rowFault("back_and_out")) : answer("other");
  }
  if (isNamed) return answer("paid");
  return answer(type === "fee" ? "fee" : "other");
}

function meaningOfIn(row: ReadFigures, { status, type, facts }: Words): RowMeaning {
  const isNamed = row.payments.length > 0;
  if (status === "not_paid" || type === "not_paid") {
    return isNamed ? unclear(rowFault("in_refused")) : answer("incoming");
  }
  if (row.payments.length === 1) return answer("returned");
  if (isNamed) return unclear(rowFault("names_several"));
  const isBack = status === "return" || status === "returned" || type === "return";
  if (isBack || facts.text("returnReason") !== "" || hasWordOf(facts.text("reference"), backWords)) {
    return unclear(rowFault("came_back_unnamed"));
  }
  return answer("incoming");
}

/** Settings and words for all rows of a file. */
export type RowContext = {
  readonly reading: StatementReading;
  readonly today: string;
  readonly statusOf: (word: string) => StatementMeaning | null;
  readonly typeOf: (word: string) => StatementMeaning | null;
  /** True for a file with statuses. A row without one is then unclear. */
  readonly hasStatuses: boolean;
};

/** A row before its meaning is decided. */
export type ReadFigures = Omit<ReadRow, "outcome" | "reason">;
