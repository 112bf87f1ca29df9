import { plainWord } from "../../tables/plain-word.ts";
import type { ColumnUse, StatementMeaning, StatementWord } from "../reading.ts";
import { english, type LanguageWords } from "./english.ts";
import { dutch, french, german, italian, polish, portuguese, spanish } from "./other-languages.ts";

/** Known pairs of words for outgoing and incoming money, in plain form. */
const flagPairs: readonly (readonly [out: string, into: string])[] = [
  ["debit", "credit"],
  ["d", "c"],
  ["d", "k"],
  ["dr", "cr"],
  ["db", "cr"],
  ["dbit", "crdt"],
  ["s", "h"],
  ["soll", "haben"],
  ["ausgang", "eingang"],
  ["af", "bij"],
  ["debet", "credit"],
  ["out", "in"],
  ["outgoing", "incoming"],
  ["debe", "haber"],
  ["cargo", "abono"],
  ["gasto", "ingreso"],
  ["dare", "avere"],
  ["uscita", "entrata"],
  ["débit", "crédit"],
  ["débito", "crédito"],
  ["wn", "ma"],
  ["obciążenie", "uznanie"],
];

/** Words of a flag column for money that neither left nor arrived. */
const neitherFlags: readonly string[] = ["neutral"];

const all: readonly LanguageWords[] = [english, german, french, spanish, italian, dutch, portuguese, polish];

type WordList = Exclude<keyof LanguageWords, "columns">;

const setOf = (list: WordList): ReadonlySet<string> =>
  new Set(all.flatMap((words) => words[list].map(plainWord)));

export const doneWords = setOf("done");
export const pendingWords = setOf("pending");
export const notPaidWords = setOf("notPaid");
export const backWords = setOf("back");
export const feeWords = setOf("fee");
export const descriptionWords = setOf("description");
export const balanceRowWords = setOf("balanceRow");

/** Uses that a column name may have, each with its place in its language's list: a lower one is better. */
type NamedUse = { readonly use: ColumnUse; readonly rank: number };

const usesByName = new Map<string, readonly NamedUse[]>();
for (const { columns } of all) {
  for (const [use, names] of Object.entries(columns) as [ColumnUse, readonly string[]][]) {
    for (const [rank, name] of names.entries()) addUse(plainWord(name), { use, rank });
  }
}

function addUse(name: string, named: NamedUse): void {
  const known = usesByName.get(name) ?? [];
  if (!known.some(({ use }) => use === named.use)) usesByName.set(name, [...known, named]);
}

/** A name that begins with a known one ("Belastung CHF", "Data operacji [dd]") ranks behind exact ones. */
const beginningRank = 20;

export function usesOfName(name: string): readonly NamedUse[] {
  const plain = plainWord(name);
  const exact = usesByName.get(plain);
  if (exact !== undefined) return exact;
  const words = plain.split(" ");
  for (let length = words.length - 1; length > 0; length -= 1) {
    const found = usesByName.get(words.slice(0, length).join(" "));
    if (found !== undefined) return found.map(({ use, rank }) => ({ use, rank: rank + beginningRank }));
  }
  return [];
}

const outFlags = new Set(flagPairs.map(([out]) => plainWord(out)));
const inFlags = new Set(flagPairs.map(([, into]) => plainWord(into)));
const neither = new Set(neitherFlags);

/** The direction of a flag column's word. Null for an unknown one. */
export function directionOfFlag(word: string): "out" | "in" | "neither" | null {
  const plain = plainWord(word);
  if (outFlags.has(plain)) return "out";
  if (inFlags.has(plain)) return "in";
  return neither.has(plain) ? "neither" : null;
}

/** True if a text contains one of the words as a whole word. */
export function hasWordOf(text: string, words: ReadonlySet<string>): boolean {
  const parts = plainWord(text).split(" ");
  return parts.some((_, at) => [1, 2, 3].some((length) => words.has(parts.slice(at, at + length).join(" "))));
}

/** Words with letters beyond ASCII, as written, which identify an encoding. */
export const accentedWords: readonly string[] = [
  ...new Set(
    all
      .flatMap((words) => [
        ...Object.values(words.columns).flat(),
        ...words.done,
        ...words.pending,
        ...words.notPaid,
        ...words.back,
      ])
      .filter((word) => /[^\u0020-\u007e]/.test(word)),
  ),
];

/**
 * Meanings of a file's words: the reading's own first, then those of all languages. Null for an unknown word.
 */
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
