import type { Delimiter, Encoding } from "#app/domain/tables/table.ts";
import {
  balances,
  csvText,
  type DateForm,
  encoded,
  type KnownRow,
  type NumberForm,
  writtenDay,
  writtenNumber,
} from "../written-statement.ts";

/** Cells that a sample column can hold; a text in quotes stands in every row. */
type Cell =
  | "day"
  | "bookedDay"
  | "amount"
  | "unsigned"
  | "out"
  | "outMinus"
  | "in"
  | "balance"
  | "purpose"
  | "name"
  | "flag"
  | "type"
  | "status"
  | "fee"
  | "id"
  | "blocked"
  | "refusal"
  | `=${string}`;

export type BankSample = {
  /** Name of the known layout that it is read with. */
  readonly layout: string;
  readonly title?: string;
  readonly delimiter: Delimiter;
  readonly encoding?: Encoding;
  readonly before?: readonly string[];
  readonly date: DateForm;
  /** Behind each day, such as a time. */
  readonly afterDay?: string;
  readonly number: NumberForm;
  readonly plus?: string;
  /** Behind each amount, such as a currency. */
  readonly unit?: string;
  readonly inFront?: string;
  readonly columns: readonly (readonly [name: string, cell: Cell])[];
  readonly hasHeader?: boolean;
  readonly flags?: readonly [out: string, into: string];
  readonly types?: readonly [out: string, into: string];
  /** Words of the status; those left out are not in the sample. */
  readonly done?: string;
  readonly pending?: string;
  readonly notPaid?: string;
  /** A pending row has no booking day, or a type of its own. */
  readonly hasPendingWithoutDay?: boolean;
  readonly pendingType?: string;
  readonly feeIs?: "included" | "on_top";
  readonly after?: readonly string[];
  /** The one question: its column names are too common to tell the bank, and the currency is nowhere. */
  readonly asksCurrency?: true;
};

const A = "pit_01kng1dk00yx8csgw6cbxjsy56";
const B = "pit_01kng1dk00yx8csgw6cbxjsy57";
const C = "pit_01kng1dk00yx8csgw6cbxjsy58";
const D = "pit_01kng1dk00yx8csgw6cbxjsy59";

/** Rows of the sample: a payment, another one, money in, a return, and what the layout's words can say beside. */
export function rowsOfSample({ feeIs, pending, notPaid, ...sample }: BankSample): KnownRow[] {
  const feeMinor = feeIs === undefined ? 0n : 39n;
  const out = feeIs === "included" ? -123_489n : -123_450n;
  const hasPending = pending !== undefined || sample.hasPendingWithoutDay || sample.pendingType !== undefined;
  return [
    { day: "2026-03-05", minor: out, kind: "paid", reference: A, feeMinor },
    { day: "2026-03-06", minor: -730n, kind: "other", reference: "" },
    { day: "2026-03-16", minor: 5000n, kind: "incoming", reference: "" },
    { day: "2026-03-17", minor: 8820n, kind: "returned", reference: B },
    ...(hasPending ? [{ day: "2026-03-18", minor: -2000n, kind: "on_its_way", reference: C } as const] : []),
    ...(notPaid === undefined
      ? []
      : [{ day: "2026-03-18", minor: -3000n, kind: "not_paid", reference: D } as const]),
  ];
}

export function bytesOfSample(sample: BankSample): Buffer {
  const rows = rowsOfSample(sample);
  const moved = rows.map((row) => ({
    ...row,
    minor:
      row.kind === "on_its_way" || row.kind === "not_paid"
        ? 0n
        : row.minor - (sample.feeIs === "on_top" ? (row.feeMinor ?? 0n) : 0n),
  }));
  const after = balances(moved, 1_000_000n);
  const body = rows.map((row, at) =>
    sample.columns.map(([, cell]) => written(cell, row, { sample, balance: after[at] ?? 0n })),
  );
  const header = sample.hasHeader === false ? [] : [sample.columns.map(([name]) => name)];
  const before = (sample.before ?? []).map((line) => `${line}\n`).join("");
  const footer = (sample.after ?? []).map((line) => `${line}\n`).join("");
  return encoded(
    before + csvText([...header, ...body], sample.delimiter) + footer,
    sample.encoding ?? "utf-8",
  );
}

type Context = { readonly sample: BankSample; readonly balance: bigint };

function written(cell: Cell, row: KnownRow, { sample, balance }: Context): string {
  const isOut = row.minor < 0n;
  const isPending = row.kind === "on_its_way";
  const { unit = "", inFront = "" } = sample;
  const number = (minor: bigint) => `${inFront}${writtenNumber(minor, sample.number)}${unit}`;
  const signed = (minor: bigint) => `${minor < 0n ? "-" : (sample.plus ?? "")}${number(minor)}`;
  const isBlocked = isPending && sample.columns.some(([, one]) => one === "blocked");
  const kinds: Record<Exclude<Cell, `=${string}`>, () => string> = {
    day: () => writtenDay(row.day, sample.date) + (sample.afterDay ?? ""),
    bookedDay: () =>
      isPending && sample.hasPendingWithoutDay
        ? ""
        : writtenDay(row.day, sample.date) + (sample.afterDay ?? ""),
    amount: () => (isBlocked ? "" : signed(row.minor)),
    unsigned: () => number(row.minor),
    out: () => (isOut ? number(row.minor) : ""),
    outMinus: () => (isOut ? `-${number(row.minor)}` : ""),
    in: () => (isOut ? "" : number(row.minor)),
    balance: () => (isPending || row.kind === "not_paid" ? "" : signed(balance).replace("+", "")),
    purpose: () => (row.reference === "" ? "Office rent" : `Commission ${row.reference}`),
    name: () => "Ann Müller",
    flag: () => (sample.flags ?? ["", ""])[isOut ? 0 : 1],
    type: () => (isPending && sample.pendingType) || (sample.types ?? ["", ""])[isOut ? 0 : 1],
    status: () => {
      if (isPending) return sample.pending ?? sample.done ?? "";
      return row.kind === "not_paid" ? (sample.notPaid ?? "") : (sample.done ?? "");
    },
    fee: () => writtenNumber(row.feeMinor ?? 0n, sample.number),
    id: () => `T${row.day.replaceAll("-", "")}${row.minor < 0n ? -row.minor : row.minor}`,
    blocked: () => (isBlocked ? signed(row.minor) : ""),
    refusal: () => (row.kind === "not_paid" ? "Onvoldoende saldo" : ""),
  };
  return cell.startsWith("=") ? cell.slice(1) : kinds[cell as Exclude<Cell, `=${string}`>]();
}

export const comma = { decimal: ",", group: "." } as const;
export const plainComma = { decimal: ",", group: "" } as const;
export const shortComma = { decimal: ",", group: ".", isShort: true } as const;
export const point = { decimal: ".", group: "" } as const;
export const grouped = { decimal: ".", group: "," } as const;
export const lines = (count: number, text = "Kontoauszug;Konto") =>
  Array.from({ length: count }, (_, at) => (at % 3 === 2 ? "" : text));
