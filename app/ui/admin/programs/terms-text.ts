import type { ProgramWire } from "#app/contracts/program.ts";
import { formatMoney } from "../../shared/format.ts";

/** What a program pays, in a few words. */
export function termsText({ commission }: ProgramWire["terms"]): string {
  if (commission.type === "percentage") return `${commission.percent}% of the order`;
  return `${formatMoney(commission.amount)} per order`;
}
