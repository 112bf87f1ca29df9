import { isStorable } from "./plain.ts";

const LONGEST = 32;
const LONGEST_SUGGESTION = 12;

/** The lookup key of a code. Codes ignore case, like Shopify's discount codes. */
export function referralKey(code: string): string {
  return code.trim().toLowerCase();
}

/** True for 2 to 32 letters A–Z, digits, hyphens and underscores, starting with a letter or digit: safe in any URL. */
export function isReferralCode(code: string): boolean {
  return code.length <= LONGEST && /^[A-Za-z0-9][A-Za-z0-9_-]+$/.test(code);
}

/**
 * Suggests a code from a name: its Latin letters and digits in capitals ("Zoë Núñez" → "ZOENUNEZ"), or
 * "PARTNER" without any. Appends the first free number from 2 while `isTaken` returns true for the key.
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

const mostNested = 3;
const isAddress = /^(https?:\/)?\//i;

/**
 * The parameters of a landing page's address, followed by those of addresses within it: a discount link has
 * its target, and so the referral, in `redirect`.
 */
export function landingQuery(landingSite: string | null): URLSearchParams {
  const found = new URLSearchParams();
  let addresses = landingSite === null ? [] : [landingSite];
  for (let depth = 0; depth <= mostNested && addresses.length > 0; depth += 1) {
    const parameters = addresses.flatMap((address) => parametersOf(address));
    for (const [name, value] of parameters) found.append(name, value);
    addresses = parameters.map(([, value]) => value).filter((value) => isAddress.test(value));
  }
  return found;
}

function parametersOf(address: string): [name: string, value: string][] {
  return [...(URL.parse(address, "https://storefront.invalid/")?.searchParams ?? [])];
}

/** More words than this are prose, in which codes would match by chance. */
const mostWords = 100;
const [shortest, longest] = [2, 64];
const longestText = 10_000;

/** Words of tags and notes that may be affiliates' codes, as typed, without duplicates. */
export function wordsOf(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ?? "").slice(0, longestText).match(/[\p{L}\p{N}_-]+/gu) ?? []);
  const byKey = new Map<string, string>();
  for (const word of words) {
    const key = referralKey(word);
    if (word.length < shortest || word.length > longest || !isStorable(word) || byKey.has(key)) continue;
    byKey.set(key, word);
    if (byKey.size === mostWords) break;
  }
  return [...byKey.values()];
}

/** Parameters by which other systems' links name affiliates, with the names of these systems. */
export const importedParameters = [
  { parameter: "sca_ref", system: "UpPromote" },
  { parameter: "rfsn", system: "Refersion" },
  { parameter: "bg_ref", system: "BixGrow" },
  { parameter: "ref", system: "GoAffPro and others" },
  { parameter: "via", system: "Rewardful" },
  { parameter: "fpr", system: "FirstPromoter" },
  { parameter: "aff", system: "Affiliatly and others" },
  { parameter: "afmc", system: "LeadDyno" },
  { parameter: "tap_a", system: "Tapfiliate" },
] as const;

/** Parameters of the store, Shopify or this app. They never name an affiliate. */
const reserved = new Set([
  "aff_click",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
]);

/** True for a name that can be a URL parameter and is not reserved. */
export function isImportedParameter(name: string): boolean {
  return /^[a-z0-9][a-z0-9_.~-]{0,39}$/i.test(name) && !reserved.has(name.toLowerCase());
}

/** Lookup key of a parameter or value. Neither is case-sensitive. */
export function importedLinkKey(text: string): string {
  return text.trim().toLowerCase();
}
