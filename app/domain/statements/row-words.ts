import { plainWord } from "./plain-word.ts";
import type { StatementMeaning, StatementWord } from "./reading.ts";
import {
  backWords,
  descriptionWords,
  doneWords,
  feeWords,
  hasWordOf,
  notPaidWords,
  pendingWords,
} from "./words/all-words.ts";

/** Meanings of a file's own words: the reading's first, then those of all languages; null for an unknown word. */
export function wordReader(
  words: readonly StatementWord[],
  column: StatementWord["column"],
): (word: string) => StatementMeaning | null {
  const told = new Map(
    words.flatMap((one) => (one.column === column ? [[plainWord(one.word), one.means] as const] : [])),
  );
  const known = column === "status" ? statusMeaning : typeMeaning;
  // A file of thousands of rows has few words.
  const read = new Map<string, StatementMeaning | null>();
  return (word) => {
    const before = read.get(word);
    if (before !== undefined) return before;
    const meaning = told.get(plainWord(word)) ?? known(word);
    read.set(word, meaning);
    return meaning;
  };
}

function statusMeaning(word: string): StatementMeaning | null {
  const plain = plainWord(word);
  if (pendingWords.has(plain)) return "pending";
  if (notPaidWords.has(plain)) return "not_paid";
  if (backWords.has(plain)) return "return";
  return doneWords.has(plain) ? "done" : null;
}

function typeMeaning(word: string): StatementMeaning | null {
  const plain = plainWord(word);
  if (hasWordOf(word, backWords)) return "return";
  if (pendingWords.has(plain)) return "pending";
  if (notPaidWords.has(plain)) return "not_paid";
  if (feeWords.has(plain)) return "fee";
  return descriptionWords.has(plain) ? "description" : null;
}
