import type { LineFacts } from "../order.ts";
import type { Condition, Test } from "./condition.ts";
import { holds, type OrderView, type Outcome, outcomeOf } from "./match.ts";

/** A test that keeps a rule from paying, and its outcome. */
export type UnmetTest = { readonly test: Test; readonly outcome: Exclude<Outcome, "holds"> };

/**
 * T1: tests for which a condition does not hold for a line: the first of an `all`, and those of every branch of an
 * `any`. Null if it holds.
 */
export function unmetTests(
  condition: Condition,
  line: LineFacts | null,
  order: OrderView,
): UnmetTest[] | null {
  if (holds(condition, line, order)) return null;
  if (condition.kind === "all") {
    const failing = condition.of.find((one) => !holds(one, line, order));
    return failing ? unmetTests(failing, line, order) : null;
  }
  if (condition.kind === "any") return condition.of.flatMap((one) => unmetTests(one, line, order) ?? []);
  const outcome = outcomeOf(condition, line, order);
  return outcome === "holds" ? null : [{ test: condition, outcome }];
}
