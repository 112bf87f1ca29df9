import { createInstance, type i18n } from "i18next";
import ICU from "i18next-icu";
import type { Catalogs } from "./catalog-types.ts";
import type { Language } from "#app/domain/languages.ts";

/**
 * An i18next instance of one language, ready at once. There is no global instance: a server answers readers of several
 * languages at the same time. A message that is broken, or lacks a value, throws.
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
    react: { useSuspense: false },
  });
  return instance;
}
