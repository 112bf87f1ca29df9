/** Browsers may send any name. Characters that cannot be shown are dropped. */
export function plainFileName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069<>]/gu, "")
    .slice(0, 200)
    .trim();
}
