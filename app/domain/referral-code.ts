const LONGEST = 32;
const LONGEST_SUGGESTION = 12;

/** The key by which a code is found: codes are the same whatever their case, as discount codes are on the platform. */
export function referralKey(code: string): string {
  return code.trim().toLowerCase();
}

/** True for 2 to 32 letters A–Z, digits, hyphens and underscores, starting with a letter or digit: safe in any URL. */
export function isReferralCode(code: string): boolean {
  return code.length <= LONGEST && /^[A-Za-z0-9][A-Za-z0-9_-]+$/.test(code);
}

/**
 * Proposes a code from a name: its Latin letters and digits in capitals ("Zoë Núñez" → "ZOENUNEZ"), "PARTNER" where
 * there are none, with the first free number from 2 behind it while `isTaken` (asked with the key) says so.
 */
export function suggestReferralCode(name: string, isTaken: (key: string) => boolean): string {
  const letters = name
    .normalize("NFD")
    .replace(/[^A-Za-z0-9]/g, "")
    .toUpperCase()
    .slice(0, LONGEST_SUGGESTION);
  const stem = letters.length >= 2 ? letters : "PARTNER";
  let code = stem;
  for (let number = 2; isTaken(referralKey(code)); number += 1) code = `${stem}${number}`;
  return code;
}
