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

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: "UTC" });
  }
}
