/** Any JSON value. */
type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };

/** Minor units are in fields named `minor` or `…Minor`, so parsing needs no schema. */
const isMinorKey = (key: string): boolean => key === "minor" || key.endsWith("Minor");

type PlainRecord = Record<string, unknown>;

/** Maps the fields of a record with `of`. `Object.entries` would be shorter, at three times the cost. */
function mapFields<Made>(
  record: PlainRecord,
  of: (field: unknown, key: string) => Made,
  keys = Object.keys(record),
): Record<string, Made> {
  const made: Record<string, Made> = {};
  for (const key of keys) {
    const field = record[key];
    if (field === undefined) continue;
    // Assigning this name would set the record's prototype.
    if (key === "__proto__") Object.defineProperty(made, key, { value: of(field, key), ...ordinary });
    else made[key] = of(field, key);
  }
  return made;
}

const ordinary = { enumerable: true, configurable: true, writable: true } as const;

/** Facts, terms, inputs and evaluations as JSON values: bigints become texts, undefined fields vanish. */
export function toPlain(value: unknown): PlainValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(toPlain);
  return isRecord(value) ? mapFields(value, toPlain) : null;
}

/** One text for equal values, whatever the order of their fields. Used to compare bodies. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sortedPlain(value));
}

function sortedPlain(value: unknown): PlainValue {
  if (Array.isArray(value)) return value.map(sortedPlain);
  return isRecord(value) ? mapFields(value, sortedPlain, Object.keys(value).toSorted()) : toPlain(value);
}

function isRecord(value: unknown): value is PlainRecord {
  return typeof value === "object" && value !== null;
}

/** Reverses `toPlain`. It trusts its input: pass only the result of `toPlain` for a T. */
// The one place that trusts the database's word for a type, as the comment above allows.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function fromPlain<T>(plain: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return restoreMinor(plain, "") as T;
}

function restoreMinor(value: unknown, key: string): unknown {
  if (typeof value === "string") return isMinorKey(key) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => restoreMinor(item, ""));
  return isRecord(value) ? mapFields(value, restoreMinor) : value;
}

/** True for text that PostgreSQL accepts: well-formed Unicode without NUL. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
