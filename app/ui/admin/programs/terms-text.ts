import type { FlatPayWire, PayWire, PeriodWire, TermsWire, ThresholdWire } from "#app/contracts/terms.ts";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { merchantText } from "../../texts/use-text.ts";
import type { FlatPayDraft, PayDraft, PeriodDraft, ThresholdDraft } from "./terms/draft.ts";

const t = merchantText("programs");

type FlatPay = FlatPayWire | FlatPayDraft;
type Pay = PayWire | PayDraft;
type Period = PeriodWire | PeriodDraft;
type Threshold = ThresholdWire | ThresholdDraft;

type Commission = { readonly commission: Pay; readonly rules: readonly unknown[] };

/** "10%, 15% from $100 a month + 1 rule". */
export function termsText({ commission, rules }: Commission): string {
  const rate = payWords(commission);
  return rules.length === 0 ? rate : t("words.withRules", { rate, count: rules.length });
}

/** "10%, 15% from $100 a month". */
export function payWords(pay: Pay): string {
  if (pay.type !== "tiered") return flatPayWords(pay);
  const steps = pay.steps.map((step) =>
    t("words.step", { rate: flatPayWords(step.pay), from: thresholdWords(step.atLeast) }),
  );
  return `${[flatPayWords(pay.below), ...steps].join(", ")} ${periodWords(pay.period)}`;
}

function flatPayWords(pay: FlatPay): string {
  if (pay.type === "none") return t("words.none");
  if (pay.type === "percentage") return t("words.percent", { rate: orBlank(pay.percent) });
  const amount = amountWords(pay.amount);
  return pay.type === "fixed" ? t("words.perOrder", { amount }) : t("words.perItem", { amount });
}

/** "$100", "3 orders". */
export function thresholdWords(threshold: Threshold): string {
  if (threshold.measure === "sales") return amountWords(threshold.amount);
  const count = Number(threshold.count);
  return count > 0 ? t("words.orders", { count }) : t("words.blank");
}

/** "a month". */
export function periodWords(period: Period): string {
  if (period.type === "ever") return t("words.periods.ever");
  if (period.type === "calendar") return t(`words.periods.${period.unit}`);
  return t("words.periods.rolling", { days: Number(period.days) || 0 });
}

export function daysWords(count: number): string {
  return t("words.days", { count });
}

type Approval = Pick<TermsWire, "approval" | "approvalFrom"> & { readonly approvalDays: number };

/** "automatically after 30 days", "manually 3 days after the payment". */
export function approvalWords({ approval, approvalDays, approvalFrom }: Approval): string {
  const days = daysWords(approvalDays);
  const when =
    approvalFrom === "order"
      ? t("words.after", { days })
      : t("words.afterStart", { days, start: t(`timing.starts.${approvalFrom}`) });
  return approval === "manual" ? t("words.manual", { when }) : t("words.automatic", { when });
}

/** An amount without needless decimals: "$100", "$99.50". A dash while it isn't typed. */
export function amountWords(money: MoneyOnWire): string {
  const amount = orBlank(money.amount);
  return amount === money.amount ? formatMoney(money).replace(/[.,]00(?=\D*$)/, "") : amount;
}

function orBlank(text: string): string {
  return text.trim() === "" ? t("words.blank") : text;
}
