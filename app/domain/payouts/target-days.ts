import { dayAfter } from "../terms/period-days.ts";

/**
 * The first day after this one on which banks settle euros. Source: the TARGET calendar of the European Central Bank:
 * no weekends, January 1, Good Friday, Easter Monday, May 1, December 25 and 26.
 */
export function targetDayAfter(day: string): string {
  let next = dayAfter(day, 1);
  while (!isTargetDay(next)) next = dayAfter(next, 1);
  return next;
}

const executionDaysAhead = 30;

export const lastExecutionDay = (today: string): string => dayAfter(today, executionDaysAhead);

/** Why a file that is downloaded today can't be carried out on this day; null where it can. */
export function whyNotExecutionDay(day: string, today: string): string | null {
  if (day < today) return "Choose today or a later day.";
  if (day > lastExecutionDay(today)) return `Choose a day within the next ${executionDaysAhead} days.`;
  return isTargetDay(day) ? null : "Choose a business day. Banks don't send SEPA payments on this day.";
}

function isTargetDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== dayAfter(easter, -2) && day !== dayAfter(easter, 1);
}

/** Source: the anonymous Gregorian computus (Meeus, Jones, Butcher). */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  const month = Math.floor(days / 31);
  return `${year}-${String(month).padStart(2, "0")}-${String((days % 31) + 1).padStart(2, "0")}`;
}
