import type { AuditReason } from "#app/domain/audit/findings.ts";
import { auditBaseParts, type RatesInput } from "#app/domain/audit/audit-rates.ts";
import { type Money, moneyText } from "#app/domain/money.ts";
import type { RowCode } from "#app/domain/imports/outcomes.ts";
import type { TextFunction } from "./text-function.ts";

export type AuditWriter = {
  readonly t: TextFunction<"audit">;
  readonly amount: (money: ReturnType<typeof moneyText>) => string;
  readonly day: (day: string) => string;
  /** A fault of a cell, in the words of imports. */
  readonly cell: (code: RowCode) => string;
};

/** Why a referral has its finding. `currency` is the finding's. */
export function auditReasonText(reason: AuditReason, currency: string, writer: AuditWriter): string {
  const { t, day, cell } = writer;
  const money = (minor: bigint) => writer.amount(moneyText({ minor, currency } satisfies Money));
  // The others have no values.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (reason.code) {
    case "counted_with":
    case "same_order":
      return t(`reasons.${reason.code}`, { row: reason.row });
    case "within_rounding":
      return t("reasons.within_rounding", { lines: reason.lines });
    case "above_after_refund":
    case "refunded":
    case "dispute_lost":
      return t(`reasons.${reason.code}`, { amount: money(reason.soldMinor) });
    case "discount_code":
    case "landing_page":
      return t(`reasons.${reason.code}`, { name: reason.name });
    case "before":
      return t("reasons.before", { day: day(reason.day) });
    case "order_currency":
      return t("reasons.order_currency", { currency: reason.currency });
    case "cell":
      return cell(reason.what);
    default:
      return t(`reasons.${reason.code}`);
  }
}

/** Stated rates: "10% of each sale", "VIP: 5.00 USD per order", and what else counts. */
export function rateTexts({ rates, base }: RatesInput, currency: string, t: TextFunction<"audit">): string[] {
  const parts = auditBaseParts.filter((part) => base[part] === true);
  return [
    ...rates
      .filter(({ value }) => value !== "")
      .map(({ program, kind, value }) => {
        const rate = t(`rates.of.${kind}`, { value, currency });
        return program === "" ? rate : t("rates.named", { program, rate });
      }),
    ...parts.map((part) => t(`rates.${part}`)),
  ];
}
