/** Anything JSON can carry. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** Minor units stand under `minor` or a name that ends in `Minor`, everywhere; so the way back needs no schema. */
const isMinorKey = (key: string): boolean => key === "minor" || key.endsWith("Minor");

/** Facts, terms, inputs and evaluations as JSON carries them: bigints become texts, undefined fields vanish. */
export function toPlain(value: unknown): Plain {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined);
    return Object.fromEntries(entries.map(([key, field]) => [key, toPlain(field)]));
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

/** One text for equal values whatever the order of their fields, to compare bodies by. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(toPlain(value), (_key, field: Plain) =>
    isRecord(field) ? sortedFields(field) : field,
  );
}

function sortedFields(record: { readonly [key: string]: Plain }): Plain {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isRecord(value: Plain): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The way back from `toPlain`. It trusts its input: give it only what `toPlain` made of a T. */
// The one place that takes the database's word for a type, as the comment above allows.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function fromPlain<T>(plain: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return revive(plain, "") as T;
}

function revive(value: unknown, key: string): unknown {
  if (typeof value === "string") return isMinorKey(key) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => revive(item, ""));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, revive(field, name)]));
}
