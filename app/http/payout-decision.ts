import type { PaymentDecision } from "#app/flows/payouts/decide-payments.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import type { ShopContext } from "./require-shop.server.ts";

type DecisionOfInput = {
  readonly to: PaymentDecision["to"];
  readonly reference: string;
  readonly note: string;
  /** The day on which it was paid or came back, in the shop's time zone. */
  readonly date: string;
};

/** A decision about payments as it was typed: of today it holds from now on, of another day from its beginning. */
export function decisionOf(
  { date, ...given }: DecisionOfInput,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): PaymentDecision {
  const happenedAt = date === dayIn(timeZone, now) ? now : dayStart(timeZone, date);
  return { ...given, happenedAt };
}

/** Today in a store's time zone, for a form to begin with. */
export function todayIn({ shop, now }: Pick<ShopContext, "shop" | "now">): string {
  return dayIn(shop.timeZone, now);
}
