import { AppProvider } from "@shopify/polaris";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import type { Subject } from "#app/i18n/catalog-types.ts";
import type { PageTexts, PolarisTexts } from "#app/i18n/page-texts.ts";
import { PolarisLink } from "../shared/polaris-link.tsx";
import { usePolarisTheme } from "../theme/theme.ts";
import { i18nOfPage } from "./page-i18n.ts";

type Props = { readonly texts: PageTexts; readonly children: ReactNode };

/** Gives the pages in it their texts in the reader's language, Polaris' own included. */
export function TextsProvider({ texts, children }: Props) {
  const page = <I18nextProvider i18n={i18nOfPage(texts)}>{children}</I18nextProvider>;
  return texts.polaris ? <InPolaris polaris={texts.polaris}>{page}</InPolaris> : page;
}

/** Polaris has no other way to change its language below the provider of all pages, which speaks English. */
function InPolaris({ polaris, children }: Pick<Props, "children"> & { polaris: PolarisTexts }) {
  const theme = usePolarisTheme();
  return (
    <AppProvider i18n={polaris} linkComponent={PolarisLink} theme={theme}>
      {children}
    </AppProvider>
  );
}

/** The texts of a subject in the page's language: `const t = useText("portal"); t("signIn.title")`. */
export function useText<Name extends Subject>(subject: Name): TFunction<Name> {
  return useTranslation<Name>(subject).t as TFunction<Name>;
}
