import type { ProgramWire } from "#app/contracts/program.ts";
import { findDecimal } from "#app/domain/money.ts";
import { defaultBase, type CommissionTerms } from "#app/domain/program.ts";
import { findRateBps, WHOLE_BPS } from "#app/domain/rate.ts";
import { sampleOrder, type Sample } from "#app/domain/sample-order.ts";

/** Names of the form's fields. */
export const programFields = [
  "name",
  "description",
  "commissionType",
  "percent",
  "amount",
  "attributionDays",
  "holdDays",
] as const;

export type ProgramField = (typeof programFields)[number];

/** The form as it is typed: texts, as the browser posts them. */
export type ProgramValues = Record<ProgramField, string>;

export type ProgramDefaults = { readonly attributionDays: number; readonly holdDays: number };

export function newProgramValues(defaults: ProgramDefaults): ProgramValues {
  return {
    name: "",
    description: "",
    commissionType: "percentage",
    percent: "10",
    amount: "",
    attributionDays: String(defaults.attributionDays),
    holdDays: String(defaults.holdDays),
  };
}

export function valuesOfProgram({ name, description, terms }: ProgramWire, currency: string): ProgramValues {
  const { commission, attributionDays, holdDays } = terms;
  const fixed = commission.type === "fixed" ? commission.amount : null;
  return {
    name,
    description,
    commissionType: commission.type,
    percent: commission.type === "percentage" ? commission.percent : "",
    // M18: an amount of another currency is not converted; it has to be typed anew.
    amount: fixed?.currencyCode === currency ? fixed.amount : "",
    attributionDays: String(attributionDays),
    holdDays: String(holdDays),
  };
}

/** What was posted and refused, so that a page without scripts shows again what was typed. */
export function valuesGiven(
  given: Readonly<Record<string, string | string[]>> | undefined,
  otherwise: ProgramValues,
): ProgramValues {
  if (given?.["intent"] !== "save") return otherwise;
  const entries = programFields.map((name) => {
    const value = given[name];
    return [name, typeof value === "string" ? value : otherwise[name]] as const;
  });
  return { ...otherwise, ...Object.fromEntries(entries) };
}

/** What the typed terms pay for a sample order; null while they are not yet terms. */
export function sampleOf(values: ProgramValues, currency: string): Sample | null {
  const commission = commissionOf(values, currency);
  return (
    commission && sampleOrder({ commission, base: defaultBase, attributionDays: 1, holdDays: 0 }, currency)
  );
}

function commissionOf(values: ProgramValues, currency: string): CommissionTerms | null {
  if (values.commissionType === "fixed") {
    const amount = findDecimal(values.amount.trim(), currency);
    return amount && amount.minor > 0n ? { kind: "fixed", amount } : null;
  }
  const rateBps = findRateBps(values.percent);
  return rateBps !== null && rateBps > 0 && rateBps <= WHOLE_BPS ? { kind: "percentage", rateBps } : null;
}
