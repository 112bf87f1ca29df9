/**
 * Languages of affiliates and applicants. English is complete by definition, and the others have its keys.
 */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((one) => one === value);
}
