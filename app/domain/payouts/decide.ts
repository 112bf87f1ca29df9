import { refuse, type Refusal } from "../refusal.ts";
import { afterMove, type Decided, isOpen, type ItemStand, type ItemState } from "./item.ts";
import type { PayoutMethod } from "./method.ts";

/** A payment as far as it decides whether a person's word about it counts. */
export type Decidable = ItemStand & {
  readonly method: PayoutMethod;
  /** What a provider told that cannot be; '' where nothing. */
  readonly contradiction: string;
};

const staysSo = refuse("conflict", "What came back stays so: pay it again with another batch");

/**
 * Why a person's word about a payment does not count; null where it does: where no provider tells, or where one of them
 * left it to a person. While a provider may still pay it, a word that it did not would have it paid twice.
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

/** What is paid may come back, and what counted as not paid may turn out to be paid. */
function mayTurn(status: ItemState, to: Decided): boolean {
  return status === "settled" ? to !== "settled" : status === "failed" && to === "settled";
}

/** True where PayPal alone can take a payment back: nobody has claimed it, and somebody still may. */
export function isToBeTakenBack({ status, method }: Pick<Decidable, "status" | "method">): boolean {
  return status === "unclaimed" && method === "paypal";
}
