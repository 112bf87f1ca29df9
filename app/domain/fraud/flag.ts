import { dayAfter } from "../terms/period-days.ts";

/** Chart for a flag about several orders or clicks. Days are in the shop's time zone, inclusive. */
export type FlagChartQuery = {
  readonly what: "orders" | "clicks";
  readonly unit: "hour" | "day";
  readonly from: string;
  readonly to: string;
  /** In lower case. Null means all orders of the affiliate. */
  readonly code: string | null;
};

type Flag = {
  readonly kind: string;
  readonly subjectKind: "order" | "affiliate" | "code";
  readonly subjectId: string;
  readonly evidence: Readonly<Record<string, unknown>>;
};

/** Days before its flag whose orders a code is judged by (code-leak.ts). */
const judgedDays = 90;

/** Chart period of a flag. Null when the flag is about no code and no day. */
export function pictureOf(flag: Flag, raisedOn: string): FlagChartQuery | null {
  const { evidence, subjectKind, subjectId } = flag;
  if (subjectKind === "code") {
    const from = dayAfter(raisedOn, 1 - judgedDays);
    return { what: "orders", unit: "day", from, to: raisedOn, code: subjectId };
  }
  const day = evidence["day"];
  if (flag.kind !== "burst" || typeof day !== "string" || !/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const what = typeof evidence["clicks"] === "number" ? "clicks" : "orders";
  return { what, unit: "hour", from: day, to: day, code: null };
}

/** Every hour ("00" to "23") or day of the chart, including those without events. */
export function placesOf({ unit, from, to }: Pick<FlagChartQuery, "unit" | "from" | "to">): string[] {
  if (unit === "hour") return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day);
  return days;
}
