/** The only place that reads the clock. Routes and jobs read it once and pass `now` on. */
export function now(): Date {
  return new Date();
}

/** Milliseconds on a clock that nobody can set back. For timeouts and ages. */
export function uptimeMs(): number {
  return performance.now();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day, `YYYY-MM-DD`, of an instant in an IANA time zone. An unknown zone falls back to UTC, so
 * that a new zone of Shopify never blocks an order.
 */
export function dayIn(timeZone: string, instant: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = dayFormat(timeZone);
    formats.set(timeZone, format);
  }
  return format.format(instant);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day, "14:20:05", of an instant in an IANA time zone. */
export function timeIn(timeZone: string, instant: Date): string {
  let format = clocks.get(timeZone);
  if (!format) {
    const options = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
    format = formatIn(timeZone, options);
    clocks.set(timeZone, format);
  }
  return format.format(instant);
}

/**
 * The instant of a day and a time, "2026-03-31" and "14:20", in an IANA time zone. A time that the zone skips is the one
 * after it, and of a time that comes twice the first counts.
 */
export function instantIn(timeZone: string, day: string, time: string): Date {
  const wanted = Date.parse(`${day}T${time}Z`);
  const offsetAt = (ms: number) => {
    const instant = new Date(ms);
    return (
      Date.parse(`${dayIn(timeZone, instant)}T${timeIn(timeZone, instant)}Z`) - Math.floor(ms / 1000) * 1000
    );
  };
  // The zone's offsets around the time, the larger of which gives the earlier instant.
  const offsets = [offsetAt(wanted - 14 * hourMs), offsetAt(wanted + 14 * hourMs)].toSorted((a, b) => b - a);
  const exact = offsets.map((offset) => wanted - offset).find((ms) => ms + offsetAt(ms) === wanted);
  return new Date(exact ?? wanted - Math.min(...offsets));
}

const hourMs = 3_600_000;

/** First instant of a month, "2026-03", in an IANA time zone. */
export function monthStart(timeZone: string, month: string): Date {
  return dayStart(timeZone, `${month}-01`);
}

/**
 * First instant of a day, "2026-03-31", in an IANA time zone, or the first one after it if the day is skipped
 * there.
 */
export function dayStart(timeZone: string, day: string): Date {
  const key = `${timeZone} ${day}`;
  const known = dayStarts.get(key) ?? findDayStart(timeZone, day);
  // Addresses name days, so the memory needs a limit.
  if (dayStarts.size > mostDayStarts) dayStarts.clear();
  dayStarts.set(key, known);
  return new Date(known);
}

const mostDayStarts = 10_000;
const dayStarts = new Map<string, number>();

function findDayStart(timeZone: string, day: string): number {
  // No time zone is further from UTC, so the calendar turns exactly once in between.
  let before = Date.parse(`${day}T00:00:00Z`) - 16 * hourMs;
  let after = before + 32 * hourMs;
  function narrow(unitMs: number): void {
    while (after - before > unitMs) {
      const middle = before + Math.floor((after - before) / unitMs / 2) * unitMs;
      if (dayIn(timeZone, new Date(middle)) < day) before = middle;
      else after = middle;
    }
  }
  // Almost all days begin on a quarter of an hour, which saves two thirds of the steps.
  narrow(hourMs / 4);
  if (dayIn(timeZone, new Date(after - 1)) >= day) narrow(1);
  return after;
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return formatIn(timeZone, { year: "numeric", month: "2-digit", day: "2-digit" });
}

function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: "UTC" });
  }
}
