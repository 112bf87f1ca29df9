import { dayAfter } from "../terms/period-days.ts";

/** What happened around a flag that tells of many orders or clicks. Days are the shop's, both counted in. */
export type PictureAsked = {
  readonly what: "orders" | "clicks";
  readonly unit: "hour" | "day";
  readonly from: string;
  readonly to: string;
  /** Lower-cased; null where all orders of the affiliate are meant. */
  readonly code: string | null;
};

type Flag = {
  readonly kind: string;
  readonly subjectKind: "order" | "affiliate" | "code";
  readonly subjectId: string;
  readonly evidence: Readonly<Record<string, unknown>>;
};

/** So many days before a code's flag are what it was judged by (code-leak.ts). */
const judgedDays = 90;

/** Over which time a flag is shown; null where no code and no day is told of. */
export function pictureOf(flag: Flag, raisedOn: string): PictureAsked | null {
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

/** Every hour ("00" to "23") or day of it, so that nothing is left out where nothing happened. */
export function placesOf({ unit, from, to }: Pick<PictureAsked, "unit" | "from" | "to">): string[] {
  if (unit === "hour") return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day);
  return days;
}
