import { isOpen, type ItemStand, type ItemState, nextState, type Outcome } from "./item.ts";

/** What the app itself does with an item, beside what a provider tells of it. */
export const steps = ["sending", "unknown", "person", "cancelled"] as const;
export type Step = (typeof steps)[number];

/** What a person says of an item that no provider tells about, or about which several answers fit. */
export type Decided = "settled" | "returned" | "failed";

/** Where an item is to go, and on whose word. */
export type Move =
  | { readonly said: "provider"; readonly to: Outcome }
  | { readonly said: "app"; readonly to: Step }
  | { readonly said: "person"; readonly to: Decided };

/**
 * What becomes of an item by this move. `same` changes nothing: it is there already, or what was said is older than
 * what is known. `contradiction` moves no money either, and is kept for a person.
 */
export function afterMove(item: ItemStand, move: Move): ItemState | "same" | "contradiction" {
  if (move.said === "provider") return nextState(item, move.to);
  if (item.status === move.to) return "same";
  return move.said === "app" ? afterStep(item.status, move.to) : afterDecision(item, move.to);
}

/** From which states each step leads on; everywhere else the item is further than the step. */
const stepsFrom: Record<Step, readonly ItemState[]> = {
  sending: ["planned"],
  unknown: ["sending"],
  person: ["sending", "unknown", "sent", "held", "unclaimed"],
  // Whoever cancels knows that nothing was handed over: the chunk was never tried, or refused without a doubt before.
  cancelled: ["planned", "sending"],
};

function afterStep(state: ItemState, step: Step): ItemState | "same" {
  return stepsFrom[step].includes(state) ? step : "same";
}

/**
 * A person's word holds over open items; what is settled may come back, and what counted as not paid may turn out to
 * be paid. What was settled and came back stays so: paying it again is another item.
 */
function afterDecision({ status, wasSettled }: ItemStand, to: Decided): ItemState | "contradiction" {
  if (isOpen(status)) return to;
  if (status === "settled") return "returned";
  const isBack = status === "returned" && wasSettled;
  return to === "settled" && !isBack ? "settled" : "contradiction";
}
