import { delimiters, type Delimiter, type Encoding } from "#app/domain/tables/table.ts";
import type { Chance } from "../histories/random.ts";
import { workbookOf } from "./workbook.ts";
import { csvText, type DateForm, encoded, writtenDay, writtenNumber } from "./written-statement.ts";

/** A person as an export has them, and as they should arrive. */
export type DrawnPerson = {
  /** The cell. */
  readonly writtenName: string;
  /** Without control characters and signs that keep a spreadsheet from calculating. */
  readonly name: string;
  readonly email: string;
  readonly isValid: boolean;
  readonly code: string;
  readonly linkValue: string;
  readonly discountCodes: readonly string[];
};

export type DrawnReferral = {
  readonly email: string;
  /** '' for none. */
  readonly order: string;
  readonly day: string;
  /** Null for a cell that is no amount. */
  readonly minor: bigint | null;
  readonly currency: string;
  readonly state: "pending" | "approved" | "paid" | "denied";
};

/** The form of a file, in all dimensions in which exports differ. */
export type DrawnForm = {
  readonly delimiter: Delimiter;
  readonly encoding: Encoding | "xlsx";
  readonly hasMark: boolean;
  readonly lineEnd: "\n" | "\r\n";
  readonly title: readonly string[];
  /** Order of the columns, by their places in the layout. */
  readonly order: readonly number[];
  readonly date: DateForm;
  readonly decimal: "." | ",";
  readonly hasGroups: boolean;
};

const names: readonly (readonly [written: string, name: string])[] = [
  ["Zoë Núñez", "Zoë Núñez"],
  ["O'Neil, Ann", "O'Neil, Ann"],
  ['"Q" & Co; Ltd', '"Q" & Co; Ltd'],
  ["Ada\nLovelace", "Ada Lovelace"],
  ["  Bo  ", "Bo"],
  ['=HYPERLINK("http://x.example")', '=HYPERLINK("http://x.example")'],
  ["'=1+1", "=1+1"],
  ["+49 151 1", "+49 151 1"],
  ["@sum(a1)", "@sum(a1)"],
  ["<b>Bold</b>", "<b>Bold</b>"],
  ["Tab\tName", "Tab Name"],
  ["a|b,c;d", "a|b,c;d"],
];
/** Names that only Unicode has. */
const foreignNames: readonly (readonly [string, string])[] = [
  ["李小龍", "李小龍"],
  ["Жанна д'Арк", "Жанна д'Арк"],
  ["محمد علي", "محمد علي"],
  ["\u202eabc\u202c", "\u202eabc\u202c"],
  ["Ω 👩‍👩‍👧", "Ω 👩‍👩‍👧"],
];
const badEmails = ["", "nobody", "a@b", "two words@x.example", "a@x.example, b@x.example"];

const inAnyCase = (chance: Chance, text: string) => (chance.is(0.3) ? text.toUpperCase() : text);

/** Draws people, some of whom share an address, a code, a link or a discount code. */
export function drawnPeople(chance: Chance, tag: string, isAnyScript: boolean): DrawnPerson[] {
  const count = chance.int(1, 25);
  return Array.from({ length: count }, (): DrawnPerson => {
    const [writtenName, name] = chance.pick(isAnyScript ? [...names, ...foreignNames] : names);
    const isValid = !chance.is(0.12);
    const number = chance.int(1, count);
    const plus = number % 4 === 0 ? "+shop" : "";
    const address = `p${number}${plus}.${tag}@x.example`;
    return {
      writtenName,
      name,
      email: isValid ? inAnyCase(chance, address) : chance.pick(badEmails),
      isValid,
      code: chance.is(0.3) ? "" : `C${chance.int(1, count)}${tag}`,
      linkValue: chance.is(0.4) ? "" : `l${chance.int(1, count)}.${tag}`,
      discountCodes: chance.some([`D1${tag}`, `D2${tag}`, `D${chance.int(1, 40)}${tag}`], 0.3),
    };
  });
}

const currencies = ["USD", "EUR", "JPY"] as const;

