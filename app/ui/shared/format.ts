/** How amounts, rates and instants are written for people. The only place where money becomes text to read. */
export type MoneyOnWire = { readonly amount: string; readonly currencyCode: string };

const locale = "en-US";

/**
 * "$1,234.50", "¥20", "KWD 1.250". Intl takes decimal texts since ES2023 and keeps every digit of them,
 * so no amount passes through a float.
 */
export function formatMoney(money: MoneyOnWire): string {
  if (!isDecimal(money.amount)) return `${money.amount} ${money.currencyCode}`;
  const style = new Intl.NumberFormat(locale, { style: "currency", currency: money.currencyCode });
  return style.format(money.amount);
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** A ratio (0.125) as "12.5%", with at most two digits after the point. */
export function formatRatio(ratio: number): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(ratio);
}

/** Basis points as "12.5%". */
export function formatBps(rateBps: number): string {
  return formatRatio(rateBps / 10_000);
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** "Nov 20, 2026" on the shop's own calendar. The zone is given, so that server and browser write the same. */
export function formatDate(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(new Date(iso));
}

/** "Nov 20, 2026, 3:04 PM EST". */
export function formatDateTime(iso: string, timeZone: string): string {
  const parts: Intl.DateTimeFormatOptions = {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  };
  // Node and browsers differ in the space before AM and PM; React would call that a mismatch.
  return new Intl.DateTimeFormat(locale, parts).format(new Date(iso)).replaceAll("\u202f", " ");
}
