import type { SavedProgramForm } from "#app/contracts/program.ts";
import type { TermsInput } from "#app/flows/programs/terms-of-input.ts";

/** What the program's form says, as the flows take it: amounts are in the shop's currency. */
export function programInputOf(fields: SavedProgramForm, currency: string) {
  const commission: TermsInput["commission"] =
    fields.commissionType === "percentage"
      ? { type: "percentage", percent: fields.percent }
      : { type: "fixed", amount: { amount: fields.amount, currencyCode: currency } };
  const { name, description, attributionDays, holdDays } = fields;
  return { name, description, terms: { commission, attributionDays, holdDays } };
}
