import { exponentOf } from "#app/domain/money.ts";
import type { PaymentId } from "#app/domain/ids.ts";
import type { DirectionWay, FeeWay, StatementReading } from "#app/domain/statements/reading.ts";
import type { DateOrder, Delimiter, Encoding } from "#app/domain/tables/table.ts";
import type { Chance } from "../histories/random.ts";
import { type DrawnWords, drawnWords } from "./layout-words.ts";
import {
  csvText,
  type DateForm,
  encoded,
  type KnownRow,
  type NumberForm,
  writtenDay,
  writtenNumber,
} from "./written-statement.ts";

const signForms = ["minus", "true_minus", "plus", "trailing", "parentheses"] as const;
const ways = [...signForms, "columns", "columns_minus", "flag", "mark", "plus_is_out", "balance"] as const;
type Way = (typeof ways)[number];

const dateForms = [
  "ymd",
  "compact",
  "dmy.",
  "dmy/",
  "dmy-",
  "d.m.yyyy",
  "dmy.yy",
  "dmy/yy",
  "mdy/",
  "mdy-",
  "words",
] as const satisfies readonly DateForm[];

const referenceForms = ["plain", "dashed", "capitals", "wrapped", "glued", "two_columns", "cut"] as const;
type ReferenceForm = (typeof referenceForms)[number];

/** The form of a drawn file, in all dimensions in which files of banks differ. */
export type DrawnLayout = {
  readonly language: string;
  readonly words: DrawnWords;
  readonly delimiter: Delimiter;
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  readonly lineEnd: "\n" | "\r\n";
  readonly preamble: readonly (readonly string[])[];
  readonly date: DateForm;
  readonly number: NumberForm;
  readonly currency: string;
  readonly currencyIn: "column" | "cell" | "header" | "nowhere";
  readonly way: Way;
  readonly hasBalance: boolean;
  readonly isSortedUp: boolean;
  readonly fee: FeeWay;
  readonly hasValueDate: boolean;
  readonly hasStatus: boolean;
  readonly typeWords: "none" | "known" | "checking";
  readonly reference: ReferenceForm;
  readonly footer: boolean;
};

export type DrawnRow = KnownRow & {
  readonly payment: PaymentId | null;
  /** Pending rows without a booking day. */
  readonly isWithoutDay: boolean;
};

/** The part that a column has in a drawn file. */
export type Role =
  "day" | "amount" | "out" | "in" | "flag" | "balance" | "fee" | "currency" | "status" | "type" | "text";

export type DrawnFile = {
  readonly layout: DrawnLayout;
  readonly roles: readonly Role[];
  readonly rows: readonly DrawnRow[];
  /** Cells of the file, with the header and what is around it. */
  readonly cells: readonly (readonly string[])[];
  /** Row number in the file of each of `rows`. */
  readonly numbers: readonly number[];
  readonly head: readonly string[];
  readonly bytes: Buffer;
};

const idSigns = "0123456789abcdefghjkmnpqrstvwxyz";

function drawnPayment(chance: Chance): PaymentId {
  const random = Array.from({ length: 20 }, () => idSigns[chance.int(0, 31)]).join("");
  return `pit_01kng1${random}` as PaymentId;
}

function encodingOf(chance: Chance, language: string): Pick<DrawnLayout, "encoding" | "hasMark"> {
  const kinds: Encoding[] = ["utf-8", "utf-8", "utf-16le", "utf-16be"];
  kinds.push(language === "pl" ? "windows-1250" : chance.pick(["windows-1252", "iso-8859-15"]));
  const encoding = chance.pick(kinds);
  return { encoding, hasMark: encoding.startsWith("utf-16") || (encoding === "utf-8" && chance.is(0.4)) };
}

const preambles: readonly (readonly string[])[] = [
  ["Account", "DE00 1203 0000"],
  ["Created on:", "2026-03-31 15:23"],
  [""],
  ["Name", "Store Ltd"],
  ["Period", "01.03.2026 - 31.03.2026"],
  ["Balance:", "1.234,50"],
  ["Umsätze"],
];

