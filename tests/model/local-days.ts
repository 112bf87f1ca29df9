/**
 * Days in a time zone, `YYYY-MM-DD`, by what its clocks are ahead of UTC at an instant, which is all that is asked of the
 * platform's calendar. Kept by hour: in no zone of the histories do clocks change within one.
 */
export function localDays(timeZone: string): (instant: string) => string {
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const known = new Map<number, number>();

  function aheadMs(atMs: number): number {
    const name = clock.formatToParts(atMs).find((part) => part.type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
    const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
    return sign === "-" ? -ms : ms;
  }

  return (instant) => {
    const atMs = Date.parse(instant);
    const hour = Math.floor(atMs / 3_600_000);
    const ahead = known.get(hour) ?? aheadMs(atMs);
    known.set(hour, ahead);
    return new Date(atMs + ahead).toISOString().slice(0, 10);
  };
}
