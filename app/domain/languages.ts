/** Languages that affiliates and applicants can read. English is complete by definition; the others follow its keys. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((one) => one === value);
}
