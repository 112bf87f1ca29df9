import { findRateBps } from "#app/domain/money.ts";
import { merchantText } from "../../texts/use-text.ts";
import type { FlatPayDraft, TermsDraft } from "./terms/draft.ts";
import { amountWords } from "./terms-text.ts";

const t = merchantText("programs");

/** "10% of each sale, up to 15%": what the draft pays, without its rules. */
export function earnWords({ commission }: Pick<TermsDraft, "commission">): string {
  if (commission.type !== "tiered") return payOf(commission);
  const { below, steps } = commission;
  const best = steps
    .map(({ pay }) => pay)
    .toSorted(byRate)
    .at(-1);
  const isHigher = best && best.type === below.type && byRate(below, best) < 0;
  return isHigher ? t("offer.upTo", { pay: payOf(below), best: rateOf(best) }) : payOf(below);
}

/** The offer as affiliates read it, one sentence each. */
export function offerLines(terms: TermsDraft): string[] {
  const approvalDays = Number(terms.approvalDays) || 0;
  return [
    t("offer.you", { pay: earnWords(terms) }),
    ...(terms.rules.length > 0 ? [t("offer.rules")] : []),
    t("offer.window", { days: Number(terms.windowDays) || 0 }),
    terms.approval === "manual"
      ? t("offer.reviewed")
      : t(`offer.approved.${terms.approvalFrom}`, { days: approvalDays }),
  ];
}

function payOf(pay: FlatPayDraft): string {
  if (pay.type === "none") return t("offer.none");
  if (pay.type === "percentage") return t("offer.percentage", { rate: rateOf(pay) });
  return t(`offer.${pay.type}`, { amount: amountWords(pay.amount) });
}

function rateOf(pay: FlatPayDraft): string {
  if (pay.type === "none") return t("offer.none");
  if (pay.type !== "percentage") return amountWords(pay.amount);
  return t("words.percent", { rate: pay.percent.trim() || t("words.blank") });
}

function byRate(a: FlatPayDraft, b: FlatPayDraft): number {
  return valueOf(a) - valueOf(b);
}

/** Only to compare rates of one type. */
function valueOf(pay: FlatPayDraft): number {
  if (pay.type === "none") return 0;
  return pay.type === "percentage" ? (findRateBps(pay.percent) ?? 0) : Number(pay.amount.amount) || 0;
}
