/** Pages without texts of their own language are in English, with the reader's own numbers and dates. */
const standard = { language: "en", locale: "en-US" };

/** A page's language, and the BCP 47 tag of its numbers and dates. */
export type PageLocale = { readonly language?: string | undefined; readonly locale?: string | undefined };

/** Reads the server's choice from the document, so that the browser uses the same. */
function fromDocument(): PageLocale {
  if (typeof document === "undefined") return standard;
  const { lang, dataset } = document.documentElement;
  return { language: lang || undefined, locale: dataset["locale"] };
}

let source: () => PageLocale | undefined = fromDocument;

/** The server renders pages of many readers at once. This sets where it finds the current page's locale. */
export function takeWritingFrom(ofPage: () => PageLocale | undefined): void {
  source = ofPage;
}

/** Locale of the current page; a BCP 47 tag. */
export function shownLocale(): string {
  return source()?.locale ?? standard.locale;
}

/** Language of the current page's document. */
export function shownLanguage(): string {
  return source()?.language ?? standard.language;
}