export function drawLayout(chance: Chance): DrawnLayout {
  const language = chance.pick(Object.keys(drawnWords));
  const words = drawnWords[language];
  if (words === undefined) throw new RangeError(language);
  const decimal = chance.pick([".", ","] as const);
  const currency = chance.pick(["EUR", "EUR", "USD", "GBP", "PLN", "CHF", "JPY", "KWD"]);
  const bytes = encodingOf(chance, language);
  const drawn = chance.pick(ways);
  const way = drawn === "true_minus" && !bytes.encoding.startsWith("utf") ? "minus" : drawn;
  const fee = chance.is(0.25) ? chance.pick(["included", "on_top"] as const) : "none";
  return {
    language,
    words,
    delimiter: chance.pick([";", ",", "\t", "|"] as const),
    ...bytes,
    lineEnd: chance.pick(["\n", "\r\n"] as const),
    preamble: chance.is(0.4) ? Array.from({ length: chance.int(1, 12) }, () => chance.pick(preambles)) : [],
    date: chance.pick(dateForms),
    number: {
      decimal,
      group: chance.pick(["", decimal === "," ? "." : ",", " ", "'"] as const),
      isShort: chance.is(0.1),
      digits: exponentOf(currency),
    },
    currency,
    currencyIn: chance.pick(["column", "column", "cell", "header", "nowhere"] as const),
    way,
    hasBalance: way === "balance" || way === "plus_is_out" || chance.is(0.5),
    isSortedUp: chance.is(0.5),
    fee: way === "balance" ? "none" : fee,
    hasValueDate: chance.is(0.4),
    hasStatus: chance.is(0.4),
    // Files without signs and flags have the direction in words.
    typeWords: chance.pick(
      way === "balance" ? (["checking"] as const) : (["none", "known", "checking"] as const),
    ),
    reference: chance.pick(referenceForms),
    footer: chance.is(0.2),
  };
}

export function drawRows(chance: Chance, layout: DrawnLayout): DrawnRow[] {
  const isOnlyIncoming = chance.is(0.15);
  const count = chance.int(1, 12);
  let day = Date.parse("2026-03-01") + chance.int(0, 20) * 86_400_000;
  return Array.from({ length: count }, () => {
    day += chance.int(0, 4) * 86_400_000;
    return drawRow(chance, { layout, isOnlyIncoming, day: new Date(day).toISOString().slice(0, 10) });
  });
}

const isOut = ({ minor }: KnownRow) => minor < 0n;

function drawRow(
  chance: Chance,
  { layout, isOnlyIncoming, day }: { layout: DrawnLayout; isOnlyIncoming: boolean; day: string },
): DrawnRow {
  const kind = kindOf(chance, { layout, isOnlyIncoming });
  const hasLeft = kind !== "incoming" && kind !== "returned";
  const feeMinor = layout.fee !== "none" && kind === "paid" ? chance.minor(1, 60) : 0n;
  const magnitude = chance.is(0.3) ? chance.minor(100_000, 9_999_999) : chance.minor(100, 99_999);
  const isNamed = kind !== "other" && kind !== "incoming";
  const payment = isNamed ? drawnPayment(chance) : null;
  return {
    day,
    minor: hasLeft ? -magnitude : magnitude,
    kind,
    reference: payment ?? "",
    payment,
    feeMinor,
    isWithoutDay: kind === "on_its_way" && (!layout.hasStatus || chance.is(0.5)),
  };
}

function kindOf(
  chance: Chance,
  { layout, isOnlyIncoming }: { layout: DrawnLayout; isOnlyIncoming: boolean },
): DrawnRow["kind"] {
  if (isOnlyIncoming) return chance.pick(["incoming", "returned"] as const);
  if (chance.is(0.9)) return chance.pick(["paid", "paid", "paid", "other", "incoming", "returned"] as const);
  return layout.hasStatus && chance.is(0.5) ? "not_paid" : "on_its_way";
}

