import Pdf from "pdfkit";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const parsedFonts = new Map<string, ArrayBuffer>();

/**
 * Parses a font once per process; parsing both takes ten times as long as writing a page. pdfkit accepts a
 * parsed font, although its types only allow bytes, and exposes it only as `_font`.
 */
export function parsedFont(name: string): ArrayBuffer {
  const known = parsedFonts.get(name);
  if (known) return known;
  const { font } = Reflect.get(
    new Pdf().font(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)),
    "_font",
  ) as {
    readonly font: ArrayBuffer;
  };
  parsedFonts.set(name, font);
  return font;
}

/** Unicode blocks of right-to-left scripts. Their words would appear in the wrong order. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** True when the current font can show every letter of a text. */
export function canWrite(doc: PDFKit.PDFDocument, text: string): boolean {
  return Array.from(text).every((letter) => hasLetter(doc, letter));
}

/** Replaces letters that the font can't show by an ellipsis. */
export function writable(doc: PDFKit.PDFDocument, text: string): string {
  return Array.from(text, (letter) => (hasLetter(doc, letter) ? letter : "\u2026"))
    .join("")
    .replaceAll(/\u2026+/gu, "\u2026");
}

type Embedded = { readonly font: { readonly hasGlyphForCodePoint: (codePoint: number) => boolean } };

/** Checks the document's current font, which pdfkit exposes only as `_font`. */
function hasLetter(doc: PDFKit.PDFDocument, letter: string): boolean {
  const { font } = Reflect.get(doc, "_font") as Embedded;
  return !rightToLeft.test(letter) && font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
