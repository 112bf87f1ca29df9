import anyAscii from "any-ascii";

/**
 * Latin letters as A to Z: Ł becomes L, ß becomes ss, Æ becomes AE. Marks become separate characters. Other
 * scripts stay as they are.
 */
export function latinLetters(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{Script=Latin}+/gu, (letters) => anyAscii(letters));
}
