import type { Language } from "#app/domain/languages.ts";

/** Countries by name. Made on the server, because browsers may have other names for them. */
export function countryNames(language: Language, codes: readonly string[]): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}
