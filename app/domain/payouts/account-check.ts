import { isCurrency } from "../money.ts";

/**
 * Cleaning and validation of account fields that people type. A problem is a sentence for that person, or null.
 * These checks cover only the form; they don't prove that the account exists.
 */

/** Spaces, dashes, dots and invisible characters come from copying and are not part of the number. */
const between = /[\s\u200b-\u200f\u2060\ufeff\p{Pd}.]/gu;

/** Canonical form of a number or code: capital letters and digits without separators. */
export function tidyCode(text: string): string {
  return text.normalize("NFKC").replaceAll(between, "").toUpperCase();
}

/** A name or address on one line, with single spaces. */
export function tidyLine(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

/** Longest address that PayPal accepts for a receiver. Source: Payouts API, `items[].receiver`. */
const longestPaypalEmail = 127;
const emailForm =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

export function paypalEmailProblem(email: string): string | null {
  if (email === "") return "Enter the e-mail address of your PayPal account";
  if (email.length > longestPaypalEmail) return `Must be at most ${longestPaypalEmail} characters for PayPal`;
  return emailForm.test(email) ? null : "Enter a valid e-mail address";
}

/** Longest name in a SEPA transfer. Source: ISO 20022, Max70Text of a party's name. */
const longestHolder = 70;
const foreignToNames = /[<>;={}`\\|"]|--|\.\.\/|[\p{Cc}\p{Cf}]/u;
const inNames = 'Must not contain < > ; = { } ` \\ | " -- ../ or marks that cannot be seen';

export function holderProblem(holder: string): string | null {
  if (holder === "") return "Enter the name in which the account is";
  if (holder.length < 2) return "Must be at least 2 characters";
  if (holder.length > longestHolder) return `Must be at most ${longestHolder} characters`;
  if (foreignToNames.test(holder)) return inNames;
  return /\p{L}/u.test(holder) ? null : "Must have letters";
}

export function currencyProblem(currency: string): string | null {
  if (currency === "") return "Enter the currency of the account";
  return isCurrency(currency) ? null : "Is not a currency: enter its three letters, as in EUR";
}

/**
 * Form of ISO 9362: four characters for the bank, two letters for the country, two characters for the place,
 * three for a branch.
 */
export function bicProblem(bic: string): string | null {
  const isBic = bic === "" || /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);
  return isBic ? null : "A BIC has 8 or 11 letters and digits, as in COBADEFF";
}

/** Nine digits with the checksum of the American Bankers Association: weights 3, 7 and 1, modulo 10. */
export function routingNumberProblem(number: string): string | null {
  if (number === "") return "Enter the routing number";
  if (!/^[0-9]{9}$/.test(number)) return "A routing number has 9 digits";
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = weights.reduce((all, weight, at) => all + Number(number[at]) * weight, 0);
  // Assigned ranges only: Federal Reserve districts, thrifts, electronic transfers, traveler's checks.
  const district = Number(number.slice(0, 2));
  const isGiven =
    (district >= 1 && district <= 12) ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80;
  return isGiven && sum % 10 === 0 ? null : "Is not a valid routing number; look for a typing mistake";
}

export function usAccountProblem(number: string): string | null {
  if (number === "") return "Enter the account number";
  return /^[0-9]{4,17}$/.test(number) ? null : "An account number has 4 to 17 digits";
}

export function sortCodeProblem(code: string): string | null {
  if (code === "") return "Enter the sort code";
  return /^[0-9]{6}$/.test(code) ? null : "A sort code has 6 digits, as in 60-16-13";
}

export function ukAccountProblem(number: string): string | null {
  if (number === "") return "Enter the account number";
  const isNumber = /^[0-9]{8}$/.test(number);
  return isNumber ? null : "An account number has 8 digits: put zeros in front of a shorter one";
}

/** National clearing codes differ: a BSB, an IFSC, the bank part of a CLABE, a transit number. */
export function bankCodeProblem(code: string): string | null {
  if (code === "") return "Enter the code of the bank or branch";
  return /^[A-Z0-9]{2,15}$/.test(code) ? null : "A bank code has 2 to 15 letters and digits";
}

export function otherAccountProblem(number: string): string | null {
  if (number === "") return "Enter the account number";
  const isNumber = /^[A-Z0-9]{4,34}$/.test(number) && /[0-9]/.test(number);
  return isNumber ? null : "An account number has 4 to 34 letters and digits";
}
