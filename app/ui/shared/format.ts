import { shownLocale } from "./locale.ts";

/** How amounts, rates and instants are written for people. The only place where money becomes text to read. */
export type MoneyOnWire = { readonly amount: string; readonly currencyCode: string };

/** Making a formatter costs a hundred times what using it does, and a list has hundreds of cells. */
function remembered<Format>(make: (locale: Intl.Locale, key: string) => Format): (key?: string) => Format {
  const made = new Map<string, Format>();
  return (key = "") => {
    const tag = shownLocale();
    const name = `${tag} ${key}`;
    const known = made.get(name) ?? make(new Intl.Locale(tag, { numberingSystem: "latn" }), key);
    // Readers choose the locale, and these are only so many.
    if (made.size > mostFormatters) made.clear();
    made.set(name, known);
    return known;
  };
}

const mostFormatters = 1000;

const moneyIn = remembered(
  (locale, currency) => new Intl.NumberFormat(locale, { style: "currency", currency }),
);
const dateIn = remembered(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }),
);
const months = remembered(
  (locale) => new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", timeZone: "UTC" }),
);
const dateTimeIn = remembered(
  (locale, timeZone) =>
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
const counts = remembered((locale) => new Intl.NumberFormat(locale));
const ratios = remembered(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }),
);

/** Node and browsers differ in the kind of a space that does not break; React would call that a mismatch. */
function evenSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

/**
 * "$1,234.50", "¥20", "KWD 1.250". Intl takes decimal texts since ES2023 and keeps every digit of them,
 * so no amount passes through a float.
 */
export function formatMoney(money: MoneyOnWire): string {
  if (!isDecimal(money.amount)) return `${money.amount} ${money.currencyCode}`;
  return evenSpaces(moneyIn(money.currencyCode).format(money.amount));
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** A ratio (0.125) as "12.5%", with at most two digits after the point. */
export function formatRatio(ratio: number): string {
  return evenSpaces(ratios().format(ratio));
}

/** Basis points as "12.5%". */
export function formatBps(rateBps: number): string {
  return formatRatio(rateBps / 10_000);
}

export function formatCount(count: number): string {
  return evenSpaces(counts().format(count));
}

/** "Nov 20, 2026" on the shop's own calendar. The zone is given, so that server and browser write the same. */
export function formatDate(iso: string, timeZone: string): string {
  return dateIn(timeZone).format(new Date(iso));
}

/** "2026-03-31", a day of a calendar, as "Mar 31, 2026". */
export function formatDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}

/** "2026-03" as "Mar 2026". */
export function formatMonth(month: string): string {
  return months().format(new Date(`${month}-01T00:00:00Z`));
}

/** "Nov 20, 2026, 3:04 PM EST". */
export function formatDateTime(iso: string, timeZone: string): string {
  return evenSpaces(dateTimeIn(timeZone).format(new Date(iso))).replaceAll("\u00a0", " ");
}

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** 93784 seconds as "1 d 2 h": the largest unit that it has, and the next one. */
export function formatDuration(seconds: number): string {
  const first = units.findIndex(([, length]) => seconds >= length);
  if (first === -1) return "0 s";
  let rest = seconds;
  const parts = units.slice(first, first + 2).map(([name, length]) => {
    const many = Math.floor(rest / length);
    rest -= many * length;
    return many === 0 ? "" : `${formatCount(many)} ${name}`;
  });
  return parts.filter(Boolean).join(" ");
}
