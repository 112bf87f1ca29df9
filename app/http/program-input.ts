import { z } from "zod";
import type { CustomTermsForm, SavedProgramForm } from "#app/contracts/program.ts";
import { termsBody } from "#app/contracts/terms.ts";
import { termsOfWire, type TermsGiven } from "#app/contracts/terms-codecs.ts";
import { joiningOfBody } from "#app/contracts/joining.ts";
import { type FieldError, isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { shopDefaults, termsOfInput } from "#app/domain/terms/terms-of-input.ts";
import type { Misformed } from "./form-action.ts";
import { parse } from "./parse.ts";

type TermsFields = SavedProgramForm | Extract<CustomTermsForm, { intent: "save" }>;

const given = z.object({ terms: termsBody });

/** Converts the program form to the flow's input. Amounts are in the shop's currency. */
export function programInputOf(fields: SavedProgramForm, currency: string) {
  const terms = termsOfForm(fields, currency);
  if (isRefusal(terms)) return terms;
  const { name, description, noticeDays, joining } = fields;
  return { name, description, terms, noticeDays, joining: joining && joiningOfBody(joining) };
}

/** Errors of the editor's terms in a form that has others, so that one answer names all. */
export async function otherTermsFaults({ context, given: posted }: Misformed): Promise<FieldError[]> {
  if (posted["intent"] !== "save" || posted["commissionType"] !== "edited") return [];
  const input = parse(given, { terms: readTermsText(String(posted["terms"])) });
  if (isRefusal(input)) return [...input.errors];
  const { shop } = context;
  const terms = termsOfInput(termsOfWire(input.terms), shopDefaults(shop), shop.currency);
  return isRefusal(terms) ? [...terms.errors] : [];
}

/** Terms of a form, from the editor or from the form without scripts. */
export function termsOfForm(fields: TermsFields, currency: string): TermsGiven | Refusal {
  const body = fields.commissionType === "edited" ? readTermsText(fields.terms) : flatTerms(fields, currency);
  const input = parse(given, { terms: body });
  return isRefusal(input) ? input : termsOfFlat(fields, termsOfWire(input.terms));
}

/** A page without scripts can't edit tiers, so they stay unchanged. */
function termsOfFlat(fields: TermsFields, terms: TermsGiven): TermsGiven {
  return fields.commissionType === "tiered" ? { ...terms, commission: undefined } : terms;
}

function flatTerms(fields: Exclude<TermsFields, { commissionType: "edited" }>, currency: string) {
  const { windowDays, approvalDays } = fields;
  return { commission: flatPay(fields, currency), windowDays, approvalDays };
}

function flatPay(fields: Exclude<TermsFields, { commissionType: "edited" }>, currencyCode: string) {
  if (fields.commissionType === "percentage") return { type: "percentage", percent: fields.percent };
  if (fields.commissionType === "fixed" || fields.commissionType === "per-item") {
    return { type: fields.commissionType, amount: { amount: fields.amount, currencyCode } };
  }
  return { type: "none" };
}

function readTermsText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
