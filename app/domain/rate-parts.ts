import type { Evaluation } from "./commission.ts";
import { flatPay } from "./terms/pay.ts";
import { fallbackKey, type ProgramTerms } from "./terms/terms.ts";

/** The lines of an order that earn one percentage. */
export type RatePart = { readonly rateBps: number; readonly eligibleMinor: bigint };

/**
 * The percentages that an order's commission consists of, the highest first. Empty where a fixed amount, a cap, or a
 * refund is part of it: no rate explains such a commission.
 */
export function ratePartsOf(
  { lines, inputs, currency }: Pick<Evaluation, "lines" | "inputs" | "currency">,
  { rules, commission }: ProgramTerms,
): RatePart[] {
  const eligible = new Map<number, bigint>();
  for (const line of lines.filter((one) => one.counts)) {
    const rule = rules.find((one) => one.id === line.ruleId);
    const pay = flatPay(rule?.pay ?? commission, rule?.id ?? fallbackKey, inputs, currency);
    if (line.standingMinor !== line.commissionMinor || line.commissionMinor !== line.uncappedMinor) return [];
    if (pay.kind === "percentage" && pay.rateBps > 0) {
      eligible.set(pay.rateBps, (eligible.get(pay.rateBps) ?? 0n) + line.netMinor);
    } else if (line.commissionMinor !== 0n) return [];
  }
  return [...eligible]
    .filter(([, eligibleMinor]) => eligibleMinor > 0n)
    .map(([rateBps, eligibleMinor]) => ({ rateBps, eligibleMinor }))
    .toSorted((a, b) => b.rateBps - a.rateBps);
}
