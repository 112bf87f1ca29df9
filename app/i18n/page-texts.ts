import { createInstance, type i18n } from "i18next";
import ICU from "i18next-icu";
import type { Language } from "#app/domain/languages.ts";
import type { Catalogs, Subject } from "./catalog-types.ts";
import type { TextFunction } from "./text-function.ts";

export type PolarisTexts = { [key: string]: string | PolarisTexts };

/** Texts of a page. The document's `lang` is the language, and numbers follow the locale. */
export type PageTexts = {
  readonly language: Language;
  /** BCP 47 tag of numbers and dates. */
  readonly locale: string;
  readonly catalogs: Partial<Catalogs>;
  /** Polaris' own texts; null for English, which Polaris includes. */
  readonly polaris: PolarisTexts | null;
};

/** The texts in a layout's loader data: `{ texts }`. */
export function textsOfData(data: unknown): PageTexts | undefined {
  return hasTexts(data) ? data.texts : undefined;
}

function hasTexts(data: unknown): data is { readonly texts: PageTexts } {
  if (typeof data !== "object" || data === null || !("texts" in data)) return false;
  const { texts } = data;
  return typeof texts === "object" && texts !== null && "language" in texts && "catalogs" in texts;
}

/**
 * An i18next instance of one language, ready at once. There is no global one, because a server serves readers of
 * several languages at the same time. A broken message, a missing value or a missing text throws.
 */
export function i18nInstance(language: Language, catalogs: Partial<Catalogs>): i18n {
  const instance = createInstance();
  const icu = new ICU({
    parseErrorHandler: (error, key) => {
      throw new Error(`The text ${key} can't be written in ${language}`, { cause: error });
    },
  });
  void instance.use(icu).init({
    lng: language,
    resources: { [language]: catalogs },
    ns: Object.keys(catalogs),
    fallbackLng: false,
    initAsync: false,
    saveMissing: true,
    missingKeyHandler: (_languages, subject, key) => {
      throw new Error(`The page has no text ${subject}:${key}`);
    },
    react: { useSuspense: false },
  });
  return instance;
}

/** The texts of a subject in the language of the instance. */
export function textsOfInstance<Name extends Subject>(instance: i18n, subject: Name): TextFunction<Name> {
  const write: unknown = instance.getFixedT(instance.language, subject);
  return write as TextFunction<Name>;
}
