import { type Language, languages } from "#app/domain/languages.ts";

/** Languages by their own names, for a menu. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

/** Locale of numbers and dates if the reader names no region. */
const usualLocales: Readonly<Record<Language, string>> = { en: "en-US", de: "de-DE" };

/** "de-AT" → "de"; undefined for a language without a catalog. */
export function languageOfTag(tag: string): Language | undefined {
  const [language] = tag.toLowerCase().split("-", 1);
  return languages.find((one) => one === language);
}

/** Locale of numbers and dates in a language: the first of the reader's tags that fits, else the usual one. */
export function localeIn(language: Language, tags: readonly string[]): string {
  return tags.find((tag) => tag.includes("-") && languageOfTag(tag) === language) ?? usualLocales[language];
}

/** Countries by name. Created on the server, because browsers may have other names. */
export function countryNames(language: Language, codes: readonly string[]): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}
