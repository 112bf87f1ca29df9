import { payOfRate, type RateKind } from "../imports/imported-rate.ts";
import { toDecimal, toPercent } from "../money.ts";
import { type FieldError, isRefusal, type Refusal, refuseFields } from "../refusal.ts";
import { type ShopDefaults, shopDefaults, termsOfInput } from "../terms/terms-of-input.ts";
import { type BaseTerms, defaultBase, type ProgramTerms } from "../terms/terms.ts";

/** Terms of the other app, as the merchant states them. The live engine judges with them. */
export type AuditRate = {
  /** The other app's program. '' for the rate of all others. */
  readonly program: string;
  readonly terms: ProgramTerms;
};

/** Amounts that can count toward commission besides the net price of goods. */
export const auditBaseParts = ["shipping", "tax", "beforeDiscounts"] as const;

export type RateInput = {
  readonly program: string;
  readonly kind: RateKind;
  /** A percentage, or an amount in the shop's currency. */
  readonly value: string;
};

export type RatesInput = {
  /** At least the one without a program. A rate without a value is that of all others. */
  readonly rates: readonly RateInput[];
  /** Amounts that count toward commission besides the net price of goods. */
  readonly base: Partial<BaseTerms>;
};

type RatesShop = ShopDefaults & { readonly currency: string };

/** The stated rates as terms, or a refusal with the errors by field ("rates.0.value"). */
export function ratesOfInput({ rates, base }: RatesInput, shop: RatesShop): AuditRate[] | Refusal {
  const faults: FieldError[] = [];
  const stated: AuditRate[] = [];
  for (const [index, rate] of rates.entries()) {
    if (rate.value.trim() === "" && rate.program !== "") continue;
    const field = `rates.${index}.value`;
    const pay = payOfRate(rate, shop.currency);
    if (pay === null) {
      const isPercent = rate.kind === "percentage";
      faults.push({
        field,
        reason: isPercent ? { code: "rate_range" } : { code: "value_invalid", what: "amount" },
      });
      continue;
    }
    const terms = termsOfInput(
      { commission: pay, base: { ...defaultBase, ...base } },
      shopDefaults(shop),
      shop.currency,
    );
    if (isRefusal(terms)) faults.push({ field, reason: terms.reason });
    else stated.push({ program: rate.program, terms });
  }
  return refuseFields(faults) ?? stated;
}

/** The terms of a program, by its name in any case, or those of all others. */
export function rateFor(rates: readonly AuditRate[], program: string): ProgramTerms {
  const key = program.toLowerCase();
  const rate =
    rates.find((one) => one.program.toLowerCase() === key) ?? rates.find((one) => one.program === "");
  if (!rate) throw new Error("An audit has no usual rate.");
  return rate.terms;
}

/** Stated rates as they were entered, for the form of another try. */
export function rateInputsOf(rates: readonly AuditRate[]): RatesInput & { readonly base: AuditBase } {
  const { shipping, tax, beforeDiscounts } = rates[0]?.terms.base ?? defaultBase;
  return {
    rates: rates.flatMap(({ program, terms: { commission } }): RateInput[] => {
      if (commission.kind === "percentage") {
        return [{ program, kind: commission.kind, value: toPercent(commission.rateBps) }];
      }
      if (commission.kind !== "fixed" && commission.kind !== "per-item") return [];
      return [{ program, kind: commission.kind, value: toDecimal(commission.amount) }];
    }),
    base: { shipping, tax, beforeDiscounts },
  };
}

type AuditBase = Pick<BaseTerms, (typeof auditBaseParts)[number]>;
