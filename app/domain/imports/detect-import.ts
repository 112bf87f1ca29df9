import { type DecimalFinding, amountCell, findDecimals } from "../tables/amount-cell.ts";
import { type DateCell, dateCell, findDateOrder } from "../tables/date-cell.ts";
import type { DateOrder } from "../tables/table.ts";
import { findLayout, proposeColumns, proposeKind } from "./find-layout.ts";
import {
  type ImportedState,
  type ImportUse,
  isMoneyKind,
  neededFor,
  personStates,
  type ReadingPurpose,
  referralStates,
  type SystemLayouts,
  usesFor,
} from "./import-kinds.ts";
import type {
  ImportChoices,
  ImportDetection,
  ImportQuestion,
  ImportReading,
  ImportTable,
} from "./import-reading.ts";
import { allSystems } from "./layouts/all-systems.ts";

/** Detects how a file is read, with a question for everything that neither the file nor a person says. */
export function detectImport(
  table: ImportTable,
  choices: ImportChoices,
  purpose: ReadingPurpose = "import",
): ImportDetection {
  const found = findLayout(table.head, { system: choices.system, kind: choices.kind, purpose });
  const proposed = found?.kind ?? proposeKind(table.head);
  const kind = choices.kind ?? proposed ?? "affiliates";
  const chosen = choices.columns?.length === table.head.length ? choices.columns : undefined;
  const uses = usesFor(kind, purpose);
  const columns = onlyUses(uses, chosen ?? found?.columns ?? proposeColumns(table.head, kind, purpose));
  const dates = findDates(table, columns);
  const amounts = findAmounts(table, columns);
  const reading: ImportReading = {
    system: found?.system ?? "other",
    dates: dates.order,
    amounts: amounts.decimals,
    currency: null,
    words: {},
    releaseOn: null,
    programId: "",
    programs: {},
    ...choices,
    kind,
    columns,
  };
  const isOpen = { dates: dates.isOpen, amounts: amounts.isOpen, kind: proposed === null };
  return {
    table,
    reading,
    isKnownLayout: found !== null && chosen === undefined,
    questions: [...openQuestions(isOpen, choices), ...readingQuestions(table, reading, purpose)],
  };
}

type OpenSettings = Readonly<Record<"dates" | "amounts" | "kind", boolean>>;

/** Questions about what the file leaves open, unless a person answered them. */
function openQuestions(isOpen: OpenSettings, { kind, dates, amounts }: ImportChoices): ImportQuestion[] {
  return [
    ...(isOpen.kind && kind === undefined ? [ask("kind", "kind_unknown")] : []),
    ...(isOpen.dates && dates === undefined ? [ask("dates", "date_order")] : []),
    ...(isOpen.amounts && amounts === undefined ? [ask("amounts", "decimal_sign")] : []),
  ];
}

/** Questions that the reading leaves open. */
function readingQuestions(
  table: ImportTable,
  reading: ImportReading,
  purpose: ReadingPurpose,
): ImportQuestion[] {
  return [
    ...columnQuestions(neededFor(reading.kind, purpose), reading.columns),
    ...currencyQuestion(table, reading),
    ...unknownWords(table, reading).map((word) => ask("words", "word_unknown", word)),
    ...(purpose === "import" ? releaseQuestion(table, reading) : []),
  ];
}

const ask = (
  setting: ImportQuestion["setting"],
  code: ImportQuestion["code"],
  what = "",
): ImportQuestion => ({ setting, code, what });

const onlyUses = (uses: readonly ImportUse[], columns: readonly ImportUse[]): readonly ImportUse[] =>
  columns.map((use) => (uses.includes(use) ? use : "skip"));

/** Uses that several columns may have. */
const severalTimes: ReadonlySet<ImportUse> = new Set<ImportUse>([
  "skip",
  "tags",
  "discountCodes",
  "link",
  "rateKind",
]);

