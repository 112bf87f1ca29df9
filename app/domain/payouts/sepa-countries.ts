/**
 * Countries whose accounts a SEPA credit transfer reaches, by the first two letters of their IBANs. Source: EPC409-09,
 * "EPC list of SEPA scheme countries", 2025: the EEA, and AD, AL, CH, GB (with Jersey, Guernsey and the Isle of Man), GI,
 * MC, MD, ME, MK, RS, SM and VA.
 */
const sepaCountries: ReadonlySet<string> = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK " +
    "AD AL CH GB GI MC MD ME MK RS SM VA"
  ).split(" "),
);

/** True for an IBAN that a SEPA credit transfer reaches. */
export function isSepaIban(iban: string): boolean {
  return sepaCountries.has(iban.slice(0, 2));
}
