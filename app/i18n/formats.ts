export type MoneyOnWire = { readonly amount: string; readonly currencyCode: string };

/** Writes amounts, rates, and instants for people, in one locale. The only place where money becomes text to read. */
export type Formats = {
  readonly money: (money: MoneyOnWire) => string;
  /** An amount without its currency, which stands elsewhere. */
  readonly decimal: (amount: string) => string;
  readonly ratio: (ratio: number) => string;
  readonly count: (count: number) => string;
  readonly date: (at: Date, timeZone: string) => string;
  readonly dateTime: (at: Date, timeZone: string) => string;
  readonly month: (month: string) => string;
  /** Alternatives: "A, B, or C". */
  readonly list: (texts: readonly string[]) => string;
};

/** Readers choose the locale, so what is kept must have a limit. */
const mostLocales = 100;
const made = new Map<string, Formats>();

/** The formats of a BCP 47 tag. Digits are always the Latin ones. */
export function formatsIn(tag: string): Formats {
  const known = made.get(tag) ?? makeFormats(new Intl.Locale(tag, { numberingSystem: "latn" }));
  if (made.size > mostLocales) made.clear();
  made.set(tag, known);
  return known;
}

function makeFormats(locale: Intl.Locale): Formats {
  const moneyIn = remembered((currency) => new Intl.NumberFormat(locale, { style: "currency", currency }));
  const dateIn = remembered((timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }));
  const dateTimeIn = remembered(
    (timeZone) =>
      new Intl.DateTimeFormat(locale, {
        year: "numeric",
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZoneName: "short",
        timeZone,
      }),
  );
  const months = remembered(
    () => new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", timeZone: "UTC" }),
  );
  const lists = remembered(() => new Intl.ListFormat(locale, { type: "disjunction" }));
  const decimals = remembered(
    (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: Number(digits) }),
  );
  const counts = remembered(() => new Intl.NumberFormat(locale));
  const ratios = remembered(
    () => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }),
  );
  return {
    // Intl takes decimal texts since ES2023 and keeps every digit of them, so no amount passes through a float.
    money: ({ amount, currencyCode }) =>
      isDecimal(amount) ? evenSpaces(moneyIn(currencyCode).format(amount)) : `${amount} ${currencyCode}`,
    decimal: (amount) =>
      isDecimal(amount) ? evenSpaces(decimals(String(fractionDigitsOf(amount))).format(amount)) : amount,
    ratio: (ratio) => evenSpaces(ratios().format(ratio)),
    count: (count) => evenSpaces(counts().format(count)),
    date: (at, timeZone) => dateIn(timeZone).format(at),
    dateTime: (at, timeZone) => evenSpaces(dateTimeIn(timeZone).format(at)).replaceAll("\u00a0", " "),
    list: (texts) => lists().format(texts),
    month: (month) => months().format(new Date(`${month}-01T00:00:00Z`)),
  };
}

/** Making a formatter costs a hundred times what using it does, and a list has hundreds of cells. */
function remembered<Format>(make: (key: string) => Format): (key?: string) => Format {
  const kept = new Map<string, Format>();
  return (key = "") => {
    const known = kept.get(key) ?? make(key);
    kept.set(key, known);
    return known;
  };
}

/** Node and browsers differ in the kind of a space that does not break; React would call that a mismatch. */
function evenSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

function fractionDigitsOf(amount: string): number {
  return amount.split(".")[1]?.length ?? 0;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}
