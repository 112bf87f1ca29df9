/** "Mar 25, 2026" as lists show it: without the year while it is the current one. */
export function listDay(day: string): string {
  return day.replace(`, ${new Date().getFullYear()}`, "");
}
