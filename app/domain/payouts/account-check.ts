import type { AffiliateReason } from "../refusal-codes.ts";
import { isCurrency } from "../money.ts";

/**
 * Cleaning and validation of account fields that people type. A problem is a reason, or null.
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

export function paypalEmailProblem(email: string): AffiliateReason | null {
  if (email === "") return { code: "value_missing", what: "paypal_email" };
  if (email.length > longestPaypalEmail) return { code: "too_long", most: longestPaypalEmail };
  return emailForm.test(email) ? null : { code: "value_invalid", what: "email" };
}

/** Longest name in a SEPA transfer. Source: ISO 20022, Max70Text of a party's name. */
const longestHolder = 70;
const importedLinkToNames = /[<>;={}`\\|"]|--|\.\.\/|[\p{Cc}\p{Cf}]/u;

export function holderProblem(holder: string): AffiliateReason | null {
  if (holder === "") return { code: "value_missing", what: "holder" };
  if (holder.length < 2) return { code: "too_short", least: 2 };
  if (holder.length > longestHolder) return { code: "too_long", most: longestHolder };
  if (importedLinkToNames.test(holder)) return { code: "bad_characters" };
  return /\p{L}/u.test(holder) ? null : { code: "value_invalid", what: "letters" };
}

export function currencyProblem(currency: string): AffiliateReason | null {
  if (currency === "") return { code: "value_missing", what: "currency" };
  return isCurrency(currency) ? null : { code: "value_invalid", what: "currency" };
}

/**
 * Form of ISO 9362: four characters for the bank, two letters for the country, two characters for the place,
 * three for a branch.
 */
export function bicProblem(bic: string): AffiliateReason | null {
  const isBic = bic === "" || /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);
  return isBic ? null : { code: "value_invalid", what: "bic" };
}

/** Nine digits with the checksum of the American Bankers Association: weights 3, 7 and 1, modulo 10. */
export function routingNumberProblem(number: string): AffiliateReason | null {
  if (number === "") return { code: "value_missing", what: "routing_number" };
  if (!/^[0-9]{9}$/.test(number)) return { code: "value_invalid", what: "routing_number_digits" };
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = weights.reduce((all, weight, at) => all + Number(number[at]) * weight, 0);
  // Assigned ranges only: Federal Reserve districts, thrifts, electronic transfers, traveler's checks.
  const district = Number(number.slice(0, 2));
  const isGiven =
    (district >= 1 && district <= 12) ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80;
  return isGiven && sum % 10 === 0 ? null : { code: "value_invalid", what: "routing_number" };
}

export function usAccountProblem(number: string): AffiliateReason | null {
  if (number === "") return { code: "value_missing", what: "account_number" };
  return /^[0-9]{4,17}$/.test(number) ? null : { code: "value_invalid", what: "us_account" };
}

export function sortCodeProblem(code: string): AffiliateReason | null {
  if (code === "") return { code: "value_missing", what: "sort_code" };
  return /^[0-9]{6}$/.test(code) ? null : { code: "value_invalid", what: "sort_code" };
}

export function ukAccountProblem(number: string): AffiliateReason | null {
  if (number === "") return { code: "value_missing", what: "account_number" };
  const isNumber = /^[0-9]{8}$/.test(number);
  return isNumber ? null : { code: "value_invalid", what: "uk_account" };
}

/** National clearing codes differ: a BSB, an IFSC, the bank part of a CLABE, a transit number. */
export function bankCodeProblem(code: string): AffiliateReason | null {
  if (code === "") return { code: "value_missing", what: "bank_code" };
  return /^[A-Z0-9]{2,15}$/.test(code) ? null : { code: "value_invalid", what: "bank_code" };
}

export function otherAccountProblem(number: string): AffiliateReason | null {
  if (number === "") return { code: "value_missing", what: "account_number" };
  const isNumber = /^[A-Z0-9]{4,34}$/.test(number) && /[0-9]/.test(number);
  return isNumber ? null : { code: "value_invalid", what: "other_account" };
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
 * Error in an IBAN, or null. Expects capital letters and no spaces.
 * Checksum: ISO 7064, mod 97-10.
 */
export function ibanProblem(iban: string): AffiliateReason | null {
  if (iban === "") return { code: "value_missing", what: "iban" };
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban)) {
    return { code: "value_invalid", what: "iban_start" };
  }
  const country = iban.slice(0, 2);
  const length = ibanLengths[country];
  if (length === undefined) return { code: "iban_country", country };
  if (iban.length !== length) {
    return { code: "iban_length", country, length, given: iban.length };
  }
  if (remainderOf(iban) !== 1) return { code: "value_invalid", what: "iban" };
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
export function otherCountryProblem(country: string): AffiliateReason | null {
  if (country === "") return { code: "choice_missing", what: "bank_country" };
  if (country === "US" || country === "GB") return { code: "country_has_own_form" };
  if (ibanOnly.has(country)) return { code: "country_has_iban" };
  return otherCountries.includes(country) ? null : { code: "value_invalid", what: "country" };
}
