import english from "@shopify/polaris/locales/en.json" with { type: "json" };
import { IntlMessageFormat } from "intl-messageformat";
import type { Subject } from "#app/i18n/catalog-types.ts";
import type { PageTexts, PolarisTexts } from "#app/i18n/page-texts.ts";
import { catalogsOf } from "#app/i18n/texts.ts";

type Element = ReturnType<InstanceType<typeof IntlMessageFormat>["getAst"]>[number];
type Span = { readonly start: number; readonly end: number };

const accents: Readonly<Record<string, string>> = {
  a: "á", e: "é", i: "í", o: "ó", u: "ú", n: "ñ", c: "ç", s: "š", y: "ý", z: "ž",
  A: "Á", E: "É", I: "Í", O: "Ó", U: "Ú", N: "Ñ", C: "Ç", S: "Š", Y: "Ý", Z: "Ž",
}; // prettier-ignore

/** A message as a language would have it that is 40% longer than English: "⟦Páýóúţ ···⟧". */
export function pseudo(message: string): string {
  const ast = new IntlMessageFormat(message, "en", undefined, { captureLocation: true }).getAst();
  const spans = ast.flatMap(literalsIn).toSorted((one, other) => other.start - one.start);
  const length = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const accented = spans.reduce((text, { start, end }) => {
    const changed = text.slice(start, end).replaceAll(/[A-Za-z]/g, (letter) => accents[letter] ?? letter);
    return text.slice(0, start) + changed + text.slice(end);
  }, message);
  return `⟦${accented}${"·".repeat(Math.ceil(length * 0.4))}⟧`;
}

/** Names of element kinds, by their number in the syntax tree. */
const kinds = ["literal"];

function literalsIn(element: Element): Span[] {
  if ("children" in element) return element.children.flatMap(literalsIn);
  if ("options" in element) {
    return Object.values(element.options).flatMap((one) => one.value.flatMap(literalsIn));
  }
  if (kinds[element.type] !== "literal" || !element.location) return [];
  return [{ start: element.location.start.offset, end: element.location.end.offset }];
}

/** A page's texts in the pseudo language, Polaris' own included. */
export function pseudoTexts(subjects: readonly Subject[]): PageTexts {
  return {
    language: "en",
    locale: "el-GR",
    catalogs: mapped(catalogsOf("en", subjects), pseudo),
    polaris: mapped<PolarisTexts>(english, (text) => `⟦${text}⟧`),
  };
}

function mapped<Tree extends object>(tree: Tree, change: (text: string) => string): Tree {
  const entries = Object.entries(tree).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? change(value) : mapped(value as object, change),
  ]);
  return Object.fromEntries(entries) as Tree;
}

/** Latin words in a page that stand outside of its catalogs, in its text and in what is read aloud. */
export function wordsOutside(page: globalThis.Element, allowed: readonly string[]): string[] {
  const attributes = [...page.querySelectorAll("*")].flatMap((element) =>
    ["aria-label", "placeholder", "title", "alt"].map((name) => element.getAttribute(name) ?? ""),
  );
  const texts = [textNodesOf(page).join(" "), ...attributes];
  const words = texts.flatMap((text) => withoutCatalogs(text).match(/[A-Za-z]{2,}/g) ?? []);
  return words.filter((word) => !allowed.includes(word));
}

function textNodesOf(page: globalThis.Element): string[] {
  const nodes = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (nodes.nextNode()) texts.push(nodes.currentNode.textContent ?? "");
  return texts;
}

/** A text may hold another as a value, so the innermost go first. */
function withoutCatalogs(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, " ");
  return rest === text ? text : withoutCatalogs(rest);
}
