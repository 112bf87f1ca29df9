import type { ReadRow, StatementReading } from "#app/domain/statements/reading.ts";
import type { Chance } from "../histories/random.ts";
import {
  bytesOf,
  drawFile,
  drawLayout,
  type DrawnFile,
  type DrawnRow,
  drawRows,
  type Role,
  trueAnswers,
} from "./drawn-layout.ts";
import { readStatementText } from "./read-statement-text.ts";

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);

export function drawnFile(chance: Chance): DrawnFile {
  const layout = drawLayout(chance);
  return drawFile(chance, layout, drawRows(chance, layout));
}

/** The merchant's answer to a question about a setting. */
function answersFor({ layout }: DrawnFile) {
  const answers = trueAnswers(layout);
  return (asked: string): Partial<StatementReading> => ({
    // The file can't say so: it is the merchant who knows that money out has no sign.
    ...(layout.way === "plus_is_out" && { direction: "plus_is_out" }),
    ...(asked in answers && { [asked]: answers[asked as keyof StatementReading] }),
  });
}

/** A row of a cut reference names no payment. */
function expectedOf(row: DrawnRow, { layout }: DrawnFile): readonly unknown[] {
  const isCut = layout.reference === "cut" && row.payment !== null;
  const without = { paid: "other", returned: "incoming", not_paid: "not_paid" } as const;
  const outcome = isCut ? (without[row.kind as keyof typeof without] ?? row.kind) : row.kind;
  const payments = row.payment === null || isCut ? [] : [row.payment];
  return [outcome, magnitude(row.minor), layout.currency, payments, row.day];
}

const told = ({ outcome, amountMinor, currency, payments, day }: ReadRow, isDayKnown: boolean) => [
  outcome,
  amountMinor,
  currency,
  payments,
  isDayKnown ? day : null,
];

/** Rows that are read otherwise than they are meant, and rows that are unclear. */
function compare(file: DrawnFile, rows: readonly ReadRow[]) {
  const wrong: unknown[] = [];
  let unclear = 0;
  for (const [at, row] of file.rows.entries()) {
    const read = rows.find(({ number }) => number === file.numbers[at]);
    if (read?.outcome === "unclear") {
      unclear += 1;
      continue;
    }
    // A pending row may have no day at all.
    const isDayKnown = !row.isWithoutDay;
    const expected = expectedOf(row, file).map((one, place) => (place === 4 && !isDayKnown ? null : one));
    const found = read ? told(read, isDayKnown) : "left out";
    if (JSON.stringify(found, asText) !== JSON.stringify(expected, asText)) wrong.push({ found, expected });
  }
  return { wrong, unclear };
}

const asText = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);

/** True where the file itself proves which amounts left (bank-files.md, "Direction"). */
function provesDirection({ layout, rows }: DrawnFile): boolean {
  const { way } = layout;
  if (["columns", "columns_minus", "flag", "mark"].includes(way)) return true;
  const booked = rows.filter(({ kind }) => kind !== "on_its_way" && kind !== "not_paid");
  const amounts = new Set(booked.map(({ minor }) => magnitude(minor)));
  const isUp = rows[0]?.day !== rows.at(-1)?.day;
  if (layout.hasBalance && booked.length >= 3 && amounts.size === booked.length && isUp) {
    return way !== "balance";
  }
  if (way === "plus_is_out" || way === "balance") return false;
  const has = (isOut: boolean) => rows.some(({ minor }) => minor < 0n === isOut);
  const named = rows.filter(({ payment }) => payment !== null && layout.reference !== "cut");
  const isMostlyOut = named.filter(({ minor }) => minor < 0n).length * 2 >= named.length;
  return way === "plus" ? has(false) : has(true) && has(false) && isMostlyOut;
}

function hasOneDateReading({ layout, rows }: DrawnFile): boolean {
  if (/^(?:ymd|compact|words)$/.test(layout.date) || /\./.test(layout.date)) return true;
  return rows.some(({ day, isWithoutDay }) => !isWithoutDay && Number(day.slice(8)) > 12);
}

/** Three digits behind the only separator may be decimals where the currency has three, or is not known. */
function hasOneNumberReading({ layout: { number, currencyIn } }: DrawnFile): boolean {
  return number.digits === 2 ? !number.isShort : number.digits === 0 && currencyIn !== "nowhere";
}

