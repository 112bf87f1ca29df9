/** A name or word without case, accents and punctuation, for comparing. */
export function plainWord(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
