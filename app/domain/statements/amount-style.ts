/** How the amounts of a column are written: which sign stands before the decimals. */
export type AmountStyle = "point" | "comma";

/** Why a column cannot be read, and the first of its cells that says so. */
export type StyleFault = { readonly index: number; readonly text: string; readonly message: string };

type Evidence = AmountStyle | "either" | "ambiguous" | "neither";

/** Digits with their signs of grouping and decimals; what people write around them is left out. */
export function bareAmount(text: string): string {
  const trimmed = text
    .trim()
    .replaceAll(/[\s\u00A0\u202F'’]/g, "")
    .replaceAll("\u2212", "-")
    .replace(/^(?:[A-Z]{3}|[€$£¥])/, "")
    .replace(/(?:[A-Z]{3}|[€$£¥])$/, "")
    .replace(/^(-?)[€$£¥]/, "$1");
  if (/^\(.*\)$/.test(trimmed)) return `-${trimmed.slice(1, -1)}`;
  return trimmed.endsWith("-") ? `-${trimmed.slice(0, -1)}` : trimmed.replace(/^\+/, "");
}

const asPoint = /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/;
const asComma = /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;

function evidenceOf(bare: string): Evidence {
  if (bare === "") return "either";
  const [isPoint, isComma] = [asPoint.test(bare), asComma.test(bare)];
  if (!isPoint && !isComma) return "neither";
  if (isPoint !== isComma) return isPoint ? "point" : "comma";
  return /[.,]/.test(bare) ? "ambiguous" : "either";
}

/**
 * Decides how a whole column is written, from all of its cells; a cell is never guessed by itself. "1.234" may be one
 * or a thousand: it is refused unless another cell of the column tells, or `chosen`, which a person said. Empty cells
 * say nothing.
 */
export function amountStyleOf(
  cells: readonly string[],
  chosen: AmountStyle | null,
): AmountStyle | StyleFault {
  let [style, doubt]: [AmountStyle | null, StyleFault | null] = [null, null];
  for (const [index, text] of cells.entries()) {
    const evidence = evidenceOf(bareAmount(text));
    if (evidence === "neither") return { index, text, message: "is not an amount" };
    if (evidence === "ambiguous") doubt ??= { index, text, message: "may be read in two ways" };
    if (!isStyle(evidence)) continue;
    if (style !== null && style !== evidence) {
      return { index, text, message: "is written otherwise than the amounts before it" };
    }
    style = evidence;
  }
  return style ?? (doubt === null ? "point" : (chosen ?? doubt));
}

function isStyle(evidence: Evidence): evidence is AmountStyle {
  return evidence === "point" || evidence === "comma";
}

/** The decimal of a cell ("-1234.50") in a column of this style; null for what is no amount. */
export function decimalOf(text: string, style: AmountStyle): string | null {
  const bare = bareAmount(text);
  if (!(style === "point" ? asPoint : asComma).test(bare)) return null;
  return style === "point" ? bare.replaceAll(",", "") : bare.replaceAll(".", "").replace(",", ".");
}