/** The change of the balance by a row, with its fee. */
function moved({ minor, feeMinor = 0n, kind }: DrawnRow): bigint {
  return kind === "on_its_way" || kind === "not_paid" ? 0n : minor - feeMinor;
}

/** The amount that the file shows. */
function shown({ minor, feeMinor = 0n }: DrawnRow, { fee }: DrawnLayout): bigint {
  return fee === "included" ? minor - feeMinor : minor;
}

type Column = {
  readonly role: Role;
  readonly name: string;
  readonly cell: (row: DrawnRow, balance: bigint) => string;
};

export function drawFile(chance: Chance, layout: DrawnLayout, rows: readonly DrawnRow[]): DrawnFile {
  const texts = purposeColumns(chance, layout);
  const columns = chance.is(0.5)
    ? [...chance.shuffle(columnsOf(chance, layout)), ...texts]
    : [...texts, ...chance.shuffle(columnsOf(chance, layout))];
  let balance = 500_000_000n;
  const inOrder = rows.map((row) => {
    balance += moved(row);
    return { row, cells: columns.map((column) => column.cell(row, balance)) };
  });
  if (!layout.isSortedUp) inOrder.reverse();
  const head = columns.map(({ name }) => name);
  const above = [...layout.preamble, head];
  const footer = layout.footer ? [[""], ["Total", "", ""]] : [];
  const cells = [...above, ...inOrder.map((one) => one.cells), ...footer];
  return {
    layout,
    roles: columns.map(({ role }) => role),
    rows: inOrder.map(({ row }) => row),
    cells,
    numbers: inOrder.map((_, at) => above.length + at + 1),
    head,
    bytes: bytesOf(layout, cells),
  };
}

export function bytesOf(layout: DrawnLayout, cells: readonly (readonly string[])[]): Buffer {
  return encoded(csvText(cells, layout.delimiter, layout.lineEnd), layout.encoding, layout.hasMark);
}

function columnsOf(chance: Chance, layout: DrawnLayout): Column[] {
  const { words, way, currencyIn, currency } = layout;
  const named = (name: string) => (currencyIn === "header" ? `${name} (${currency})` : name);
  const unit = currencyIn === "cell" ? ` ${currency}` : "";
  const number = (minor: bigint) => writtenNumber(minor, layout.number);
  const day = ({ day: one }: DrawnRow) => writtenDay(one, layout.date);
  const amountCell = (row: DrawnRow) =>
    withSign(shown(row, layout), { way, text: number(shown(row, layout)), unit });
  const columns: (Column | null)[] = [
    { role: "day", name: chance.pick(words.date), cell: (row) => (row.isWithoutDay ? "" : day(row)) },
    layout.hasValueDate ? { role: "text", name: words.value, cell: day } : null,
    ...amountColumns(layout, { named, amountCell, number: (row) => number(shown(row, layout)), unit }),
    way === "flag" ? { role: "flag", name: "D/C", cell: (row) => words.flags[isOut(row) ? 0 : 1] } : null,
    layout.hasBalance
      ? {
          role: "balance",
          name: words.balance,
          cell: (row, balance) => (moved(row) === 0n ? "" : number(balance) + unit),
        }
      : null,
    layout.fee === "none"
      ? null
      : { role: "fee", name: words.fee, cell: (row) => number(row.feeMinor ?? 0n) },
    currencyIn === "column" ? { role: "currency", name: words.currency, cell: () => currency } : null,
    layout.hasStatus ? { role: "status", name: words.status, cell: statusCell(chance, layout) } : null,
    layout.typeWords === "none" ? null : { role: "type", name: words.type, cell: typeCell(layout) },
    { role: "text", name: words.name, cell: () => "Ann Miller" },
    { role: "text", name: "XQ", cell: () => "" },
  ];
  return columns.filter((one) => one !== null);
}

/** Columns of the purpose in their order: a reference may go on in the second. */
function purposeColumns(chance: Chance, { words, reference }: DrawnLayout): Column[] {
  const name = chance.pick(words.purpose);
  const ends = reference === "two_columns" ? ["1", "2"] : [""];
  return ends.map((end) => ({
    role: "text",
    name: end === "" ? name : `${name} ${end}`,
    cell: ({ payment }) => purposeText(payment, reference, end),
  }));
}

