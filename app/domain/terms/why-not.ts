import type { LineFacts } from "../order.ts";
import type { Condition } from "./condition.ts";
import { holds, type OrderView, outcomeOf } from "./match.ts";
import { testText } from "./words.ts";

/** Why a condition does not hold for a line, in words; null where it does (T1). */
export function whyNot(condition: Condition, line: LineFacts | null, order: OrderView): string | null {
  if (holds(condition, line, order)) return null;
  if (condition.kind === "all") {
    const failing = condition.of.find((one) => !holds(one, line, order));
    return failing ? whyNot(failing, line, order) : null;
  }
  if (condition.kind === "any") {
    return condition.of.map((one) => whyNot(one, line, order)).join("; and ");
  }
  const outcome = outcomeOf(condition, line, order);
  const asked = `It asks: ${testText(condition)}`;
  if (outcome === "unknown") return `${asked}. That is not known of this order`;
  return outcome === "not-goods" ? `${asked}. That is no matter of goods` : asked;
}
