/** A day of the Gregorian calendar; month and day begin with 1. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

const daysOfEra = 146_097;
/** From 0000-03-01, where the eras of 400 years begin, to 1970-01-01. */
const daysBeforeEpoch = 719_468;

/**
 * Days from 1970-01-01 to a day. Years are counted from March, so that the leap day comes last; a day beyond the end of
 * its month goes on into the next.
 */
export function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysOfEra + dayOfEra - daysBeforeEpoch;
}

/** The day that is so many days after 1970-01-01. */
export function dayAt(days: number): CalendarDay {
  const shifted = days + daysBeforeEpoch;
  const era = Math.floor(shifted / daysOfEra);
  const dayOfEra = shifted - era * daysOfEra;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
