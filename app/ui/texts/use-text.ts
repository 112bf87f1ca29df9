import type { TextFunction } from "#app/i18n/text-function.ts";
import { createContext, useContext } from "react";
import type { AdminCatalogs, AdminSubject, Subject } from "#app/i18n/catalog-types.ts";
import { textsOf } from "#app/i18n/message.ts";

type AnySubject = Subject | AdminSubject;

/** The texts of a subject, in the language of an affiliate's page. Merchants' pages have no provider. */
export const TextsContext = createContext<((subject: AnySubject) => unknown) | null>(null);

/** The texts of a subject in the page's language: `const t = useText("portal"); t("signIn.title")`. */
export function useText<Name extends AnySubject>(subject: Name): TextFunction<Name> {
  const above = useContext(TextsContext);
  return (above ? above(subject) : merchantText(subject as AdminSubject)) as TextFunction<Name>;
}

const provided = new Map<string, unknown>();

/**
 * Provides catalogs for merchants, at the top of a page's file: `provideTexts({ orders })`. They come with the page's
 * script, because merchants' pages are in English only. Affiliates' pages get the catalogs of their language as data.
 */
export function provideTexts(catalogs: Partial<AdminCatalogs>): void {
  for (const [subject, catalog] of Object.entries(catalogs)) {
    const name = subject as AdminSubject;
    if (!provided.has(name)) provided.set(name, textsOf(name, catalog));
  }
}

/** A file may ask for its texts before the page has provided them. */
const merchants = new Map<string, unknown>();

/** The texts of a subject for merchants outside of components, such as the title of a document. */
export function merchantText<Name extends AdminSubject>(subject: Name): TextFunction<Name> {
  const write = (key: string, values?: object): string => {
    const texts = provided.get(subject) as ((key: string, values?: object) => string) | undefined;
    if (texts === undefined) throw new Error(`The page does not provide the texts of ${subject}`);
    return texts(key, values);
  };
  const known = merchants.get(subject) ?? write;
  merchants.set(subject, known);
  return known as TextFunction<Name>;
}
