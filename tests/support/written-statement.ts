import type { Delimiter, Encoding } from "#app/domain/tables/table.ts";

/** A row of known meaning. `minor` is below zero for money out. */
export type KnownRow = {
  readonly day: string;
  readonly minor: bigint;
  readonly kind: "paid" | "other" | "incoming" | "returned" | "on_its_way" | "not_paid";
  /** The reference as the file writes it; '' for none. */
  readonly reference: string;
  readonly feeMinor?: bigint;
};

export type DateForm =
  "ymd" | "compact" | "dmy." | "dmy/" | "dmy-" | "d.m.yyyy" | "dmy.yy" | "dmy/yy" | "mdy/" | "mdy-" | "words";

const english = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export function writtenDay(day: string, form: DateForm): string {
  const [y = "", m = "", d = ""] = day.split("-");
  const separator = /[./-]/.exec(form)?.[0] ?? "-";
  if (form === "ymd") return day;
  if (form === "compact") return `${y}${m}${d}`;
  if (form === "words") return `${d} ${english[Number(m) - 1]} ${y}`;
  if (form === "d.m.yyyy") return `${Number(d)}.${Number(m)}.${y}`;
  const year = form.endsWith("yy") ? y.slice(2) : y;
  return (form.startsWith("mdy") ? [m, d, year] : [d, m, year]).join(separator);
}

export type NumberForm = {
  readonly decimal: "." | ",";
  readonly group: "" | "." | "," | " " | "'";
  /** Drops zeros at the end: "62,3". */
  readonly isShort?: boolean;
  readonly digits?: number;
};

export function writtenNumber(minor: bigint, { decimal, group, isShort, digits = 2 }: NumberForm): string {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits).replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  const fraction = text.slice(text.length - digits);
  const shown = isShort ? fraction.replace(/0+$/, "") : fraction;
  return shown === "" ? whole : `${whole}${decimal}${shown}`;
}

/** A file as bytes in one of the encodings that banks use. */
export function encoded(text: string, encoding: Encoding, hasMark = false): Buffer {
  const marked = hasMark ? `\uFEFF${text}` : text;
  if (encoding === "utf-8") return Buffer.from(marked, "utf8");
  if (encoding === "utf-16le") return Buffer.from(marked, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(marked, "utf16le").swap16();
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Buffer.from(Array.from(text, (sign) => bytes.get(sign) ?? 0x3f));
}

export function csvText(rows: readonly (readonly string[])[], delimiter: Delimiter, end = "\n"): string {
  const cell = (text: string) =>
    text.includes(delimiter) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((cells) => cells.map(cell).join(delimiter)).join(end) + end;
}

/** The balance after each row, from the first to the last. */
export function balances(rows: readonly KnownRow[], start: bigint): bigint[] {
  let balance = start;
  return rows.map(({ minor }) => (balance += minor));
}
