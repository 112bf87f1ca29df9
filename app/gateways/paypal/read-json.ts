/** Fields of an answer, each read by what it ought to be: what is not so is left out, never believed. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object's fields; none of what is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; '' of what is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An instant; null of what is none. */
export function instantOf(value: unknown): Date | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at);
}
