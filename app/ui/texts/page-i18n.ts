import type { i18n, TFunction } from "i18next";
import type { Subject } from "#app/i18n/catalog-types.ts";
import { i18nInstance } from "#app/i18n/instance.ts";
import { textsOfData, type PageTexts } from "#app/i18n/page-texts.ts";

const instances = new WeakMap<PageTexts, i18n>();

/** The instance that writes a page's texts. */
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
