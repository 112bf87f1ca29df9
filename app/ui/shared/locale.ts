/** Text is English; how numbers and dates are written is the reader's own. */
const standard = "en-US";

/** Where a browser finds the locale with which the server wrote its page, so that both write the same. */
const fromDocument = () =>
  typeof document === "undefined" ? undefined : document.documentElement.dataset["locale"];

let source: () => string | undefined = fromDocument;

/** The server writes pages of many readers at once: it tells here whose page is being written. */
export function takeLocaleFrom(ofPage: () => string | undefined): void {
  source = ofPage;
}

/** The locale of the page that is being written or read; a BCP 47 tag. */
export function shownLocale(): string {
  return source() ?? standard;
}
