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
