import type { ShopId } from "#app/domain/ids.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import { changeFileImport, type FileImport, lockFileImport } from "#app/store/file-imports.ts";

const byJob: ReadonlySet<string> = new Set(["checking", "running", "undoing"]);

/** Stops a check, import or undo whose job failed for good, until a person starts it again. */
export async function stopFile(of: { readonly shopId: string; readonly importId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const file = await lockFileImport(tx, of.shopId as ShopId, of.importId);
    if (file && byJob.has(file.status)) await changeFileImport(tx, file, { isStopped: true });
  });
}

/** Goes on with an import or undo that stopped, after the last row that it is done with. */
export async function continueFile(
  tx: Tx,
  file: FileImport,
  queue: Queue,
): Promise<{ readonly importId: string }> {
  const { shopId, importId } = file;
  await changeFileImport(tx, file, { isStopped: false });
  await queue.send(tx, "import-file", { shopId, importId });
  return { importId };
}
