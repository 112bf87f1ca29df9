import { isDeepStrictEqual } from "node:util";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isPossible, type RowDecision } from "#app/domain/imports/decisions.ts";
import type { ImportChoices, ImportQuestion } from "#app/domain/imports/import-reading.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import {
  changeFileImport,
  deleteImportRows,
  type FileImport,
  lockFileImport,
} from "#app/store/file-imports.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { checkRows, type CheckStep } from "./check-rows.ts";
import { withPrograms } from "./file-programs.ts";
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
  { shop, now }: Ctx<ShopWith<"currency">>,
  importId: string,
  choices: ImportChoices,
): Promise<Checked | Refusal> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const file = await lockFileImport(tx, shop.shopId, importId);
    if (!file) return noSuchImport;
    if (!canCheck(file)) return refuse("conflict", { code: "import_started" });
    return await startCheck(tx, file, { shop, now, choices, queue });
  });
}

type Start = {
  readonly shop: ShopWith<"currency">;
  readonly now: Date;
  readonly choices: ImportChoices;
  readonly queue: Queue;
};

/** Checks a locked import, or has a job check it. */
async function startCheck(
  tx: Tx,
  file: FileImport,
  { shop, now, choices: given, queue }: Start,
): Promise<Checked | Refusal> {
  const { shopId, importId } = file;
  const detection = readFileOf({ ...file, choices: {} }, given);
  if (isRefusal(detection)) return detection;
  const read = await withPrograms(tx, shop, { file, detection });
  const { reading, questions } = read;
  const choices = { ...given, programs: reading.programs };
  const kept = {
    choices,
    system: reading.system,
    kind: reading.kind,
    rowsDone: 0,
    totals: [],
    isStopped: false,
  };
  if (questions.length > 0) {
    await deleteImportRows(tx, shopId, importId);
    await changeFileImport(tx, file, { ...kept, status: "draft" });
    return { questions };
  }
  await changeFileImport(tx, file, { ...kept, status: "checking" });
  if (file.rows > rowsAtOnce) {
    await queue.send(tx, "check-file", { shopId, importId });
  } else {
    const { currency } = shop;
    await checkRows({ file, read, currency, now, reader: tx, step: (_done, work) => work(tx) });
  }
  return { questions: null };
}

const mostDecisions = 5000;

/** A decision, or null to decide later. */
export type DecisionChange = { readonly key: string; readonly decision: RowDecision | null };

/** Saves decisions about rows of a checked file, and decides about all rows again. */
export async function decideRows(
  { shop, now }: Ctx<ShopWith<"currency">>,
  importId: string,
  changes: readonly DecisionChange[],
): Promise<Checked | Refusal> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const file = await lockFileImport(tx, shop.shopId, importId);
    if (!file) return noSuchImport;
    if (file.status !== "checked") return refuse("conflict", { code: "import_not_checked" });
    const decisions: Record<string, RowDecision> = { ...file.decisions };
    for (const { key, decision } of changes) {
      if (decision === null) delete decisions[key];
      else if (await canDecide(tx, shop.shopId, { key, decision })) decisions[key] = decision;
      else return refuse("invalid", { code: "value_invalid", what: "id" });
    }
    if (Object.keys(decisions).length > mostDecisions) {
      return refuse("not-possible", { code: "at_most", most: mostDecisions });
    }
    await changeFileImport(tx, file, { decisions });
    return await startCheck(tx, { ...file, decisions }, { shop, now, choices: file.choices, queue });
  });
}

async function canDecide(tx: Tx, shopId: ShopId, { key, decision }: DecisionChange): Promise<boolean> {
  if (decision === null || !isPossible(key, decision)) return false;
  const { affiliateId } = decision;
  return affiliateId === undefined || (await findAffiliate(tx, shopId, affiliateId)) !== null;
}

/** The import that a job checks from its first row. Null if there is nothing to check. */
async function beginCheck(shopId: ShopId, importId: string): Promise<FileImport | null> {
  return await inTransaction(async (tx) => {
    const file = await lockFileImport(tx, shopId, importId);
    if (file?.status !== "checking" || file.isStopped) return null;
    await changeFileImport(tx, file, { rowsDone: 0 });
    return file;
  });
}

/** Another check of the import began, or it was discarded. */
class CheckEndedError extends Error {
  override name = "CheckEndedError";
}

/** False once the check stopped or ended, or the file is read in another way. */
const isSameCheck = (now: FileImport, { choices, decisions }: FileImport): boolean =>
  now.status === "checking" &&
  !now.isStopped &&
  isDeepStrictEqual([now.choices, now.decisions], [choices, decisions]);

/** The job of a check. Each part and its progress are one transaction. A check whose job was killed begins anew. */
export async function runCheck(
  payload: { readonly shopId: string; readonly importId: string },
  now: () => Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  const file = shop && (await beginCheck(shopId, payload.importId));
  const read = file && readFileOf(file);
  if (!file || !read || isRefusal(read)) return;
  const step: CheckStep = (done, work) =>
    inTransaction(async (tx) => {
      const current = await lockFileImport(tx, shopId, file.importId);
      if (!current || !isSameCheck(current, file) || current.rowsDone !== done) throw new CheckEndedError();
      await work(tx);
    });
  try {
    await checkRows({ file, read, currency: shop.currency, now: now(), reader: db(), step });
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
    await changeFileImport(tx, row, { choices, system, kind, status: "draft", isStopped: false, totals: [] });
    return true;
  });
}
