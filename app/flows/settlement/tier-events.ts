import { reachedFor, type StoredInputs } from "#app/domain/inputs.ts";
import { isReached } from "#app/domain/terms/pay.ts";
import { periodDays } from "#app/domain/terms/period-days.ts";
import { fallbackKey, type Pay } from "#app/domain/terms/terms.ts";
import type { FigureChange } from "#app/store/figures.ts";
import type { NewEvent } from "#app/store/outbox.ts";
import type { Judged } from "./judge-orders.ts";

type Counted = { readonly figures: readonly FigureChange[]; readonly day: string };

/** T6: events of the tiers that a new order reaches, by what was reached before it and what it adds. */
export function tierEvents(
  { facts, attribution }: Judged,
  inputs: StoredInputs,
  { figures, day }: Counted,
): NewEvent[] {
  const { winner } = attribution.decided;
  if (winner === null) return [];
  const { affiliateId, programId, version } = winner;
  const { rules, commission } = version.terms;
  const own = figures.filter((one) => one.affiliateId === affiliateId && one.programId === programId);
  const pays: [string | null, Pay][] = [
    ...rules.map((one): [string, Pay] => [one.id, one.pay]),
    [null, commission],
  ];
  return pays.flatMap(([ruleId, pay]) => {
    if (pay.kind !== "tiered") return [];
    const before = reachedFor(inputs, ruleId ?? fallbackKey);
    const after = {
      orders: own.reduce((sum, one) => sum + one.keptOrders, before.orders),
      salesMinor: own.reduce((sum, one) => sum + one.revenueMinor, before.salesMinor),
    };
    const [last, next] = [before, after].map((reached) =>
      pay.steps.findLastIndex((step) => isReached(step.atLeast, reached, facts.currency)),
    );
    if (last === undefined || next === undefined || next <= last) return [];
    const since = pay.period.kind === "rolling" ? "" : (periodDays(pay.period, day).first ?? "");
    const tier = next + 1;
    const subject = [affiliateId, programId, version.number, ruleId ?? fallbackKey, tier, since].join(":");
    const payload = { affiliateId, programId, version: version.number, ruleId, tier, orderId: facts.id };
    return [{ name: "tier.reached", subjectId: subject, affiliateId, payload }];
  });
}
