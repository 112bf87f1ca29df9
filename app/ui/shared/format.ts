import { formatsIn, type MoneyOnWire } from "#app/i18n/formats.ts";
import { shownLocale } from "./locale.ts";

export type { MoneyOnWire };

/** The formats of the reader's locale. */
const formats = () => formatsIn(shownLocale());

/** "$1,234.50", "¥20", "KWD 1.250". */
export function formatMoney(money: MoneyOnWire): string {
  return formats().money(money);
}

export const isZero = ({ amount }: MoneyOnWire) => !/[1-9]/.test(amount);

/** A ratio (0.125) as "12.5%", with at most two digits after the point. */
export function formatRatio(ratio: number): string {
  return formats().ratio(ratio);
}

/** Basis points as "12.5%". */
export function formatBps(rateBps: number): string {
  return formatRatio(rateBps / 10_000);
}

export function formatCount(count: number): string {
  return formats().count(count);
}

/** A round value of an axis: "1.2K", and "$1.2K" with a currency. */
export function formatCompact(value: number, currency?: string): string {
  return formats().compact(value, currency);
}

/** Change to a value from a positive one before: "+12%". */
export function formatChange(now: number, before: number): string {
  return formats().change((now - before) / before);
}

/** "Nov 20, 2026" in the shop's time zone, which is an argument so that server and browser agree. */
export function formatDate(iso: string, timeZone: string): string {
  return formats().date(new Date(iso), timeZone);
}

/** "2026-03-31", a day of a calendar, as "Mar 31, 2026". */
export function formatDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}

/** "2026-03-31" as "Mar 31", and with its year unless it is that of `today`. */
export function formatShortDay(day: string, today: string): string {
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatDay(day);
  return formats().shortDate(new Date(`${day}T00:00:00Z`), "UTC");
}

/** "Oct 27–Nov 25". */
export function formatDays({ from, to }: { from: string; to: string }, today: string): string {
  if (from === to) return formatShortDay(from, today);
  return `${formatShortDay(from, today)}–${formatShortDay(to, today)}`;
}

/** "2026-03" as "Mar 2026". */
export function formatMonth(month: string): string {
  return formats().month(month);
}

/** "€50.00 or $50.00". */
export function formatList(texts: readonly string[]): string {
  return formats().list(texts);
}

/** "Nov 20, 2026, 3:04 PM EST". */
export function formatDateTime(iso: string, timeZone: string): string {
  return formats().dateTime(new Date(iso), timeZone);
}

/** For lists: "Nov 20", with the year if it is not the current one. */
export function formatListDate(iso: string, timeZone: string): string {
  return formats().listDate(new Date(iso), timeZone, new Date());
}

/** For lists: "Nov 20, 3:04 PM", with the year if it is not the current one. */
export function formatListTime(iso: string, timeZone: string): string {
  return formats().listDateTime(new Date(iso), timeZone, new Date());
}

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** 93784 seconds as "1 d 2 h": its two largest units. */
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
