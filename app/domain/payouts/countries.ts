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
