import type { Ctx } from "#app/domain/context.ts";
import { detectImport } from "#app/domain/imports/detect-import.ts";
import type { ImportSystem } from "#app/domain/imports/import-kinds.ts";
import {
  type ImportChoices,
  type ImportDetection,
  importLimits,
} from "#app/domain/imports/import-reading.ts";
import { type FileImportId, idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { db, inTransaction, isUniqueViolation } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { deleteChunks } from "#app/store/file-chunks.ts";
import {
  deleteFileImport,
  type FileImport,
  findFileImport,
  findImportOfContent,
  insertFileImport,
  lockFileImport,
} from "#app/store/file-imports.ts";
import { type FileBytes, keepFile, openTable, sealTable } from "./keep-file.ts";

export const noSuchImport = refuse("not-found", { code: "not_found", what: "file_import" });

type Upload = {
  readonly bytes: FileBytes;
  readonly fileName: string;
  /** Null if the app finds it by the columns. */
  readonly system: ImportSystem | null;
};

/**
 * Keeps an export of another system until it is checked and imported. A file that is uploaded again is the same import,
 * unless that was undone or left rows undecided.
 */
export async function uploadImport(
  { shop: { shopId }, actor, now }: Ctx,
  { bytes, fileName, system }: Upload,
): Promise<FileImport | Refusal> {
  const importId = newId<FileImportId>(idPrefixes.fileImport, now);
  const kept = await keepFile(
    { shopId, fileId: importId },
    {
      bytes,
      now,
      mostRows: importLimits.csv.rows,
      known: (contentHash) => findImportOfContent(db(), shopId, contentHash),
    },
  );
  if (isRefusal(kept)) return kept;
  if ("known" in kept) return kept.known;
  const { contentHash, table } = kept;
  const choices = system === null ? {} : { system };
  const { reading } = detectImport(table, choices);
  const row = {
    shopId,
    importId,
    fileName,
    contentHash,
    sealedSample: sealTable(table, sealContext(shopId, importId)),
    choices,
    system: reading.system,
    kind: reading.kind,
    status: "draft",
    rows: table.rows,
    createdBy: actor,
    createdAt: now,
  } as const;
  try {
    await inTransaction((tx) => insertFileImport(tx, row));
  } catch (error) {
    // After another error, the import may be stored. If it isn't, `dropChunksBefore` deletes the file.
    if (!isUniqueViolation(error, "file_imports_content")) throw error;
    await deleteChunks(db(), { shopId, fileId: importId });
  }
  return (await findImportOfContent(db(), shopId, contentHash)) ?? noSuchImport;
}

const sealContext = (shopId: ShopId, importId: FileImportId) => `file-import:${shopId}:${importId}`;

/** The file of an import that is not done, as it is read with the stored choices. */
export function readFileOf(
  { shopId, importId, sealedSample, choices }: FileImport,
  changed: ImportChoices = {},
): ImportDetection | Refusal {
  if (sealedSample === "") return noSuchImport;
  const table = openTable(sealedSample, sealContext(shopId, importId));
  return detectImport(table, { ...(choices as ImportChoices), ...changed });
}

export async function readImport(shopId: ShopId, importId: string): Promise<FileImport | Refusal> {
  return (await findFileImport(db(), shopId, importId)) ?? noSuchImport;
}

/** Deletes a file that was not imported. */
export async function discardImport(shopId: ShopId, importId: string): Promise<true | Refusal> {
  return await inTransaction(async (tx) => {
    const row = await lockFileImport(tx, shopId, importId);
    return (row !== null && (await deleteFileImport(tx, row))) || noSuchImport;
  });
}
