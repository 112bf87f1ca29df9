import { dayAfter } from "../terms/period-days.ts";
import type { FlagKind } from "./rules.ts";

type Evidence = Readonly<Record<string, unknown>>;

const sameWords: Readonly<Record<string, string>> = {
  email: "the same e-mail address",
  customer: "the same customer account",
  household: "the same surname at the same address",
};

const texts: Record<FlagKind, (of: Evidence) => string> = {
  "self-referral": ({ same }) => {
    const words = (Array.isArray(same) ? same : []).map((one) => sameWords[String(one)] ?? String(one));
    return `The customer seems to be the affiliate: ${words.join(", ")}.`;
  },
  "fast-order": ({ seconds, least }) =>
    `The order was placed ${evidenceText(seconds)} ${seconds === 1 ? "second" : "seconds"} after the affiliate's first click; fewer than ${evidenceText(least)} are hardly enough to buy something.`,
  "ad-click": ({ network, parameter, of }) =>
    `${of === "click" ? "A click on the affiliate's link carried" : "The address of the landing page carries"} ${evidenceText(parameter)}, by which ${evidenceText(network)} marks clicks that were paid for.`,
  "leaked-code": (of) => {
    if (of["orders"] === undefined) {
      return `It came by the code ${evidenceText(of["code"])}, which seems to be leaked, and no visit speaks for the affiliate.`;
    }
    const unvisited = Number(of["orders"]) - Number(of["visited"]);
    return `${unvisited} of ${evidenceText(of["orders"])} orders by the code ${evidenceText(of["code"])} within 30 days had no visit by the affiliate's links; before it was ${Number(of["ordersBefore"]) - Number(of["visitedBefore"])} of ${evidenceText(of["ordersBefore"])}. ${evidenceText(of["fresh"])} were first orders, ${evidenceText(of["foreign"])} came from coupon sites or another affiliate's link.`;
  },
  burst: ({ day, orders, usual, clicks, visitors }) =>
    orders === undefined
      ? `One visitor clicked ${evidenceText(clicks)} times on ${evidenceText(day)}.`
      : `${evidenceText(orders)} orders on ${evidenceText(day)}${visitors === undefined ? "" : ` by ${evidenceText(visitors)} visitors`}; usual are ${evidenceText(usual)} on a day.`,
  "shared-payout": () => "Another affiliate is paid to the same account.",
  "refund-mismatch": ({ paid, claimed, currency }) =>
    `${evidenceText(paid)} ${evidenceText(currency)} was paid back, but the refund’s items, shipping, and adjustments come to ${evidenceText(claimed)} ${evidenceText(currency)}. Check the refund in Shopify. If the amount paid back is right, adjust the commission.`,
};

function evidenceText(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "?";
}

/** The reason of a flag, in a sentence made from its stored evidence. */
export function flagText(kind: string, evidence: Evidence): string {
  const text = texts[kind as FlagKind] as ((of: Evidence) => string) | undefined;
  return text ? text(evidence) : "";
}

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
