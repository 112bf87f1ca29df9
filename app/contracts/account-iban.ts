import { isValidIBAN } from "ibantools";
import { ibanProblem } from "#app/domain/payouts/account-check.ts";

/** The fault of an IBAN, by its own check digits and those of its country's account numbers; null for none. */
export function accountIbanProblem(iban: string): string | null {
  return ibanProblem(iban) ?? (isValidIBAN(iban) ? null : "Is not a valid IBAN; look for a typing mistake");
}
