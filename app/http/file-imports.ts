import type { z } from "zod";
import type { importWire } from "#app/contracts/file-import.ts";
import { cellsAt } from "#app/domain/imports/detect-import.ts";
import type { ImportChoices, ImportDetection } from "#app/domain/imports/import-reading.ts";
import type { PersonNote, RowOutcome } from "#app/domain/imports/outcomes.ts";
import { fromPlain } from "#app/domain/plain.ts";
import type { ImportTotals } from "#app/domain/imports/plan-amounts.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { readFileOf, readImport } from "#app/flows/imports/upload-import.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import {
  countImportRows,
  countUninvited,
  type FileImport,
  listImportRows,
  type ShownRow,
} from "#app/store/file-imports.ts";
import { listBalanceTodos, sumsOfImport } from "#app/store/imported-balances.ts";

type ImportView = z.output<typeof importWire>;

type ImportPage = {
  readonly importId: string;
  readonly page: number;
  readonly limit: number;
  readonly outcome?: RowOutcome | undefined;
};

const mostTodos = 50;
const longestExample = 80;

const sum = (some: readonly { readonly count: number }[]) => some.reduce((all, { count }) => all + count, 0);

/** An import as its page shows it. */
export async function readImportView(
  shopId: ShopId,
  { importId, page, limit, outcome }: ImportPage,
): Promise<ImportView | Refusal> {
  const row = await readImport(shopId, importId);
  if (isRefusal(row)) return row;
  const read = row.sealedSample === "" ? null : readFileOf(row);
  if (isRefusal(read)) return read;
  // A page that shows only the progress asks often, and a file may have a million rows.
  const isChecking = row.status === "checking";
  const [counts, list, sums, todos, uninvited] = await Promise.all([
    isChecking ? [] : countImportRows(db(), shopId, row.importId),
    isChecking
      ? []
      : listImportRows(db(), shopId, { importId: row.importId, outcome, limit, offset: (page - 1) * limit }),
    row.finishedAt === null ? [] : sumsOfImport(db(), shopId, row.importId),
    listBalanceTodos(db(), shopId, { importId: row.importId, limit: mostTodos }),
    row.kind === "affiliates" && row.status === "done" ? countUninvited(db(), row) : 0,
  ]);
  const byOutcome = Map.groupBy(counts, (one) => one.outcome);
  return {
    ...importHead(row),
    mapping: read && mappingOf(read, (row.choices as ImportChoices).programId ?? null),
    totals: row.totals.map(totalOf),
    now: sums.map(({ currency, pendingMinor, payableMinor, takenBackMinor }) => ({
      pending: { minor: pendingMinor, currency },
      available: { minor: payableMinor, currency },
      takenBack: { minor: takenBackMinor, currency },
    })),
    counts: [...byOutcome].map(([one, some]) => ({ outcome: one, count: sum(some) })),
    list: list.map(rowView),
    uninvited,
    todos: todos.map(({ affiliateName, orderId, currency, currentMinor }) => ({
      affiliate: affiliateName,
      order: orderId ?? "",
      amount: { minor: currentMinor, currency },
    })),
    pagination: { page, limit, total: sum(outcome ? (byOutcome.get(outcome) ?? []) : counts) },
    outcome: outcome ?? null,
  };
}

type HeadRow = Pick<
  FileImport,
  "importId" | "fileName" | "system" | "kind" | "status" | "rows" | "rowsDone" | "createdAt"
>;

export function importHead({
  importId: id,
  fileName,
  system,
  kind,
  status,
  rows,
  rowsDone,
  createdAt,
}: HeadRow) {
  return { id, fileName, system, kind, status, rows, rowsDone, createdAt };
}

export function mappingOf(
  { table, reading, isKnownLayout, questions }: ImportDetection,
  programId: string | null,
): ImportView["mapping"] {
  const { dates, amounts, currency, releaseOn, words, columns } = reading;
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
    questions: questions.map((one) => ({ ...one })),
  };
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

function rowView(row: ShownRow): ImportView["list"][number] {
  const { affiliateId, affiliateName, amountMinor, details } = row;
  return {
    row: row.number,
    affiliate:
      affiliateId !== null && affiliateName !== null ? { id: affiliateId, name: affiliateName } : null,
    label: row.label,
    amount: amountMinor === null ? null : { minor: amountMinor, currency: row.currency },
    outcome: row.outcome,
    code: row.code,
    otherRow: typeof details["row"] === "number" ? details["row"] : null,
    column: typeof details["column"] === "string" ? details["column"] : null,
    notes: [...((details["notes"] as readonly PersonNote[] | undefined) ?? [])],
  };
}
