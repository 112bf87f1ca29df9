import { AppProvider } from "@shopify/polaris";
import type { i18n, TFunction } from "i18next";
import { type ReactNode, useContext } from "react";
import { I18nContext, I18nextProvider } from "react-i18next";
import type { AdminCatalogs, AdminSubject, Subject } from "#app/i18n/catalog-types.ts";
import { i18nInstance, type PageTexts, type PolarisTexts, textsOfData } from "#app/i18n/page-texts.ts";
import { AppLink } from "../shared/frame/app-link.tsx";
import { usePolarisTheme } from "../theme/theme.ts";

type Props = { readonly texts: PageTexts; readonly children: ReactNode };

/** Provides texts in the reader's language, including Polaris' own. */
export function TextsProvider({ texts, children }: Props) {
  const page = <I18nextProvider i18n={i18nOfPage(texts)}>{children}</I18nextProvider>;
  return texts.polaris ? <InPolaris polaris={texts.polaris}>{page}</InPolaris> : page;
}

/** Polaris has no other way to change the language below the app's provider, which is in English. */
function InPolaris({ polaris, children }: Pick<Props, "children"> & { polaris: PolarisTexts }) {
  const theme = usePolarisTheme();
  return (
    <AppProvider i18n={polaris} linkComponent={AppLink} theme={theme}>
      {children}
    </AppProvider>
  );
}

/** The texts of a subject in the page's language: `const t = useText("portal"); t("signIn.title")`. */
export function useText<Name extends Subject | AdminSubject>(subject: Name): TFunction<Name> {
  return textOf(useTextsAbove() ?? merchantI18n, subject);
}

/** Merchants' pages have no provider. */
function useTextsAbove(): i18n | undefined {
  const above = useContext(I18nContext) as { readonly i18n: i18n } | undefined;
  return above?.i18n;
}

const merchantI18n = i18nInstance("en", {});

/**
 * Provides catalogs for merchants, at the top of a page's file: `provideTexts({ orders })`. They come with the page's
 * script, because merchants' pages are in English only. Affiliates' pages get the catalogs of their language as data.
 */
export function provideTexts(catalogs: Partial<AdminCatalogs>): void {
  for (const [subject, catalog] of Object.entries(catalogs)) {
    merchantI18n.addResourceBundle("en", subject, catalog);
  }
}

/** The texts of a subject for merchants outside of components, such as the title of a document. */
export function merchantText<Name extends AdminSubject>(subject: Name): TFunction<Name> {
  return textOf(merchantI18n, subject);
}

const written = new WeakMap<i18n, Map<string, unknown>>();

/** A list has hundreds of cells with texts, so the functions are kept. */
function textOf<Name extends Subject | AdminSubject>(instance: i18n, subject: Name): TFunction<Name> {
  const subjects = written.get(instance) ?? new Map<string, unknown>();
  const known = subjects.get(subject) ?? instance.getFixedT(null, subject);
  written.set(instance, subjects.set(subject, known));
  return known as TFunction<Name>;
}

const instances = new WeakMap<PageTexts, i18n>();

/** The i18next instance of the page. */
export function i18nOfPage(texts: PageTexts): i18n {
  const known = instances.get(texts) ?? i18nInstance(texts.language, texts.catalogs);
  instances.set(texts, known);
  return known;
}

type Matches = readonly ({ readonly data?: unknown } | undefined)[];

/** The title of a document in its language, for `meta`: `titleIn(matches, "portal", (t) => t("signIn.title"))`. */
export function titleIn<Name extends Subject>(
  matches: Matches,
  subject: Name,
  write: (t: TFunction<Name>) => string,
): [{ title: string }] | [] {
  const texts = matches.map((match) => textsOfData(match?.data)).find((found) => found !== undefined);
  return texts ? [{ title: write(i18nOfPage(texts).getFixedT(texts.language, subject)) }] : [];
}
