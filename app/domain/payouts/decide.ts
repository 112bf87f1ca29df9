import { refuse, type Refusal } from "../refusal.ts";
import { afterMove, type Decided, isOpen, type ItemStand, type ItemState } from "./item.ts";
import type { PayoutMethod } from "./method.ts";

/** Facts about a payment that decide if a person may record its outcome. */
export type Decidable = ItemStand & {
  readonly method: PayoutMethod;
  /** Impossible report of a provider, or ''. */
  readonly contradiction: string;
};

const staysSo = refuse("conflict", "What came back stays so: pay it again with another batch");

/**
 * Reason why a person cannot record this outcome, or null. People decide payments that no provider reports on
 * or that a provider left open. While a provider may still pay, recording a failure would let the payment be
 * made twice.
 */
export function refusalOfDecision(item: Decidable, to: Decided): Refusal | null {
  const { status, method } = item;
  if (status === "person" || item.contradiction !== "") {
    return afterMove(item, { said: "person", to }) === "contradiction" ? staysSo : null;
  }
  if (method === "paypal" || method === "store_credit") {
    return refuse("not-possible", "What becomes of this payment its provider tells by itself");
  }
  if (method === "bank" && status === "sending") {
    return refuse("conflict", "Its file has not been downloaded yet: download it, or cancel it");
  }
  return isOpen(status) || status === to || mayTurn(status, to) ? null : staysSo;
}

/** A paid payment may come back, and a failed one may turn out to be paid. */
function mayTurn(status: ItemState, to: Decided): boolean {
  return status === "settled" ? to !== "settled" : status === "failed" && to === "settled";
}

/** True for an unclaimed payment that only PayPal can cancel. */
export function isToBeTakenBack({ status, method }: Pick<Decidable, "status" | "method">): boolean {
  return status === "unclaimed" && method === "paypal";
}
