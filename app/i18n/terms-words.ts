import type { TextFunction } from "./text-function.ts";
import { type Money, toDecimal } from "#app/domain/money.ts";
import type { TermsChange } from "#app/domain/terms/compare-terms.ts";
import type { Bonus, Caps, FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";
import type { Formats } from "./formats.ts";

/** Texts and formats of one reader. */
export type TermsWriter = { readonly t: TextFunction<"terms">; readonly formats: Formats };

const wholeBps = 10_000;

/** Terms as text for affiliates, one line each. `minimum` is the shop's minimum payout. */
export function termsLines(
  terms: ProgramTerms,
  { minimum, ...writer }: TermsWriter & { readonly minimum: Money | null },
): string[] {
  const { t } = writer;
  const { rules, commission, bonuses, caps, windowDays: days, approvalDays, approvalFrom, approval } = terms;
  const isPercentage = commission.kind === "percentage" && rules.length === 0;
  return [
    ...rules.flatMap((rule) => payLines(rule.name, rule.pay, writer)),
    ...(isPercentage
      ? [t("line.sale", { pay: flatPayWords(commission, writer) })]
      : payLines(t("line.everySale"), commission, writer)),
    ...bonuses.map((bonus) => bonusLine(bonus, writer)),
    ...(caps.perOrder ? [t("line.orderCap", { amount: moneyWords(caps.perOrder, writer) })] : []),
    ...(caps.perAffiliate ? [affiliateCapLine(caps.perAffiliate, writer)] : []),
    t("line.window", { days }),
    approval === "manual"
      ? t(`reviewed.${approvalFrom}`, { days: approvalDays })
      : t(`approved.${approvalFrom}`, { days: approvalDays }),
    ...(minimum && minimum.minor > 0n ? [t("line.minimum", { amount: moneyWords(minimum, writer) })] : []),
  ];
}

function payLines(subject: string, pay: Pay, writer: TermsWriter): string[] {
  const { t } = writer;
  if (pay.kind !== "tiered") return [t("line.rule", { rule: subject, pay: flatPayWords(pay, writer) })];
  const span = spanWords(pay.period, writer);
  return [
    t("line.below", { subject, pay: flatPayWords(pay.below, writer) }),
    ...pay.steps.map((step) => {
      const threshold = thresholdWords(step.atLeast, writer);
      return t("line.step", { subject, pay: flatPayWords(step.pay, writer), threshold, span });
    }),
  ];
}

function flatPayWords(pay: FlatPay, writer: TermsWriter): string {
  const { t, formats } = writer;
  if (pay.kind === "none") return t("pay.none");
  if (pay.kind === "percentage") return t("pay.percentage", { rate: formats.ratio(pay.rateBps / wholeBps) });
  const amount = moneyWords(pay.amount, writer);
  return pay.kind === "fixed" ? t("pay.fixed", { amount }) : t("pay.perItem", { amount });
}

function moneyWords(money: Money, { formats }: TermsWriter): string {
  return formats.money({ amount: toDecimal(money), currencyCode: money.currency });
}

function thresholdWords(threshold: Threshold, writer: TermsWriter): string {
  const { t } = writer;
  if (threshold.measure === "orders") return t("threshold.orders", { count: threshold.count });
  return t("threshold.sales", { amount: moneyWords(threshold.amount, writer) });
}

function spanWords(period: Period, { t }: TermsWriter): string {
  if (period.kind === "ever") return t("span.ever");
  return period.kind === "calendar" ? t(`span.${period.unit}`) : t("span.days", { count: period.days });
}

function bonusLine({ amount, atLeast, repeats }: Bonus, writer: TermsWriter): string {
  const values = { amount: moneyWords(amount, writer), threshold: thresholdWords(atLeast, writer) };
  return repeats ? writer.t("line.repeatedBonus", values) : writer.t("line.bonus", values);
}

type AffiliateCap = NonNullable<Caps["perAffiliate"]>;

function affiliateCapLine({ amount, period }: AffiliateCap, writer: TermsWriter): string {
  const values = { amount: moneyWords(amount, writer), span: spanWords(period, writer) };
  return writer.t("line.affiliateCap", values);
}

type Code = TermsChange["code"];
type ChangeLines = {
  readonly [One in Code]: (change: Extract<TermsChange, { code: One }>, writer: TermsWriter) => string;
};

const lines: ChangeLines = {
  rules: (_, { t }) => t("change.rules"),
  pay: ({ rule, before, after }, writer) =>
    fromTo(rule ?? writer.t("line.everySale"), [payWords(before, writer), payWords(after, writer)], writer),
  tier: ({ rule, level, before, after }, writer) => {
    const { t } = writer;
    const subject = rule ?? t("line.everySale");
    const at = level
      ? t("change.tier", { subject, threshold: thresholdWords(level, writer) })
      : t("change.firstTier", { subject });
    return fromTo(at, [flatPayWords(before, writer), flatPayWords(after, writer)], writer);
  },
  "order-cap": ({ before, after }, writer) =>
    fromTo(writer.t("change.orderCap"), [limitWords(before, writer), limitWords(after, writer)], writer),
  "affiliate-cap": ({ before, after }, writer) =>
    fromTo(writer.t("change.affiliateCap"), [capWords(before, writer), capWords(after, writer)], writer),
  "shared-cap": (_, { t }) => t("change.sharedCap"),
  bonus: ({ before, after }, writer) => bonusChange(before, after, writer),
  base: ({ part, after }, { t }) => {
    const values = { part: t(`part.${part}`) };
    return after ? t("change.with", values) : t("change.without", values);
  },
  "window-days": ({ before, after }, writer) =>
    fromTo(writer.t("change.window"), daysWords([before, after], writer), writer),
  "approval-days": ({ before, after }, writer) =>
    fromTo(writer.t("change.approvalPeriod"), daysWords([before, after], writer), writer),
  "approval-from": ({ before, after }, writer) => {
    const { t } = writer;
    return fromTo(t("change.approvalFrom"), [t(`start.${before}`), t(`start.${after}`)], writer);
  },
  approval: ({ before, after }, writer) => {
    const { t } = writer;
    const words = { automatic: t("change.automatic"), manual: t("change.manual") };
    return fromTo(t("change.approval"), [words[before], words[after]], writer);
  },
};

/** A change of terms as text for affiliates: */
export function changeLine(change: TermsChange, writer: TermsWriter): string {
  const write: (one: never, by: TermsWriter) => string = lines[change.code];
  return write(change as never, writer);
}

type BeforeAndAfter = readonly [before: string, after: string];

function fromTo(subject: string, [before, after]: BeforeAndAfter, { t }: TermsWriter): string {
  return t("change.fromTo", { subject, before, after });
}

function payWords(pay: Pay, writer: TermsWriter): string {
  return pay.kind === "tiered" ? writer.t("pay.tiers") : flatPayWords(pay, writer);
}

function limitWords(limit: Money | null, writer: TermsWriter): string {
  return limit ? moneyWords(limit, writer) : writer.t("change.noLimit");
}

function capWords(cap: AffiliateCap | null, writer: TermsWriter): string {
  return cap
    ? `${moneyWords(cap.amount, writer)} ${spanWords(cap.period, writer)}`
    : writer.t("change.noLimit");
}

function daysWords([before, after]: readonly [number, number], { t }: TermsWriter): BeforeAndAfter {
  return [t("change.days", { days: before }), t("change.days", { days: after })];
}

function bonusChange(before: Bonus | null, after: Bonus | null, writer: TermsWriter): string {
  const { t } = writer;
  if (before && after) {
    return fromTo(after.name, [bonusLine(before, writer), bonusLine(after, writer)], writer);
  }
  if (after) return t("change.bonusAdded", { bonus: bonusLine(after, writer) });
  return before ? t("change.bonusRemoved", { bonus: bonusLine(before, writer) }) : "";
}
