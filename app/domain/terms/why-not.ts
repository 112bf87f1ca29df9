import type { LineFacts } from "../order.ts";
import type { Condition } from "./condition.ts";
import { holds, type OrderView, outcomeOf } from "./match.ts";
import { type NameOf, testText } from "./words.ts";

/** Why a condition does not hold for a line, in words; null where it does (T1). */
export function whyNot(
  condition: Condition,
  { line, order, nameOf }: { line: LineFacts | null; order: OrderView; nameOf: NameOf },
): string | null {
  const asking = { line, order, nameOf };
  if (holds(condition, line, order)) return null;
  if (condition.kind === "all") {
    const failing = condition.of.find((one) => !holds(one, line, order));
    return failing ? whyNot(failing, asking) : null;
  }
  if (condition.kind === "any") {
    const reasons = condition.of.map((one) => whyNot(one, asking));
    return reasons.join("; and ").replaceAll("; and It asks", "; and it asks");
  }
  const outcome = outcomeOf(condition, line, order);
  const asked = `It asks: ${testText(condition, nameOf)}`;
  if (outcome === "unknown") return `${asked}. That is not known of this order`;
  return outcome === "not-goods" ? `${asked}. That is no matter of goods` : asked;
}
