/** "2026-11-25 21:40 UTC": read by operators of stores in any time zone. */
export function minuteText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
