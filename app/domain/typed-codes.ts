import { referralKey } from "./referral-code.ts";
import { isStorable } from "./storable.ts";

/** More words than this are text, in which codes would be found by chance. */
const mostWords = 100;
const [shortest, longest] = [2, 64];
const longestText = 10_000;

/** The words of tags and notes that may be affiliates' codes, each once, as they were typed. */
export function wordsOf(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ?? "").slice(0, longestText).match(/[\p{L}\p{N}_-]+/gu) ?? []);
  const byKey = new Map<string, string>();
  for (const word of words) {
    const key = referralKey(word);
    if (word.length < shortest || word.length > longest || !isStorable(word) || byKey.has(key)) continue;
    byKey.set(key, word);
    if (byKey.size === mostWords) break;
  }
  return [...byKey.values()];
}
