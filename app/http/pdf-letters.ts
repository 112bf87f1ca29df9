/** Blocks that Unicode keeps for scripts written from right to left, whose words would stand in the wrong order. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** True where the font that is chosen has every letter of a text, so that none stands as an empty box. */
export function canWrite(doc: PDFKit.PDFDocument, text: string): boolean {
  return Array.from(text).every((letter) => hasLetter(doc, letter));
}

/** A text whose letters that the font does not have are left out, with an ellipsis in their place. */
export function writable(doc: PDFKit.PDFDocument, text: string): string {
  return Array.from(text, (letter) => (hasLetter(doc, letter) ? letter : "\u2026"))
    .join("")
    .replaceAll(/\u2026+/gu, "\u2026");
}

type Embedded = { readonly font: { readonly hasGlyphForCodePoint: (codePoint: number) => boolean } };

/** The document's embedded font knows it, and pdfkit tells it nowhere else. */
function hasLetter(doc: PDFKit.PDFDocument, letter: string): boolean {
  const { font } = Reflect.get(doc, "_font") as Embedded;
  return !rightToLeft.test(letter) && font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
