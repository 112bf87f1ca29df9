import type { Reason } from "../refusal-codes.ts";
import type { DiscountDraft } from "./discount.ts";

/** Placeholders that a template may use. */
const placeholders = ["FIRSTNAME", "LASTNAME", "NAME", "PERCENT", "AMOUNT", "RANDOM4"] as const;
type Placeholder = (typeof placeholders)[number];

const longest = 64;
const longestName = 20;
/** Leaves out letters and digits that look alike. */
const randomAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** True for a code that this app can create: 2 to 64 letters A–Z, digits, dots, hyphens, underscores. */
export function isNewCode(code: string): boolean {
  return code.length <= longest && /^[A-Za-z0-9][A-Za-z0-9._-]+$/.test(code);
}

const namesIn = (template: string) => [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

/** Error in a template that applies to any discount, or null. */
export function textFault(template: string): Reason | null {
  if (template === "") return { code: "value_missing", what: "template" };
  const known: ReadonlySet<string> = new Set(placeholders);
  const unknown = namesIn(template).find((name) => !known.has(name));
  if (unknown !== undefined) {
    return { code: "placeholder_unknown", known: placeholders.map((one) => `{${one}}`).join(", ") };
  }
  return isNewCode(template.replaceAll(/\{[^{}]*\}/g, "X2"))
    ? null
    : { code: "value_invalid", what: "discount_code" };
}

/** Error in a template for this kind of discount, or null. */
export function templateFault(template: string, { kind }: Pick<DiscountDraft, "kind">): Reason | null {
  const named = namesIn(template);
  const isStrange = (name: Placeholder, of: DiscountDraft["kind"]) => named.includes(name) && kind !== of;
  if (isStrange("PERCENT", "percentage")) return notForDiscount("PERCENT");
  if (isStrange("AMOUNT", "amount")) return notForDiscount("AMOUNT");
  return textFault(template);
}

function notForDiscount(placeholder: Placeholder): Reason {
  return { code: "placeholder_not_for_discount", placeholder: `{${placeholder}}` };
}

export type TemplateFacts = {
  readonly name: string;
  readonly percent?: string | undefined;
  readonly amount?: string | undefined;
  /** A number from 0 up to, but without, 1. */
  readonly random: () => number;
};

/** Fills in a template. Names become Latin capitals, or PARTNER if fewer than two letters remain. */
export function fillTemplate(template: string, facts: TemplateFacts): string {
  const words = facts.name.trim().split(/\s+/);
  const parts: Record<Placeholder, () => string> = {
    FIRSTNAME: () => capitals(words[0] ?? ""),
    LASTNAME: () => capitals(words.at(-1) ?? ""),
    NAME: () => capitals(words.join("")),
    PERCENT: () => facts.percent ?? "",
    AMOUNT: () => (facts.amount ?? "").replace(/\.0+$/, ""),
    RANDOM4: () => Array.from({ length: 4 }, () => randomLetter(facts.random)).join(""),
  };
  return template.replaceAll(/\{([A-Z0-9]+)\}/g, (_whole, name: string) => parts[name as Placeholder]());
}

/** The code, or the code with the first free number from 2 appended. `isTaken` gets the code in lower case. */
export function freeCode(code: string, isTaken: (key: string) => boolean): string {
  let free = code;
  for (let number = 2; isTaken(free.toLowerCase()); number += 1) free = `${code}${number}`;
  return free;
}

function capitals(text: string): string {
  const letters = text
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toUpperCase()
    .slice(0, longestName);
  return letters.length >= 2 ? letters : "PARTNER";
}

function randomLetter(random: () => number): string {
  return randomAlphabet[Math.floor(random() * randomAlphabet.length)] ?? "A";
}
