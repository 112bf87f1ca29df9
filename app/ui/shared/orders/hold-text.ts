import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { formatDateTime } from "../format.ts";

type Hold = Pick<
  NonNullable<OrderExplanationWire["terms"]>,
  "holdDays" | "holdFrom" | "holdBeganAt" | "approval"
>;

const begun = { order: "the order", payment: "its payment", fulfilment: "its fulfilment" };
const awaited = { order: "the order", payment: "it is paid", fulfilment: "it is fulfilled" };

/** M11: "held 14 days from its payment on Mar 4, 2026, 12:00 PM UTC". */
export function holdText({ holdDays, holdFrom, holdBeganAt, approval }: Hold, timeZone: string): string {
  const from =
    holdBeganAt === null
      ? `the day on which ${awaited[holdFrom]}, which has not happened yet`
      : `${begun[holdFrom]} on ${formatDateTime(holdBeganAt, timeZone)}`;
  return `held ${holdDays} days from ${from}${approval === "manual" ? ", then approved by the store" : ""}`;
}
