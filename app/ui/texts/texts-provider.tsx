import { AppProvider } from "@shopify/polaris";
import type { i18n } from "i18next";
import type { TextFunction } from "#app/i18n/text-function.ts";
import type { ReactNode } from "react";
import type { Subject } from "#app/i18n/catalog-types.ts";
import {
  i18nInstance,
  type PageTexts,
  type PolarisTexts,
  textsOfData,
  textsOfInstance,
} from "#app/i18n/page-texts.ts";
import { AppLink } from "../shared/frame/app-link.tsx";
import { usePolarisTheme } from "../theme/theme.ts";
import { TextsContext } from "./use-text.ts";

type Props = { readonly texts: PageTexts; readonly children: ReactNode };

/** Provides texts in the reader's language, including Polaris' own. */
export function TextsProvider({ texts, children }: Props) {
  const textsOfSubject = textsOfPage(i18nOfPage(texts));
  const page = <TextsContext.Provider value={textsOfSubject}>{children}</TextsContext.Provider>;
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

type TextsOfSubject = (subject: string) => unknown;

const written = new WeakMap<i18n, TextsOfSubject>();

/** A list has hundreds of cells with texts, so the functions are kept. */
function textsOfPage(instance: i18n): TextsOfSubject {
  const subjects = new Map<string, unknown>();
  const texts =
    written.get(instance) ??
    ((subject: string) => {
      const known = subjects.get(subject) ?? textsOfInstance(instance, subject as Subject);
      subjects.set(subject, known);
      return known;
    });
  written.set(instance, texts);
  return texts;
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
  write: (t: TextFunction<Name>) => string,
): [{ title: string }] | [] {
  const texts = matches.map((match) => textsOfData(match?.data)).find((found) => found !== undefined);
  return texts ? [{ title: write(textsOfInstance(i18nOfPage(texts), subject)) }] : [];
}
