import type { z } from "zod";
import type { importWire } from "#app/contracts/file-import.ts";
import type { ShopWith } from "#app/domain/context.ts";
import {
  allRows,
  codeOfKey,
  type DecidableCode,
  decidableCodes,
  decisionFor,
  decisionKey,
  type Decisions,
} from "#app/domain/imports/decisions.ts";
import { cellsAt } from "#app/domain/imports/detect-import.ts";
import { choiceFor, type FileProgram } from "#app/domain/imports/file-programs.ts";
import type { ImportChoices, ImportDetection, ProgramChoice } from "#app/domain/imports/import-reading.ts";
import type { PersonNote, RowChange, RowCode, RowOutcome } from "#app/domain/imports/outcomes.ts";
import { fromPlain } from "#app/domain/plain.ts";
import type { ImportTotals } from "#app/domain/imports/plan-amounts.ts";
import { type Money, sumMoney } from "#app/domain/money.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { withPrograms } from "#app/flows/imports/file-programs.ts";
import { readFileOf, readImport } from "#app/flows/imports/upload-import.ts";
import { db } from "#app/platform/db.server.ts";
import {
  countImportRows,
  countUninvited,
  type FileImport,
  listImportRows,
  type ShownRow,
} from "#app/store/file-imports.ts";
import { sumUndecided, type UndecidedSum } from "#app/store/undecided-rows.ts";
import { listBalanceTodos, sumsOfImport } from "#app/store/imported-balances.ts";

type ImportView = z.output<typeof importWire>;

type ImportPage = {
  readonly importId: string;
  readonly page: number;
  readonly limit: number;
  readonly outcome?: RowOutcome | undefined;
  readonly noted?: "1" | undefined;
  /** Set while the mapping of a checked file is open. */
  readonly edit?: "1" | undefined;
};

const mostTodos = 50;
const longestExample = 80;

const matching = (some: readonly { readonly count: number; readonly noted: number }[], noted?: "1") =>
  noted === undefined ? sum(some) : some.reduce((all, one) => all + one.noted, 0);

const sum = (some: readonly { readonly count: number }[]) => some.reduce((all, { count }) => all + count, 0);

/** An import as its page shows it. */
export async function readImportView(
  shop: ShopWith<"currency">,
  { importId, page, limit, outcome, noted, edit }: ImportPage,
): Promise<ImportView | Refusal> {
  const { shopId } = shop;
  const row = await readImport(shopId, importId);
  if (isRefusal(row)) return row;
  const mapping = row.sealedSample === "" ? null : await mappingFor(shop, row, edit !== undefined);
  if (isRefusal(mapping)) return mapping;
  // A page that shows only the progress asks often, and a file may have a million rows.
  const isChecking = row.status === "checking";
  const shown = { importId: row.importId, outcome, hasNotes: noted !== undefined };
  const [counts, list, sums, todos, uninvited, undecided] = await Promise.all([
    isChecking ? [] : countImportRows(db(), shopId, row.importId),
    isChecking ? [] : listImportRows(db(), shopId, { ...shown, limit, offset: (page - 1) * limit }),
    row.finishedAt === null ? [] : sumsOfImport(db(), shopId, row.importId),
    listBalanceTodos(db(), shopId, { importId: row.importId, limit: mostTodos }),
    row.kind === "affiliates" && row.status === "done" ? countUninvited(db(), row) : 0,
    row.status === "checked" || row.status === "done" ? sumUndecided(db(), shopId, row.importId) : [],
  ]);
  const byOutcome = Map.groupBy(counts, (one) => one.outcome);
  return {
    ...importHead(row),
    mapping,
    totals: row.totals.map(totalOf),
    now: sums.map(({ currency, pendingMinor, payableMinor, takenBackMinor }) => ({
      pending: { minor: pendingMinor, currency },
      available: { minor: payableMinor, currency },
      takenBack: { minor: takenBackMinor, currency },
    })),
    counts: [...byOutcome].map(([one, some]) => ({ outcome: one, count: sum(some) })),
    list: list.map((one) => importRowView(one, row.decisions)),
    uninvited,
    todos: todos.map(({ affiliateName, orderId, currency, currentMinor }) => ({
      affiliate: affiliateName,
      order: orderId ?? "",
      amount: { minor: currentMinor, currency },
    })),
    undecided: { count: sum(undecided), amounts: sumsOf(undecided) },
    waiting: waitingOf(undecided, row.decisions),
    noted: counts.reduce((all, one) => all + one.noted, 0),
    pagination: { page, limit, total: matching(outcome ? (byOutcome.get(outcome) ?? []) : counts, noted) },
    showsNoted: noted !== undefined,
    outcome: outcome ?? null,
  };
}

