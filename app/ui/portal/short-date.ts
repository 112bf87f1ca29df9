import { shownLocale } from "../shared/locale.ts";

/** An instant's day in the reader's locale, with its year unless that is the year of `today`. */
export function shortDate(
  iso: string,
  { today, timeZone = "UTC" }: { today: string; timeZone?: string },
): string {
  const at = new Date(iso);
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone }).format(at);
  return new Intl.DateTimeFormat(new Intl.Locale(shownLocale(), { numberingSystem: "latn" }), {
    month: "short",
    day: "numeric",
    ...(year !== today.slice(0, 4) && { year: "numeric" }),
    timeZone,
  }).format(at);
}
