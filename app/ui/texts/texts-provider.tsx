import { AppProvider } from "@shopify/polaris";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import type { PageTexts, PolarisTexts } from "#app/i18n/page-texts.ts";
import { PolarisLink } from "../shared/polaris-link.tsx";
import { usePolarisTheme } from "../theme/use-polaris-theme.ts";
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
