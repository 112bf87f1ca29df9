import { isCurrency } from "../money.ts";
import type { DecimalSign } from "./table.ts";

/** An amount as written in a cell, before the decimal sign of its column is known. */
export type AmountCell = {
  readonly sign: "-" | "+" | "";
  /** The direction of a letter behind the amount: "5,00 S", "5.00 CR". */
  readonly mark: "out" | "in" | null;
  /** Digits with their points and commas. */
  readonly body: string;
  /** Null if the cell names none, or only "$". */
  readonly currency: string | null;
};

/** Signs that mean one currency. "$" alone is ambiguous. */
export const currencySigns: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  zł: "PLN",
};
const marks: Readonly<Record<string, "out" | "in">> = {
  s: "out",
  h: "in",
  dr: "out",
  cr: "in",
  db: "out",
};

const shape = /^([^\d.,]*)([.,]?\d[\d.,'’\s]*)([^\d]*)$/u;

/** Parses a cell. Null if it is no amount. */
export function amountCell(text: string): AmountCell | null {
  if (text.length > 60) return null;
  const clean = text.replaceAll(/[\u2212\u2013]/g, "-").trim();
  const [, before = "", number, after = ""] = shape.exec(clean) ?? [];
  if (number === undefined) return null;
  const body = number.replaceAll(/[\s'’]/g, "");
  if (/[.,]$/.test(body)) return null;
  return around([...tokensOf(before), null, ...tokensOf(after)], body);
}

function tokensOf(text: string): string[] {
  return text.match(/zł|[a-z]+|[^\sa-z]/giu) ?? [];
}

type Around = { sign: AmountCell["sign"]; mark: AmountCell["mark"]; currency: string | null };

/** Reads the signs and words around the digits, which are `null` among the tokens. */
function around(tokens: readonly (string | null)[], body: string): AmountCell | null {
  const bare = withoutParentheses(tokens);
  if (bare === null) return null;
  const found: Around = { sign: bare.length < tokens.length ? "-" : "", mark: null, currency: null };
  const digits = bare.indexOf(null);
  const isRead = bare.every((token, at) => token === null || addToken(found, token, at > digits));
  return isRead ? { ...found, body } : null;
}

/** Parentheses around an amount are a minus. Null if only one is there, or they are elsewhere. */
function withoutParentheses(tokens: readonly (string | null)[]): readonly (string | null)[] | null {
  const [open, close, digits] = ["(", ")", null].map((one) => tokens.indexOf(one)) as [
    number,
    number,
    number,
  ];
  if (open === -1 && close === -1) return tokens;
  if (open === -1 || open > digits || close < digits) return null;
  return tokens.filter((_, at) => at !== open && at !== close);
}

/** False for a token that no amount has in this place. */
function addToken(found: Around, token: string, isBehind: boolean): boolean {
  if (token === "$") return true;
  if (token === "-" || token === "+") {
    if (found.sign !== "") return false;
    found.sign = token;
    return true;
  }
  const currency = currencySigns[token.toLowerCase()] ?? token.toUpperCase();
  if (isCurrency(currency) && found.currency === null) {
    found.currency = currency;
    return true;
  }
  const mark = isBehind ? marks[token.toLowerCase()] : undefined;
  if (mark === undefined || found.mark !== null) return false;
  found.mark = mark;
  return true;
}

/** The decimal sign that the digits prove. With three digits behind its only separator, it may be either. */
export type DecimalEvidence = DecimalSign | "either" | "group_point" | "group_comma" | "none";

export function decimalEvidence(body: string): DecimalEvidence {
  const separators = body.replaceAll(/\d/g, "");
  if (separators === "") return "either";
  const last = separators.at(-1);
  const style: DecimalSign = last === "." ? "point" : "comma";
  const other: DecimalSign = last === "." ? "comma" : "point";
  if (new Set(separators).size === 2) return decimalText(body, style) === null ? "none" : style;
  if (separators.length > 1) return decimalText(body, other) === null ? "none" : other;
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(body)) return last === "." ? "group_point" : "group_comma";
  return style;
}

const plainDigits = /^\d*$/;
const grouped = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/;

/** The digits as decimal text ("1234.50"). Null if they are not written with this decimal sign. */
export function decimalText(body: string, style: DecimalSign): string | null {
  const asPoint = style === "point" ? body : body.replaceAll(/[.,]/g, (sign) => (sign === "." ? "," : "."));
  const [whole = "", fraction, ...more] = asPoint.split(".");
  const isFractionRight = fraction === undefined || /^\d+$/.test(fraction);
  const isWholeRight = plainDigits.test(whole) || grouped.test(whole);
  if (more.length > 0 || !isFractionRight || !isWholeRight) return null;
  const digits = whole.replaceAll(",", "").replace(/^0+(?=\d)/, "") || "0";
  if (digits.length > 15 || (fraction ?? "").length > 6) return null;
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

export type DecimalFinding = {
  readonly decimals: DecimalSign;
  /** True if the cells leave both signs possible, or disagree. */
  readonly isOpen: boolean;
};

/**
 * Decides the decimal sign from all amounts of a file. One cell against several is an error in that cell, and
 * its row is unclear. Three digits behind the only separator are a group unless `mayHaveThree`, because few
 * currencies have three decimals.
 */
export function findDecimals(bodies: Iterable<string>, mayHaveThree: boolean): DecimalFinding {
  const counts = { point: 0, comma: 0 };
  const groups = { point: 0, comma: 0 };
  for (const body of bodies) {
    const evidence = decimalEvidence(body);
    if (evidence === "point" || evidence === "comma") counts[evidence] += 1;
    // A point that groups digits proves that the comma is the decimal sign.
    if (evidence === "group_point") groups.comma += 1;
    if (evidence === "group_comma") groups.point += 1;
  }
  if (counts.point + counts.comma > 0) return moreOf(counts);
  if (groups.point + groups.comma === 0) return { decimals: "point", isOpen: false };
  const found = moreOf(groups);
  return { ...found, isOpen: found.isOpen || mayHaveThree };
}

function moreOf({ point, comma }: { readonly point: number; readonly comma: number }): DecimalFinding {
  const [more, less] = [Math.max(point, comma), Math.min(point, comma)];
  return { decimals: comma > point ? "comma" : "point", isOpen: less > 0 && more < 2 * less + 1 };
}
