import { expect, test } from "vitest";
import { evaluate } from "#app/domain/commission.ts";
import { explain } from "#app/domain/explanation.ts";
import { noProgress } from "#app/domain/inputs.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { Caps, ProgramTerms } from "#app/domain/terms/terms.ts";
import { credited, lineOf, orderOf, percentOf, refundOf } from "./order-of.ts";

const usd = (minor: bigint) => ({ minor, currency: "USD" });
const perOrder = usd(1000n);
const terms = { ...percentOf(10), caps: { perOrder, perAffiliate: null } };

function lastSteps(facts: OrderFacts) {
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  return explain({ facts, terms, attribution, evaluation }).lines.map((line) => line.steps.at(-1));
}

test("explains how the rest of a share is calculated, and not for a canceled order", () => {
  // A cap of 10.00 over 100.00 and 50.00: 6.67 and 3.33; half of the first back: 6.67 × 50 ÷ 100 = 3.335 → 3.34.
  const back = { lineId: "1", quantity: 0, subtotalMinor: 5000n, taxMinor: 0n };
  const refunds = [refundOf("1", { lines: [back] })];
  const facts = orderOf({ lines: [lineOf("1", 10_000n), lineOf("2", 5000n)], refunds });
  expect(lastSteps(facts)).toEqual([
    {
      rule: "M9",
      code: "current",
      share: { earned: usd(667n), left: usd(5000n), eligible: usd(10_000n) },
      amount: usd(334n),
    },
    { rule: "T8", code: "cap-order", amount: usd(333n) },
  ]);
  const cancelled = lastSteps({ ...facts, cancelledAt: "2026-11-13T09:00:00Z" });
  const nothing = { rule: "M9", code: "current", amount: usd(0n) };
  expect(cancelled).toEqual([nothing, nothing]);
});

/** The step of an order of 150.00 at 10 % that says what a cap left, of what was left of the affiliate's. */
function capStep(caps: Caps, capUsedMinor: bigint) {
  const capped: ProgramTerms = { ...terms, caps };
  const facts = orderOf({ lines: [lineOf("1", 15_000n)] });
  const attribution = credited(capped);
  const progress = { ...noProgress(), capUsedMinor };
  const first = evaluate({ terms: capped, facts, attribution, inputs: null, progress });
  const again = evaluate({ terms: capped, facts, attribution, inputs: first.inputs });
  const steps = [first, again].map((evaluation) =>
    explain({ facts, terms: capped, attribution, evaluation }).lines[0]?.steps.at(-1),
  );
  expect(steps[1]).toEqual(steps[0]);
  return steps[0];
}

test("a cap is told by its own number: that of the order, of the affiliate, and of both the one that cut", () => {
  const perAffiliate = { amount: usd(2000n), period: { kind: "calendar", unit: "month" } } as const;
  const ofOrder = { rule: "T8", code: "cap-order", amount: usd(1000n) };
  const ofAffiliate = { rule: "T9", code: "cap-affiliate" };
  expect(capStep({ perOrder, perAffiliate: null }, 0n)).toEqual(ofOrder);
  expect(capStep({ perOrder: null, perAffiliate }, 1500n)).toEqual({ ...ofAffiliate, amount: usd(500n) });
  expect(capStep({ perOrder, perAffiliate }, 500n)).toEqual(ofOrder);
  expect(capStep({ perOrder, perAffiliate }, 1500n)).toEqual({ ...ofAffiliate, amount: usd(500n) });
  expect(capStep({ perOrder, perAffiliate }, 2000n)).toEqual({ ...ofAffiliate, amount: usd(0n) });
});
