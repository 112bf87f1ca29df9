import type { Catalogs } from "./catalog-types.ts";
import type { Language } from "#app/domain/languages.ts";

export type PolarisTexts = { [key: string]: string | PolarisTexts };

/** Texts that a page is sent with. Its document's `lang` is the language, and its numbers follow the locale. */
export type PageTexts = {
  readonly language: Language;
  /** BCP 47 tag of numbers and dates. */
  readonly locale: string;
  readonly catalogs: Partial<Catalogs>;
  /** Polaris' own texts; null for those that it has anyway. */
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
