/** The one place that looks at a clock. Doors and jobs read it once and pass `now` on. */
export function now(): Date {
  return new Date();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day, `YYYY-MM-DD`, on which `instant` falls in an IANA time zone.
 * An unknown zone falls back to UTC, so that a platform's new zone never stops an order.
 */
export function dayIn(timeZone: string, instant: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = dayFormat(timeZone);
    formats.set(timeZone, format);
  }
  return format.format(instant);
}

const hourMs = 3_600_000;

/** The first instant of a month, "2026-03", in an IANA time zone: where the calendar there turns to its first day. */
export function monthStart(timeZone: string, month: string): Date {
  const firstDay = `${month}-01`;
  // No place on earth is further from UTC than this; in between, the calendar turns once.
  let before = Date.parse(`${firstDay}T00:00:00Z`) - 16 * hourMs;
  let after = before + 32 * hourMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle)) < firstDay) before = middle;
    else after = middle;
  }
  return new Date(after);
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: "UTC" });
  }
}