/** Fees are proven by a balance that moves by them. */
function provesFee({ layout, rows }: DrawnFile): boolean {
  const at = rows.findIndex(({ feeMinor = 0n }) => feeMinor > 0n);
  return layout.fee === "none" || at === -1;
}

/** A drawn file as it is read, compared with its meaning and with what it ought to prove by itself. */
export function checkFile(file: DrawnFile) {
  const found = readStatementText(file.bytes, answersFor(file), today);
  const isProven =
    provesDirection(file) && hasOneDateReading(file) && hasOneNumberReading(file) && provesFee(file);
  const asked = found.asked.filter((one) => !(one === "currency" && file.layout.currencyIn === "nowhere"));
  // Only a person can say which column is which: nothing is read before.
  const isBlocked = asked.includes("columns");
  const { wrong, unclear } = isBlocked ? { wrong: [], unclear: file.rows.length } : compare(file, found.rows);
  const isFine = wrong.length === 0 && (!isProven || (unclear === 0 && asked.length === 0));
  return { isFine, isProven, asked, wrong, unclear, found };
}

const today = "2026-04-30";

/** Cells that a fault of a bank, or of a person, puts in the place of another. */
function changedCell(chance: Chance, text: string, role: Role): string {
  const words = ["XKQ", "Zurückgegeben", "PENDING", "Rechazado", "Retour", "Erstattung", "checking", ""];
  const digits = text.replace(/\d/, (digit) => String((Number(digit) % 9) + 1));
  const sign = /[-\u2212(]/.test(text) ? text.replaceAll(/[-\u2212()]/g, "") : `-${text.replace("+", "")}`;
  if (role === "status" || role === "type" || role === "flag") return chance.pick(words);
  if (role === "currency") return chance.pick(["USD", "XXQ", ""]);
  return chance.pick([sign, digits, "", "abc", text]);
}

export type ChangedFile = {
  readonly file: DrawnFile;
  readonly bytes: Buffer;
  readonly row: DrawnRow;
  readonly role: Role;
};

/**
 * A drawn file in which one cell is changed; null where the drawn one has no cell to change. The oldest booking has no
 * balance before it, and so one witness less.
 */
export function changeOneCell(chance: Chance, file: DrawnFile): ChangedFile | null {
  const { rows, layout } = file;
  const booked = rows.flatMap(({ kind }, index) =>
    kind === "on_its_way" || kind === "not_paid" ? [] : [index],
  );
  const oldest = layout.isSortedUp ? booked[0] : booked.at(-1);
  const at = chance.int(0, rows.length - 1);
  if (at === oldest) return null;
  const [row, number] = [file.rows[at], file.numbers[at]];
  const column = chance.int(0, file.roles.length - 1);
  const [role, line] = [file.roles[column], file.cells[(number ?? 0) - 1]];
  if (!row || !line || !role || role === "text") return null;
  const cells = file.cells.map((cellsOfLine) =>
    cellsOfLine === line ? line.with(column, changedCell(chance, line[column] ?? "", role)) : cellsOfLine,
  );
  return { file, bytes: bytesOf(file.layout, cells), row, role };
}

const movesMoney = new Set(["paid", "returned"]);

/**
 * Rows for which the changed file would move money otherwise than the one before: paid or returned with the payment's
 * own amount and currency. All others only inform. A file that asks is not read.
 */
export function wrongMovesOf({ file, bytes }: ChangedFile): readonly unknown[] {
  const found = readStatementText(bytes, answersFor(file), today);
  if (found.asked.includes("columns")) return [];
  return file.rows.flatMap((row, at) => {
    const read = found.rows.find(({ number }) => number === file.numbers[at]);
    if (!read || !movesMoney.has(read.outcome) || read.payments.length !== 1) return [];
    const isOfPayment = read.amountMinor === magnitude(row.minor) && read.currency === file.layout.currency;
    return isOfPayment && read.outcome !== row.kind ? [{ row, read }] : [];
  });
}

/** True where at least two witnesses tell the direction, so that a change of one is noticed. */
export function hasTwoWitnesses(file: DrawnFile): boolean {
  const { layout, rows } = file;
  const booked = rows.filter(({ kind }) => kind !== "on_its_way" && kind !== "not_paid");
  const amounts = new Set(booked.map(({ minor }) => magnitude(minor)));
  const isByBalance = layout.hasBalance && booked.length >= 4 && amounts.size === booked.length;
  return isByBalance && rows[0]?.day !== rows.at(-1)?.day && layout.way !== "balance";
}
