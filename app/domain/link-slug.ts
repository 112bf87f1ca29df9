import { referralKey } from "./referral-code.ts";

const longest = 32;

/**
 * Proposes the last part of a link's address from words ("Summer sale", "Größe M") in small letters and hyphens, with
 * the first free number from 2 behind it while `isTaken` (asked with the key) says so.
 */
export function suggestSlug(words: string, isTaken: (key: string) => boolean): string {
  const letters = words
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^[-_]+|-+$/g, "")
    .slice(0, longest - 6)
    .replace(/-+$/, "");
  const stem = letters.length >= 2 ? letters : "link";
  let slug = stem;
  for (let number = 2; isTaken(referralKey(slug)); number += 1) slug = `${stem}-${number}`;
  return slug;
}

/** Words from which a proposal grows: what the codes beside it begin with, so that few have to be looked up. */
export function slugStem(words: string): string {
  return referralKey(suggestSlug(words, () => false));
}
