/** A copy of an object. Empty for anything else. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Text of a field that may be a number, a boolean or missing. */
export function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

export function asTexts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(asRecord(value)).map(([name, each]) => [name, asText(each)]));
}