function columnQuestions(
  needed: readonly (readonly ImportUse[])[],
  columns: readonly ImportUse[],
): ImportQuestion[] {
  const missing = needed.filter((some) => !some.some((use) => columns.includes(use)));
  const twice = columns.filter((use, at) => !severalTimes.has(use) && columns.indexOf(use) !== at);
  return [
    ...missing.map(([use = "email"]) => ask("columns", "column_missing", use)),
    ...[...new Set(twice)].map((use) => ask("columns", "column_twice", use)),
  ];
}

/** The cells of the columns with this use. */
export function cellsOf(
  { sample }: Pick<ImportTable, "sample">,
  columns: readonly ImportUse[],
  use: ImportUse,
): readonly string[] {
  const places = columns.flatMap((one, at) => (one === use ? [at] : []));
  return sample.flatMap(({ cells }) => places.map((at) => plainCell(cells[at] ?? "")));
}

/** The cells of one column. */
export function cellsAt({ sample }: Pick<ImportTable, "sample">, at: number): readonly string[] {
  return sample.slice(0, shownRows).map(({ cells }) => plainCell(cells[at] ?? ""));
}

/** Rows in which an example for a column is looked for. */
const shownRows = 100;

/** Spreadsheets write ="007" to keep a text as it is, and ' before one that could be a formula. */
export function plainCell(text: string): string {
  const trimmed = text.trim();
  const [, quoted] = /^="(.*)"$/s.exec(trimmed) ?? [];
  return (quoted ?? trimmed.replace(/^'(?=[=+\-@])/, "")).trim();
}

function findDates(
  table: ImportTable,
  columns: readonly ImportUse[],
): { readonly order: DateOrder; readonly isOpen: boolean } {
  const cells = (["date", "joined", "releaseDate"] as const).flatMap((use) => cellsOf(table, columns, use));
  const dates = cells.map((cell): DateCell | null => dateCell(cell));
  const { order, open } = findDateOrder(dates, { others: [], period: [] });
  return { order, isOpen: open.length > 0 };
}

function findAmounts(table: ImportTable, columns: readonly ImportUse[]): DecimalFinding {
  const cells = cellsOf(table, columns, "amount");
  return findDecimals(
    cells.flatMap((cell) => amountCell(cell)?.body ?? []),
    true,
  );
}

function currencyQuestion(table: ImportTable, { kind, columns, currency }: ImportReading): ImportQuestion[] {
  if (!isMoneyKind(kind) || currency !== null) return [];
  const named = cellsOf(table, columns, "currency");
  if (named.length > 0 && named.every((cell) => cell !== "")) return [];
  const amounts = cellsOf(table, columns, "amount");
  const hasAll = amounts.every((cell, at) => (named[at] ?? "") !== "" || cellCurrency(cell));
  return hasAll ? [] : [ask("currency", "currency_missing")];
}

const cellCurrency = (cell: string): boolean => cell === "" || (amountCell(cell)?.currency ?? null) !== null;

const mostWords = 20;

/** Meaning of a status word: chosen, of the system, or null. */
export function stateOf(
  word: string,
  { kind, words, system }: Pick<ImportReading, "kind" | "words" | "system">,
): ImportedState | null {
  const key = word.toLowerCase();
  const of: SystemLayouts = allSystems[system];
  const known = kind === "affiliates" ? of.people[key] : of.referrals[key];
  const chosen = Object.hasOwn(words, key) ? words[key] : undefined;
  const state = chosen ?? known ?? null;
  const states: readonly string[] = kind === "affiliates" ? personStates : referralStates;
  return state !== null && states.includes(state) ? state : null;
}

function unknownWords(table: ImportTable, reading: ImportReading): string[] {
  const words = new Set(cellsOf(table, reading.columns, "status"));
  return [...words].filter((word) => word !== "" && stateOf(word, reading) === null).slice(0, mostWords);
}

function releaseQuestion(table: ImportTable, reading: ImportReading): ImportQuestion[] {
  if (reading.kind !== "referrals" || reading.releaseOn !== null) return [];
  const words = cellsOf(table, reading.columns, "status");
  const dates = cellsOf(table, reading.columns, "releaseDate");
  const isOpen = words.some(
    (word, at) => stateOf(word, reading) === "pending" && dateCell(dates[at] ?? "") === null,
  );
  return isOpen ? [ask("releaseOn", "release_missing")] : [];
}
