import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { ImportChoices, ImportQuestion } from "#app/domain/imports/import-reading.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import {
  changeFileImport,
  deleteImportRows,
  type FileImport,
  lockFileImport,
} from "#app/store/file-imports.ts";
import { checkRows, type CheckStep } from "./check-rows.ts";
import { noSuchImport, readFileOf } from "./upload-import.ts";

/** The result of a check: questions that are still open, or null once the rows are checked or a job checks them. */
type Checked = { readonly questions: readonly ImportQuestion[] | null };

/** Longer files are checked by a job. */
const rowsAtOnce = 20_000;

const canCheck = ({ status }: FileImport) =>
  status === "draft" || status === "checking" || status === "checked";

/**
 * Saves how a file is read, and decides about each row without importing anything. Open questions leave it a draft.
 */
export async function checkImport(
  { shop: { shopId }, now }: Ctx,
  importId: string,
  choices: ImportChoices,
): Promise<Checked | Refusal> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const file = await lockFileImport(tx, shopId, importId);
    if (!file) return noSuchImport;
    if (!canCheck(file)) return refuse("conflict", { code: "import_started" });
    const read = readFileOf({ ...file, choices: {} }, choices);
    if (isRefusal(read)) return read;
    const { reading, questions } = read;
    const kept = { choices, system: reading.system, kind: reading.kind, rowsDone: 0, totals: [] };
    if (questions.length > 0) {
      await deleteImportRows(tx, shopId, file.importId);
      await changeFileImport(tx, file, { ...kept, status: "draft" });
      return { questions };
    }
    await changeFileImport(tx, file, { ...kept, status: "checking" });
    if (file.rows > rowsAtOnce) {
      await queue.send(tx, "check-file", { shopId, importId: file.importId });
    } else {
      await checkRows({ file, read, now, reader: tx, step: (_done, work) => work(tx) });
    }
    return { questions: null };
  });
}

/** The import that a job checks from its first row. Null if there is nothing to check. */
async function beginCheck(shopId: ShopId, importId: string): Promise<FileImport | null> {
  return await inTransaction(async (tx) => {
    const file = await lockFileImport(tx, shopId, importId);
    if (file?.status !== "checking") return null;
    await changeFileImport(tx, file, { rowsDone: 0 });
    return file;
  });
}

/** Another check of the import began, or it was discarded. */
class CheckEndedError extends Error {
  override name = "CheckEndedError";
}

/** The job of a check. Each part and its progress are one transaction. A check whose job was killed begins anew. */
export async function runCheck(
  payload: { readonly shopId: string; readonly importId: string },
  now: () => Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const file = await beginCheck(shopId, payload.importId);
  const read = file && readFileOf(file);
  if (!file || !read || isRefusal(read)) return;
  const step: CheckStep = (done, work) =>
    inTransaction(async (tx) => {
      const current = await lockFileImport(tx, shopId, file.importId);
      if (current?.status !== "checking" || current.rowsDone !== done) throw new CheckEndedError();
      await work(tx);
    });
  try {
    await checkRows({ file, read, now: now(), reader: db(), step });
  } catch (error) {
    if (!(error instanceof CheckEndedError)) throw error;
  }
}

/** Saves how a file is read, for a person to go on. */
export async function saveReading(
  { shop: { shopId } }: Ctx,
  importId: string,
  choices: ImportChoices,
): Promise<true | Refusal> {
  return await inTransaction(async (tx) => {
    const row = await lockFileImport(tx, shopId, importId);
    if (!row) return noSuchImport;
    if (!canCheck(row)) return refuse("conflict", { code: "import_started" });
    const read = readFileOf({ ...row, choices: {} }, choices);
    if (isRefusal(read)) return read;
    const { system, kind } = read.reading;
    await deleteImportRows(tx, shopId, row.importId);
    await changeFileImport(tx, row, { choices, system, kind, status: "draft", totals: [] });
    return true;
  });
}
