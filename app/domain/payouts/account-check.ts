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
const importedLinkToNames = /[<>;={}`\\|"]|--|\.\.\/|[\p{Cc}\p{Cf}]/u;
const inNames = 'Must not contain < > ; = { } ` \\ | " -- ../ or marks that cannot be seen';

export function holderProblem(holder: string): string | null {
  if (holder === "") return "Enter the name in which the account is";
  if (holder.length < 2) return "Must be at least 2 characters";
  if (holder.length > longestHolder) return `Must be at most ${longestHolder} characters`;
  if (importedLinkToNames.test(holder)) return inNames;
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

/** Length of an IBAN by country code. Source: the IBAN registry of ISO 13616, kept by SWIFT. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 " +
    "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 " +
    "LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 " +
    "PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 " +
    "YE30"
  )
    .split(" ")
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

/**
 * Error in an IBAN, as a sentence for the person who typed it, or null. Expects capital letters and no spaces.
 * Checksum: ISO 7064, mod 97-10.
 */
export function ibanProblem(iban: string): string | null {
  if (iban === "") return "Enter the IBAN";
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban)) {
    return "Must begin with two letters and two digits, as in DE89 3704 0044 0532 0130 00";
  }
  const country = iban.slice(0, 2);
  const length = ibanLengths[country];
  if (length === undefined) return `${country} is not a country whose accounts have an IBAN`;
  if (iban.length !== length) {
    return `An IBAN that begins with ${country} has ${length} characters; this one has ${iban.length}`;
  }
  if (remainderOf(iban) !== 1) return "Is not a valid IBAN; look for a typing mistake";
  return null;
}

/** The IBAN modulo 97, with its first four characters moved to the end and letters as 10 to 35. */
function remainderOf(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) {
      remainder = (remainder * 10 + Number(digit)) % 97;
    }
  }
  return remainder;
}

/** Officially assigned two-letter codes. Source: ISO 3166-1. */
export const countryCodes: readonly string[] = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA " +
  "CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA " +
  "GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
  "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS " +
  "MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS " +
  "RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW " +
  "TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split(" ");

/**
 * Countries whose accounts foreign banks know only by IBAN: the Single Euro Payments Area without the United
 * Kingdom, where sort codes remain in use. Source: European Payments Council, EPC409-09.
 */
const ibanOnly: ReadonlySet<string> = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI " +
    "SK SM VA"
  ).split(" "),
);

/** Countries whose accounts have a bank code and an account number of their own form. */
export const otherCountries: readonly string[] = countryCodes.filter(
  (code) => !ibanOnly.has(code) && code !== "US" && code !== "GB",
);

/** Error in the country of such an account, or null. */
export function otherCountryProblem(country: string): string | null {
  if (country === "") return "Choose the country of the bank";
  if (country === "US" || country === "GB") return "Choose the form for a bank account of this country";
  if (ibanOnly.has(country)) return "Accounts of this country have an IBAN: choose the form for it";
  return otherCountries.includes(country) ? null : "Is not a country";
}
