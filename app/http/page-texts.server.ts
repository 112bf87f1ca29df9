import german from "@shopify/polaris/locales/de.json" with { type: "json" };
import type { Language } from "#app/domain/languages.ts";
import type { Subject } from "#app/i18n/catalog-types.ts";
import { languageOfTag, localeIn } from "#app/i18n/languages.ts";
import type { PageTexts } from "#app/i18n/page-texts.ts";
import { catalogsOf } from "#app/i18n/texts.ts";
import { acceptedLocales } from "./locale.ts";

/** Parts of Polaris that pages with texts of ours use: all of its texts would be more than all of ours. */
const polarisParts = [
  "ActionMenu",
  "Badge",
  "Banner",
  "Button",
  "Common",
  "Page",
  "Pagination",
  "TextField",
] as const;

const polaris: Readonly<Record<Language, PageTexts["polaris"]>> = {
  en: null,
  de: { Polaris: Object.fromEntries(polarisParts.map((part) => [part, german.Polaris[part]])) },
};

/** The language of a page: the reader's choice, else the first of the browser's that we have, else the store's. */
export function languageFor(
  request: Request,
  { chosen, store }: { readonly chosen: Language | null; readonly store: Language },
): Language {
  return chosen ?? languageOfBrowser(request) ?? store;
}

/** The first of the browser's languages that we have. */
export function languageOfBrowser(request: Request): Language | null {
  const offered = acceptedLocales(request).map(languageOfTag);
  return offered.find((one) => one !== undefined) ?? null;
}

/** Texts and formats of a page in a language, for the loader of its layout. */
export function pageTexts(request: Request, language: Language, subjects: readonly Subject[]): PageTexts {
  return {
    language,
    locale: localeIn(language, acceptedLocales(request)),
    catalogs: catalogsOf(language, subjects),
    polaris: polaris[language],
  };
}