type AmountCells = {
  readonly named: (name: string) => string;
  readonly amountCell: (row: DrawnRow) => string;
  readonly number: (row: DrawnRow) => string;
  readonly unit: string;
};

function amountColumns(
  { words, way }: DrawnLayout,
  { named, amountCell, number, unit }: AmountCells,
): readonly Column[] {
  if (way !== "columns" && way !== "columns_minus") {
    return [{ role: "amount", name: named(words.amount), cell: amountCell }];
  }
  const minus = way === "columns_minus" ? "-" : "";
  return [
    {
      role: "out",
      name: named(words.out),
      cell: (row) => (row.minor < 0n ? `${minus}${number(row)}${unit}` : ""),
    },
    { role: "in", name: named(words.in), cell: (row) => (row.minor < 0n ? "" : number(row) + unit) },
  ];
}

function withSign(minor: bigint, { way, text, unit }: { way: Way; text: string; unit: string }): string {
  const hasLeft = minor < 0n;
  if (way === "minus") return `${hasLeft ? "-" : ""}${text}${unit}`;
  if (way === "true_minus") return `${hasLeft ? "\u2212" : ""}${text}${unit}`;
  if (way === "plus") return `${hasLeft ? "-" : "+"}${text}${unit}`;
  if (way === "trailing") return `${text}${hasLeft ? "-" : ""}${unit}`;
  if (way === "parentheses") return `${hasLeft ? `(${text})` : text}${unit}`;
  if (way === "mark") return `${text}${unit} ${hasLeft ? "S" : "H"}`;
  return way === "plus_is_out" ? `${hasLeft ? "" : "-"}${text}${unit}` : `${text}${unit}`;
}

function statusCell(chance: Chance, { words }: DrawnLayout): (row: DrawnRow) => string {
  const [done, pending, failed] = [words.done, words.pending, words.failed].map((some) => chance.pick(some));
  return ({ kind }) => {
    if (kind === "on_its_way") return pending ?? "";
    return (kind === "not_paid" ? failed : done) ?? "";
  };
}

function typeCell({ words, typeWords }: DrawnLayout): (row: DrawnRow) => string {
  const [out, into] = typeWords === "known" ? words.types : ["XKQ_7", "XKQ_9"];
  return ({ minor }) => (minor < 0n ? out : into);
}

function purposeText(payment: PaymentId | null, form: ReferenceForm, end: string): string {
  if (payment === null) return end === "2" ? "" : "Office rent March";
  const bare = payment.replace("_", "");
  const texts: Record<ReferenceForm, string> = {
    plain: `Commission ${payment}`,
    dashed: `Commission ${payment.replace("_", "-")}`,
    capitals: `COMMISSION ${bare.toUpperCase()}`,
    wrapped: `SVWZ+${payment.slice(0, 17)} ${payment.slice(17)} EREF+NOTPROVIDED`,
    glued: `SVWZ+${bare}EREF+NOTPROVIDED`,
    two_columns: end === "1" ? `Commission ${payment.slice(0, 20)}` : payment.slice(20),
    cut: `Commission ${payment.slice(0, 18)}`,
  };
  return texts[form];
}

/** The reading that a merchant would choose who knows the file. */
export function trueAnswers({ way, date, number, fee, currency }: DrawnLayout): Partial<StatementReading> {
  const orders: Partial<Record<string, DateOrder>> = { d: "dmy", m: "mdy" };
  const direction: Partial<Record<Way, DirectionWay>> = {
    plus_is_out: "plus_is_out",
    columns: "columns",
    columns_minus: "columns",
    flag: "flag",
    mark: "flag",
    balance: "balance",
  };
  return {
    dates: orders[date[0] ?? ""] ?? "ymd",
    decimals: number.decimal === "." ? "point" : "comma",
    fee,
    currency,
    direction: direction[way] ?? "minus_is_out",
  };
}
