/** Pages without texts of their own language are in English, with the reader's own numbers and dates. */
const standard = { language: "en", locale: "en-US" };

/** A page's language, and the BCP 47 tag of its numbers and dates. */
export type PageLocale = { readonly language?: string | undefined; readonly locale?: string | undefined };

/** Where a browser finds what the server wrote its page in, so that both write the same. */
function fromDocument(): PageLocale {
  if (typeof document === "undefined") return standard;
  const { lang, dataset } = document.documentElement;
  return { language: lang || undefined, locale: dataset["locale"] };
}

let source: () => PageLocale | undefined = fromDocument;

/** The server writes pages of many readers at once: it tells here what the page at hand is written in. */
export function takeWritingFrom(ofPage: () => PageLocale | undefined): void {
  source = ofPage;
}

/** The locale of the page that is being written or read; a BCP 47 tag. */
export function shownLocale(): string {
  return source()?.locale ?? standard.locale;
}

/** The language of its document. */
export function shownLanguage(): string {
  return source()?.language ?? standard.language;
}
