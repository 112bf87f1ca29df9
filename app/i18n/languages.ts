import { type Language, languages } from "#app/domain/languages.ts";

/** Each language in its own words, for a menu of languages. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

/** The region whose numbers and dates are written where the reader names none. */
const usualLocales: Readonly<Record<Language, string>> = { en: "en-US", de: "de-DE" };

/** "de-AT" → "de"; undefined for a language without a catalog. */
export function languageOfTag(tag: string): Language | undefined {
  const [language] = tag.toLowerCase().split("-", 1);
  return languages.find((one) => one === language);
}

/** The locale of numbers and dates in a language: the first of the reader's tags that fits, else the usual one. */
export function localeIn(language: Language, tags: readonly string[]): string {
  return tags.find((tag) => tag.includes("-") && languageOfTag(tag) === language) ?? usualLocales[language];
}

/** Countries by name. Made on the server, because browsers may have other names for them. */
export function countryNames(language: Language, codes: readonly string[]): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}
