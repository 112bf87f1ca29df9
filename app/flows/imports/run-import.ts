import type { Ctx, ShopWith } from "#app/domain/context.ts";
import { type ImportKind, opensBalances } from "#app/domain/imports/import-kinds.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { isInShadow } from "#app/domain/shadow/shadow-mode.ts";
import type { ShopDefaults } from "#app/domain/terms/terms-of-input.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { deleteChunks } from "#app/store/file-chunks.ts";
import {
  changeFileImport,
  findFileImport,
  importRowsAfter,
  lockFileImport,
  saveAppliedRows,
} from "#app/store/file-imports.ts";
import { sumsOfImport } from "#app/store/imported-balances.ts";
import { completeShadow, findShadow } from "#app/store/shadow.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { sumUndecided } from "#app/store/undecided-rows.ts";
import { createPrograms } from "./file-programs.ts";
import { importAmounts } from "./import-amounts.ts";
import { importCustomers } from "./import-customers.ts";
import { importPeople } from "./import-people.ts";
import type { ImportingBatch } from "./importing-batch.ts";
import { continueFile } from "./stop-file.ts";
import { undoBatch } from "./undo-import.ts";
import { noSuchImport } from "./upload-import.ts";

/** Starts the import of a checked file. Starting it again changes nothing. */
export async function startImport(
  ctx: Ctx<ShopDefaults & ShopWith<"currency">>,
  importId: string,
  { isExportedLate = false }: { readonly isExportedLate?: boolean } = {},
): Promise<Refusal | { readonly importId: string }> {
  const { actor, now } = ctx;
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const row = await lockFileImport(tx, shopId, importId);
    if (!row) return noSuchImport;
    if (row.status === "running" && row.isStopped) return await continueFile(tx, row, queue);
    if (row.status === "running" || row.status === "done") return { importId };
    if (row.status !== "checked") return refuse("conflict", { code: "import_not_checked" });
    const early = opensBalances(row) ? await refusalOfSwitch(tx, shopId, { isExportedLate, now }) : null;
    if (early) return early;
    const choices = await createPrograms(tx, ctx, row.choices);
    await changeFileImport(tx, row, { status: "running", rowsDone: 0, choices });
    await recordAudit(tx, shopId, {
      subjectKind: "file-import",
      subjectId: row.importId,
      action: "imported",
      actor,
      details: { fileName: row.fileName, system: row.system, kind: row.kind, rows: row.rows },
      now,
    });
    await queue.send(tx, "import-file", { shopId, importId: row.importId });
    return { importId };
  });
}

/**
 * M25: balances come with an export of the moment to go live, or later. An earlier one misses commissions, and only a
 * person knows when it was made.
 */
async function refusalOfSwitch(
  tx: Tx,
  shopId: ShopId,
  { isExportedLate, now }: { readonly isExportedLate: boolean; readonly now: Date },
): Promise<Refusal | null> {
  const shadow = await findShadow(tx, shopId);
  if (shadow === null) return null;
  if (isInShadow(shadow, now)) return refuse("not-possible", { code: "before_live", what: "import" });
  return isExportedLate ? null : refuse("invalid", { code: "export_not_confirmed" }, "isExportedLate");
}

/** Rows per transaction. Deliveries that arrive meanwhile wait no longer than for one of their own batches. */
const rowsAtOnce = 200;

/**
 * The job of an import, or of its undo. Each batch and its progress are one transaction, so a job that was killed
 * continues with the next row.
 */
export async function runImport(
  payload: { readonly shopId: string; readonly importId: string },
  now: () => Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  const started = await findFileImport(db(), shopId, payload.importId);
  if (!shop || shop.redactedAt !== null || !started) return;
  const queue = await openQueue();
  for (;;) {
    const isOver = await inTransaction(async (tx) => {
      const row = await lockFileImport(tx, shopId, payload.importId);
      if (row?.isStopped) return true;
      if (row?.status === "running") return await importBatch(tx, { shop, row, now: now(), queue });
      if (row?.status === "undoing") return await undoBatch(tx, { shop, row, now: now(), queue });
      return true;
    });
    if (isOver) return;
  }
}

const importersOf = {
  affiliates: importPeople,
  customers: importCustomers,
  referrals: importAmounts,
  balances: importAmounts,
  payments: importAmounts,
} satisfies Record<ImportKind, unknown>;

/** True once there are no more rows. */
async function importBatch(tx: Tx, batch: ImportingBatch): Promise<boolean> {
  const { row } = batch;
  const { shopId, importId, rowsDone } = row;
  const rows = await importRowsAfter(tx, shopId, { importId, after: rowsDone, limit: rowsAtOnce });
  const last = rows.at(-1);
  if (!last) {
    await finishImport(tx, batch);
    return true;
  }
  const applied = await importersOf[row.kind](tx, batch, rows);
  await saveAppliedRows(tx, row, applied);
  await changeFileImport(tx, row, { rowsDone: last.number });
  return false;
}

/**
 * The sums now follow from the ledger, because rows may have been skipped since the check. An import that leaves rows
 * undecided gives up its hash, so that the file may be uploaded again. Its other rows are skipped then.
 */
async function finishImport(tx: Tx, { row, now }: ImportingBatch): Promise<void> {
  const opened = new Map(
    (await sumsOfImport(tx, row.shopId, row.importId)).map((one) => [one.currency, one]),
  );
  const totals = row.totals.map((total) => {
    const sum = opened.get(String(total["currency"]));
    const pendingMinor = sum?.openedPendingMinor ?? 0n;
    const payableMinor = sum?.openedPayableMinor ?? 0n;
    const left =
      BigInt(String(total["fileMinor"])) -
      BigInt(String(total["historyMinor"])) -
      pendingMinor -
      payableMinor;
    return {
      ...total,
      pendingMinor: String(pendingMinor),
      payableMinor: String(payableMinor),
      leftMinor: String(left),
    };
  });
  const undecided = await sumUndecided(tx, row.shopId, row.importId);
  const contentHash = undecided.length > 0 ? row.importId : row.contentHash;
  const over = { status: "done", sealedSample: "", decisions: {}, finishedAt: now } as const;
  await changeFileImport(tx, row, { ...over, totals, contentHash });
  await deleteChunks(tx, { shopId: row.shopId, fileId: row.importId });
  if (opensBalances(row)) await completeShadow(tx, row.shopId, { completedBy: row.importId, now });
}
