/** The part of the platform's search syntax that the local platform knows: terms joined by AND and OR, without brackets. */
import { badRequest } from "./resolver.ts";

export interface Term {
  field: string;
  comparison: ":" | ">" | ">=" | "<" | "<=";
  value: string;
}

/** A comparison of one field with a term's value; throws for a field the platform does not know. */
export type Matcher<Item> = (item: Item, term: Term) => boolean;

const termPattern = /\s*(?:(AND|OR)\s+)?([a-z_]+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|([^\s'"()]+))\s*/y;

/**
 * `updated_at:>='2026-10-01' AND test:false` as alternatives, each of terms that must all hold: AND binds closer than
 * OR. Throws for what it does not understand.
 */
function parseSearch(query: string): Term[][] {
  const alternatives: Term[][] = [[]];
  const pattern = new RegExp(termPattern.source, "y");
  while (pattern.lastIndex < query.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(query);
    if (match === null) {
      throw badRequest(`The local platform does not implement the search "${query.slice(start)}".`);
    }
    const [, connective, field = "", sign, single, double, bare] = match;
    const value = single ?? double ?? bare ?? "";
    if (connective === "OR") alternatives.push([]);
    alternatives.at(-1)?.push({ field, comparison: isSign(sign) ? sign : ":", value });
  }
  return alternatives;
}

/** The items for which every term of an alternative holds. */
export function search<Item>(items: readonly Item[], query: unknown, matches: Matcher<Item>): Item[] {
  const alternatives = typeof query === "string" ? parseSearch(query) : [[]];
  return items.filter((item) => alternatives.some((terms) => terms.every((term) => matches(item, term))));
}

/** Compares moments; a value without a time zone is UTC, as the platform reads it. */
export function matchMoment(actual: string, term: Term): boolean {
  const wanted = Date.parse(/Z|[+-]\d\d:?\d\d$/.test(term.value) ? term.value : `${term.value}Z`);
  const day = Date.parse(term.value);
  const limit = Number.isNaN(wanted) ? day : wanted;
  if (Number.isNaN(limit)) throw badRequest(`"${term.value}" is not a date.`);
  return compare(Date.parse(actual) - limit, term);
}

/** Compares numbers, such as ids. */
export function matchNumber(actual: number, term: Term): boolean {
  return compare(actual - Number(term.value), term);
}

/** Equal, whatever the case of the letters. */
export function matchText(actual: string | null, term: Term): boolean {
  return actual?.toLowerCase() === term.value.toLowerCase();
}

/** `title:cof*` finds beginnings of words, `title:coffee` whole words. */
export function matchWords(title: string, { value }: Term): boolean {
  const words = title.toLowerCase().split(/\W+/);
  const text = value.toLowerCase();
  return text.endsWith("*")
    ? words.some((word) => word.startsWith(text.slice(0, -1)))
    : title.toLowerCase() === text || words.includes(text);
}

export function unknownFilter(term: Term): Error {
  return badRequest(`The local platform does not implement the filter "${term.field}".`);
}

const holds: Record<Term["comparison"], (difference: number) => boolean> = {
  ":": (difference) => difference === 0,
  ">": (difference) => difference > 0,
  ">=": (difference) => difference >= 0,
  "<": (difference) => difference < 0,
  "<=": (difference) => difference <= 0,
};

function compare(difference: number, term: Term): boolean {
  return holds[term.comparison](difference);
}

function isSign(text: string | undefined): text is Exclude<Term["comparison"], ":"> {
  return text === ">" || text === ">=" || text === "<" || text === "<=";
}
