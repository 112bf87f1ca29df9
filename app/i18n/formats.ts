export type MoneyOnWire = { readonly amount: string; readonly currencyCode: string };

/** Formats amounts, rates and instants in one locale. The only place that turns money into text for people. */
export type Formats = {
  readonly money: (money: MoneyOnWire) => string;
  /** An amount without its currency, which is shown elsewhere. */
  readonly decimal: (amount: string) => string;
  readonly ratio: (ratio: number) => string;
  readonly count: (count: number) => string;
  /** A round value of an axis: "1.2K", and "$1.2K" with a currency. */
  readonly compact: (value: number, currency?: string) => string;
  /** A change as a signed percentage: "+12%". */
  readonly change: (ratio: number) => string;
  readonly date: (at: Date, timeZone: string) => string;
  readonly dateTime: (at: Date, timeZone: string) => string;
  /** For lists: without the year if it is the one of `now`. */
  readonly listDate: (at: Date, timeZone: string, now: Date) => string;
  /** For lists: without the time zone, and without the year if it is the one of `now`. */
  readonly listDateTime: (at: Date, timeZone: string, now: Date) => string;
  readonly month: (month: string) => string;
  /** Without the year. */
  readonly shortDate: (at: Date, timeZone: string) => string;
  /** Alternatives: "A, B, or C". */
  readonly list: (texts: readonly string[]) => string;
};

/** Readers choose the locale, so the cache needs a limit. */
const mostLocales = 100;
const made = new Map<string, Formats>();

/** Formats of a BCP 47 tag. Digits are always Latin. */
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
  const yearIn = remembered((timeZone) => new Intl.DateTimeFormat(locale, { year: "numeric", timeZone }));
  const shortIn = remembered((timeZone) => shortFormats(locale, timeZone));
  const listed = (kind: "date" | "time") => (at: Date, timeZone: string, now: Date) => {
    const isThisYear = yearIn(timeZone).format(at) === yearIn(timeZone).format(now);
    return evenSpaces(shortIn(timeZone)[kind][isThisYear ? "thisYear" : "otherYear"].format(at));
  };
  const months = remembered(
    () => new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", timeZone: "UTC" }),
  );
  const lists = remembered(() => new Intl.ListFormat(locale, { type: "disjunction" }));
  const decimals = remembered(
    (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: Number(digits) }),
  );
  const counts = remembered(() => new Intl.NumberFormat(locale));
  const compacts = remembered(
    (currency) =>
      new Intl.NumberFormat(locale, {
        notation: "compact",
        maximumFractionDigits: 2,
        minimumFractionDigits: 0,
        ...(currency !== "" && { style: "currency", currency }),
      }),
  );
  const changes = remembered(
    (digits) =>
      new Intl.NumberFormat(locale, {
        style: "percent",
        signDisplay: "exceptZero",
        maximumFractionDigits: Number(digits),
      }),
  );
  const ratios = remembered(
    () => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }),
  );
  return {
    // Intl accepts decimal strings since ES2023 and keeps every digit, so no amount becomes a float.
    money: ({ amount, currencyCode }) =>
      isDecimal(amount) ? evenSpaces(moneyIn(currencyCode).format(amount)) : `${amount} ${currencyCode}`,
    decimal: (amount) =>
      isDecimal(amount) ? evenSpaces(decimals(String(fractionDigitsOf(amount))).format(amount)) : amount,
    ratio: (ratio) => evenSpaces(ratios().format(ratio)),
    count: (count) => evenSpaces(counts().format(count)),
    compact: (value, currency) => evenSpaces(compacts(currency).format(value)),
    change: (ratio) => evenSpaces(changes(Math.abs(ratio) < smallChange ? "1" : "0").format(ratio)),
    date: (at, timeZone) => dateIn(timeZone).format(at),
    shortDate: (at, timeZone) => shortIn(timeZone).date.thisYear.format(at),
    dateTime: (at, timeZone) => evenSpaces(dateTimeIn(timeZone).format(at)).replaceAll("\u00a0", " "),
    listDate: listed("date"),
    listDateTime: listed("time"),
    list: (texts) => lists().format(texts),
    month: (month) => months().format(new Date(`${month}-01T00:00:00Z`)),
  };
}

/** "Nov 25" and "Nov 25, 10:33 AM", with and without the year. */
function shortFormats(locale: Intl.Locale, timeZone: string) {
  const formatIn = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone, ...parts });
  const time = { hour: "numeric", minute: "2-digit" } as const;
  return {
    date: { thisYear: formatIn({}), otherYear: formatIn({ year: "numeric" }) },
    time: { thisYear: formatIn(time), otherYear: formatIn({ year: "numeric", ...time }) },
  };
}

/** Below it, a change has a digit after the point. */
const smallChange = 0.1;

/** Creating a formatter costs a hundred times as much as using it, and a list has hundreds of cells. */
function remembered<Format>(make: (key: string) => Format): (key?: string) => Format {
  const kept = new Map<string, Format>();
  return (key = "") => {
    const known = kept.get(key) ?? make(key);
    kept.set(key, known);
    return known;
  };
}

/** Node and browsers use different non-breaking spaces, and React would report a mismatch. */
function evenSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

function fractionDigitsOf(amount: string): number {
  return amount.split(".")[1]?.length ?? 0;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}