/** How a file is read. Its programs are looked up only while that is shown. */
async function mappingFor(shop: ShopWith<"currency">, file: FileImport, isEditing: boolean) {
  const detection = readFileOf(file);
  if (isRefusal(detection)) return detection;
  const programId = (file.choices as ImportChoices).programId ?? null;
  const isOpen = file.status === "draft" || (file.status === "checking" && file.isStopped);
  if (!isOpen && !isEditing) return mappingOf(detection, programId);
  const read = await withPrograms(db(), shop, { file, detection });
  return mappingOf(read, programId, read.missing);
}

type HeadRow = Pick<
  FileImport,
  "importId" | "fileName" | "system" | "kind" | "status" | "isStopped" | "rows" | "rowsDone" | "createdAt"
>;

export function importHead({
  importId: id,
  fileName,
  system,
  kind,
  status,
  isStopped,
  rows,
  rowsDone,
  createdAt,
}: HeadRow) {
  return { id, fileName, system, kind, status, isStopped, rows, rowsDone, createdAt };
}

export function mappingOf(
  { table, reading, isKnownLayout, questions }: ImportDetection,
  programId: string | null,
  missing: readonly FileProgram[] = [],
): ImportView["mapping"] {
  const { dates, amounts, currency, releaseOn, words, columns, programs } = reading;
  return {
    isKnownLayout,
    dates,
    amounts,
    currency,
    releaseOn,
    programId,
    words: { ...words },
    columns: table.head.map((name, at) => ({
      name,
      example: (cellsAt(table, at).find((cell) => cell !== "") ?? "").slice(0, longestExample),
      use: columns[at] ?? "skip",
    })),
    programs: missing.map(({ key, name, people, rate }) => ({
      key,
      name,
      people,
      rate: rate && { kind: rate.kind, value: rate.value },
      choice: choiceView(choiceFor(programs, key)),
    })),
    questions: questions.map((one) => ({ ...one })),
  };
}

function choiceView(choice: ProgramChoice | undefined) {
  if (choice?.as !== "create") return choice ?? null;
  const { as, name, kind, value } = choice;
  return { as, name, kind, value };
}

function totalOf(stored: Readonly<Record<string, unknown>>): ImportView["totals"][number] {
  const { currency, ...sums } = fromPlain<ImportTotals>(stored);
  const amount = (name: keyof typeof sums) => ({ minor: sums[name], currency });
  return {
    file: amount("fileMinor"),
    pending: amount("pendingMinor"),
    available: amount("payableMinor"),
    history: amount("historyMinor"),
    left: amount("leftMinor"),
  };
}

/** Rows whose decision has another code than they. */
const askedAs: Partial<Record<RowCode, DecidableCode>> = { balance_differs: "other_file_imported" };

/** Codes with rows that wait for a decision, or with a decision for all their rows. */
function waitingOf(undecided: readonly UndecidedSum[], decisions: Decisions): ImportView["waiting"] {
  return decidableCodes.flatMap((code) => {
    const sums = undecided.filter((one) => one.code === code || askedAs[one.code] === code);
    const action = decisions[decisionKey(code, allRows)]?.action ?? null;
    if (sums.length === 0 && action === null) return [];
    return [{ code, count: sum(sums), amounts: sumsOf(sums), action }];
  });
}

/** The amounts of rows by currency. */
function sumsOf(sums: readonly UndecidedSum[]): Money[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)].flatMap(([currency, some]) =>
    currency === "" ? [] : [sumMoney(some, currency)],
  );
}

/** A row as the page and the file show it. */
export function importRowView(row: ShownRow, decisions: Decisions): ImportView["list"][number] {
  const { affiliateId, affiliateName, amountMinor, details } = row;
  const order = textIn(details, "order");
  return {
    row: row.number,
    affiliate:
      affiliateId !== null && affiliateName !== null ? { id: affiliateId, name: affiliateName } : null,
    label: row.label,
    amount: amountMinor === null ? null : { minor: amountMinor, currency: row.currency },
    outcome: row.outcome,
    code: row.code,
    otherRow: typeof details["row"] === "number" ? details["row"] : null,
    order,
    isOrderKnown: order === "" || row.orderId !== null,
    releaseDay: row.code === "balance_pending" ? row.releaseDay : null,
    changes: [...((details["changes"] as readonly RowChange[] | undefined) ?? [])],
    decision: decisionView(details, decisions),
    rate: textIn(details, "rate"),
    column: typeof details["column"] === "string" ? details["column"] : null,
    notes: [...((details["notes"] as readonly PersonNote[] | undefined) ?? [])],
  };
}

const textIn = (details: ShownRow["details"], name: string): string =>
  typeof details[name] === "string" ? details[name] : "";

function decisionView(details: ShownRow["details"], decisions: Decisions) {
  const key = textIn(details, "decisionKey");
  const code = codeOfKey(key);
  if (code === null) return null;
  const decision = decisionFor(decisions, key);
  const currencies = (details["currencies"] as readonly string[] | undefined) ?? [];
  return {
    key,
    code,
    action: decision?.action ?? null,
    currency: decision?.currency ?? null,
    currencies: [...currencies],
  };
}
