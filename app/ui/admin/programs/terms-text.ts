import type { FlatPayWire, PayWire, PeriodWire, TermsWire, ThresholdWire } from "#app/contracts/terms.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";

/** Summary of a program's commission. */
export function termsText({ commission, rules }: Pick<TermsWire, "commission" | "rules">): string {
  const text = payWords(commission);
  if (rules.length === 0) return text;
  return `${text}, ${rules.length === 1 ? "1 rule" : `${rules.length} rules`} before it`;
}

/** A pay in words. */
export function payWords(pay: PayWire): string {
  if (pay.type !== "tiered") return flatPayWords(pay);
  const tiers = pay.steps.map((step) => `${flatPayWords(step.pay)} from ${thresholdWords(step.atLeast)}`);
  return `${flatPayWords(pay.below)}, ${tiers.join(", ")} ${periodWords(pay.period)}`;
}

function flatPayWords(pay: FlatPayWire): string {
  if (pay.type === "none") return "No commission";
  if (pay.type === "percentage") return `${pay.percent}% of the order`;
  return `${formatMoney(pay.amount)} per ${pay.type === "fixed" ? "order" : "item"}`;
}

/** Threshold in words. */
export function thresholdWords(threshold: ThresholdWire): string {
  if (threshold.measure === "sales") return `${formatMoney(threshold.amount)} of sales`;
  return threshold.count === 1 ? "1 order" : `${formatCount(threshold.count)} orders`;
}

/** A period in words. */
export function periodWords(period: PeriodWire): string {
  if (period.type === "ever") return "of all time";
  if (period.type === "calendar") return `in the calendar ${period.unit}`;
  return period.days === 1 ? "in a day" : `in ${period.days} days`;
}

/** A number of days in words. */
export function daysWords(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

export const periodStarts: Record<TermsWire["approvalFrom"], string> = {
  order: "the order",
  payment: "the payment",
  fulfilment: "the fulfillment",
};

/** "manually 30 days after the order". */
export function approvalWords({ approval, approvalDays, approvalFrom }: TermsWire): string {
  const how = approval === "manual" ? "manually" : "automatically";
  return `${how} ${daysWords(approvalDays)} after ${periodStarts[approvalFrom]}`;
}
