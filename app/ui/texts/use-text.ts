import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Subject } from "#app/i18n/catalog-types.ts";

/** The texts of a subject in the page's language: `const t = useText("portal"); t("signIn.title")`. */
export function useText<Name extends Subject>(subject: Name): TFunction<Name> {
  return useTranslation<Name>(subject).t as TFunction<Name>;
}