/** Draws referrals of these people and of one whom the store doesn't know. Refunds and equal rows occur. */
export function drawnReferrals(chance: Chance, emails: readonly string[]): DrawnReferral[] {
  const some = [...emails, "stranger@x.example"];
  const rows = Array.from({ length: chance.int(1, 30) }, (): DrawnReferral => {
    const email = chance.pick(some);
    return {
      email: inAnyCase(chance, email),
      order: chance.is(0.2) ? chance.pick(["", "0"]) : String(chance.int(1001, 1012)),
      day: `2026-${chance.pick(["01", "02", "11"])}-${String(chance.int(1, 28)).padStart(2, "0")}`,
      minor: drawnAmount(chance),
      currency: chance.pick(currencies),
      state: chance.pick(["pending", "pending", "approved", "approved", "paid", "denied"]),
    };
  });
  return [...rows, ...chance.some(rows, 0.1)];
}

/** A third are refunds. */
function drawnAmount(chance: Chance): bigint | null {
  if (chance.is(0.05)) return null;
  if (chance.is(0.08)) return 0n;
  return chance.is(0.33) ? -chance.minor(1, 90_000) : chance.minor(1, 250_000);
}

const columnCounts = { people: 8, referrals: 7 } as const;
const dates = ["ymd", "dmy/", "mdy/", "dmy.", "words"] as const satisfies readonly DateForm[];

export function drawnForm(chance: Chance, kind: keyof typeof columnCounts, isAnyScript: boolean): DrawnForm {
  const unicode = ["utf-8", "utf-8", "utf-16le", "utf-16be", "xlsx"] as const;
  const encoding = chance.pick(isAnyScript ? unicode : [...unicode, "windows-1252" as const]);
  return {
    delimiter: chance.pick(delimiters),
    encoding,
    // UTF-16 without a mark is found only in longer texts.
    hasMark: encoding.startsWith("utf-16") || chance.is(0.5),
    lineEnd: chance.pick(["\n", "\r\n"]),
    title: chance.pick([[], [], ["Export of the shop"], ["[[DATA]]"]]),
    order: chance.shuffle(Array.from({ length: columnCounts[kind] }, (_, at) => at)),
    date: chance.pick(dates),
    decimal: chance.pick([".", ","]),
    hasGroups: chance.is(0.3),
  };
}

/** Writes people as GoAffPro does, with an unknown column. */
export function peopleBytes(people: readonly DrawnPerson[], form: DrawnForm): Buffer {
  const head = [
    "ID",
    "Name",
    "Email Address",
    "Status",
    "Referral Code",
    "Referral Link",
    "Coupon Code",
    "Zz9",
  ];
  const rows = people.map((one, at) => [
    String(at + 1),
    one.writtenName,
    one.email,
    "approved",
    one.code,
    one.linkValue === "" ? "" : `https://shop.example/?utm=x&ref=${one.linkValue}`,
    one.discountCodes.join(", "),
    "?",
  ]);
  return written([head, ...rows], form);
}

/** Writes referrals as UpPromote does. */
export function referralBytes(referrals: readonly DrawnReferral[], form: DrawnForm): Buffer {
  const head = [" order_name", "date", "affiliate_email", "commission", "status", "currency", "tracking_by"];
  const rows = referrals.map((one) => [
    one.order === "" || one.order === "0" ? one.order : `#${one.order}`,
    writtenDay(one.day, form.date),
    one.email,
    amountText(one, form),
    `${one.state.slice(0, 1).toUpperCase()}${one.state.slice(1)}`,
    one.currency,
    "Tracked by affiliate link",
  ]);
  return written([head, ...rows], form);
}

function amountText({ minor, currency }: DrawnReferral, { decimal, hasGroups }: DrawnForm): string {
  if (minor === null) return "n/a";
  const other = decimal === "." ? "," : ".";
  const group = hasGroups ? other : "";
  return `${minor < 0n ? "-" : ""}${writtenNumber(minor, { decimal, group, digits: currency === "JPY" ? 0 : 2 })}`;
}

function written(rows: readonly (readonly string[])[], form: DrawnForm): Buffer {
  const placed = rows.map((cells) => form.order.map((at) => cells[at] ?? ""));
  const all = form.title.length === 0 ? placed : [form.title, ...placed];
  if (form.encoding === "xlsx") return workbookOf(all);
  return encoded(csvText(all, form.delimiter, form.lineEnd), form.encoding, form.hasMark);
}
