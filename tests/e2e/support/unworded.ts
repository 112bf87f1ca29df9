import english from "@shopify/polaris/locales/en.json" with { type: "json" };
import type { Page } from "playwright-core";
import { emailVariables } from "#app/domain/emails/variables.ts";
import { allSystems } from "#app/domain/imports/layouts/all-systems.ts";
import { languageNames } from "#app/i18n/languages.ts";
import { query } from "./database.ts";

/** Columns with what people and other systems wrote, by their names. */
const written =
  "(^|_)(name|title|email|domain|code|slug|target|note|answer|path|host|url|address|label|tag|value|display|line|reason|message|summary|template)(_|$)";

/** Names that are the same in every language. */
const names = [
  ...Object.values(allSystems).map(({ name }) => name),
  "Affiliate Platform",
  "CSV",
  "PayPal",
  "Shopify",
  "Wise",
  "Google",
  "Meta",
  "TikTok",
  "LinkedIn",
  "Demo Store",
  "Demo Theme",
  "Standard (3 to 5 days)",
  "Five off",
  "Free shipping on all products",
  "Free shipping",
  "Steel bottle",
  "Welcome",
  "Winter wool",
  "Wool blanket",
  "PostgreSQL",
];

/** Discounts as the platform describes them: "15% off entire order", "Free shipping". Written placeholders of codes and emails. */
const described = [/\b(?:[\d.]+%|[\d.]+ [A-Z]{3}) off(?: (?:entire order|\d+ products))?/g, /\{\w+\}/g];

/** What is said in no text of the app: contents of the database, samples of emails, names of languages, and what Polaris says itself. Longest first. */
export async function readData(): Promise<readonly string[]> {
  const columns = await query(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name ~ '${written}'`,
  );
  const documents = await query(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'jsonb'`,
  );
  // Shorter samples are parts of other values.
  const samples = Object.values(emailVariables).flatMap(({ type, sample: { en } }) =>
    type === "sentence" || en.split(" ").length > 3 ? [en] : [],
  );
  const values = new Set([...names, ...samples, ...Object.values(languageNames), ...textsOf(english)]);
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await query(`select distinct "${column}" as value from "${table}" limit 2000`);
    for (const { value } of rows) if (value) values.add(value);
  }
  for (const { table_name: table, column_name: column } of documents) {
    const rows = await query(
      `select distinct hit.json #>> '{}' as value from "${table}",
        lateral jsonb_path_query("${column}", 'lax $.** ? (@.type() == "object").keyvalue() ? (@.key == "name" || @.key == "title" || @.key == "label").value') as hit(json) limit 2000`,
    );
    for (const { value } of rows) if (value) values.add(value);
  }
  // Shorter ones would be parts of other words.
  return [...values].filter((value) => value.length > 2).toSorted((one, other) => other.length - one.length);
}

function textsOf(tree: object): string[] {
  return Object.values(tree).flatMap((value: unknown) =>
    typeof value === "string" ? value.split(/\W*\{\w+\}\W*/) : textsOf(value as object),
  );
}

/** Texts of a page that aren't in the pseudo language and are no data: "Open the order" of "⟦···⟧ Open the order". */
export async function unwordedTexts(page: Page, data: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(readTexts);
  const left = new Set(texts.map((text) => withoutCatalogs(text).trim()));
  return [...left].filter((text) => hasWords(text, data)).map((text) => text.slice(0, 120));
}

/** Visible texts, choices of selects, and what is read aloud. Runs in the browser. */
function readTexts(): string[] {
  const unread = "script, style, noscript, code, pre, [lang]:not(html), [translate=no], .Polaris-Avatar";
  const elements = [...document.body.querySelectorAll("*")].filter((element) => !element.closest(unread));
  return elements.flatMap((element) => {
    const attributes = ["aria-label", "placeholder", "title", "alt"].map(
      (name) => element.getAttribute(name) ?? "",
    );
    const isShown = element.checkVisibility() || element instanceof HTMLOptionElement;
    const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return [...attributes, isShown ? nodes.map((node) => node.textContent ?? "").join("") : ""];
  });
}

/** A text may hold another as a value, so the innermost go first. */
function withoutCatalogs(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, " ");
  return rest === text ? text : withoutCatalogs(rest);
}

const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec";
/** Addresses, ids, dates, currencies, units and abbreviations. */
const formatted = [
  ...described,
  /\S*[@/\\=_]\S*/g,
  /\b[\w-]+\.[\w.-]*\w/g,
  /\S*\d\S*/g,
  new RegExp(`\\b(?:${months})[a-z]*\\b`, "g"),
  /\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/g,
  /\b[A-Z]{2,7}\b/g,
  /\b(?:kB|MB|px|ms)\b/g,
];

/** Without a value that is no part of a word. */
function withoutWhole(text: string, value: string): string {
  const literal = value.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(String.raw`(?<!\w)${literal}(?!\w)`, "g"), " ");
}

function hasWords(text: string, data: readonly string[]): boolean {
  const named = data.reduce((rest, value) => (rest.includes(value) ? withoutWhole(rest, value) : rest), text);
  const rest = formatted.reduce((left, pattern) => left.replaceAll(pattern, " "), named);
  // A part of a text between tags has accents, but no brackets.
  return (rest.match(/\p{L}{2,}/gu) ?? []).some((word) => /^[A-Za-z]+$/.test(word));
}

/** Texts that are cut off where nothing scrolls. */
export async function cutTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>("*")]
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const hides = overflowX === "hidden" || overflowX === "clip";
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        // What is for screen readers only is one pixel wide, and an ellipsis is meant.
        const isSeen = element.clientWidth > 2 && element.checkVisibility();
        const isCut = element.scrollWidth > element.clientWidth + 1;
        return hides && hasText && isSeen && isCut && textOverflow !== "ellipsis";
      })
      .map((element) => `${element.className}: ${element.textContent?.trim().slice(0, 80) ?? ""}`),
  );
}
