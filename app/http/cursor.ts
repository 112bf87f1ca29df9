import { refuse, type Refusal } from "#app/domain/refusal.ts";

/** Where a list goes on, as an opaque text. It holds only what the list itself showed; it grants nothing. */
export function writeCursor(position: Record<string, string>): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Reads a cursor back: the named texts, or a refusal at `cursor`. */
export function readCursor<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Record<Name, string> | Refusal | undefined {
  if (text === undefined) return undefined;
  const bad = refuse("invalid", "Is not a cursor of this list", "cursor");
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (typeof value !== "object" || value === null) return bad;
    const entries = Object.entries(value).filter(([name]) => (names as readonly string[]).includes(name));
    const complete = entries.length === names.length && entries.every(([, part]) => isStorable(part));
    return complete ? (Object.fromEntries(entries) as Record<Name, string>) : bad;
  } catch {
    return bad;
  }
}

/** A text that the database can be asked for: a cursor is typed by anyone, so it is checked like any other input. */
function isStorable(part: unknown): boolean {
  return typeof part === "string" && !part.includes("\u0000") && part.isWellFormed();
}

/** Reads an instant out of a cursor; undefined when it is none, or of a year that the database does not know. */
export function cursorInstant(text: string): Date | undefined {
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at : undefined;
}
