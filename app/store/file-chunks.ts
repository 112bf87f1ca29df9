import { and, eq, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { decryptDocument, encryptDocument } from "../platform/crypto.server.ts";
import type { Db } from "../platform/db.server.ts";
import { fileChunks } from "./schema/file-chunks.ts";

/** An uploaded file, by the id of its import or audit. */
export type StoredFile = { readonly shopId: ShopId; readonly fileId: string };

const contextOf = ({ shopId, fileId }: StoredFile, ordinal: number) =>
  `file-chunk:${shopId}:${fileId}:${ordinal}`;

const ofFile = ({ shopId, fileId }: StoredFile) =>
  and(eq(fileChunks.shopId, shopId), eq(fileChunks.fileId, fileId));

/** Seals and stores a part of a file. Parts are numbered from 0. */
export async function insertChunk(
  db: Db,
  file: StoredFile,
  { ordinal, bytes, now }: { readonly ordinal: number; readonly bytes: Buffer; readonly now: Date },
): Promise<void> {
  const sealed = encryptDocument(bytes, contextOf(file, ordinal));
  await db.insert(fileChunks).values({ ...file, ordinal, sealed, storedAt: now });
}

/** The parts of a file, one after the other. */
export async function* readChunks(db: Db, file: StoredFile): AsyncGenerator<Buffer> {
  for (let ordinal = 0; ; ordinal += 1) {
    const [row] = await db
      .select({ sealed: fileChunks.sealed })
      .from(fileChunks)
      .where(and(ofFile(file), eq(fileChunks.ordinal, ordinal)));
    if (!row) return;
    yield decryptDocument(row.sealed, contextOf(file, ordinal));
  }
}

/** Number of a shop's files, with those that are just arriving. */
export async function countFiles(db: Db, shopId: ShopId): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(fileChunks)
    .where(and(eq(fileChunks.shopId, shopId), eq(fileChunks.ordinal, 0)));
  return row?.count ?? 0;
}

export async function deleteChunks(db: Db, file: StoredFile): Promise<void> {
  await db.delete(fileChunks).where(ofFile(file));
}

export async function deleteChunksOfShop(db: Db, shopId: ShopId): Promise<void> {
  await db.delete(fileChunks).where(eq(fileChunks.shopId, shopId));
}

/** Deletes parts of uploads that broke off, and of files whose import or audit was deleted. */
export async function dropChunksBefore(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db.execute(sql`
    delete from file_chunks c where c.shop_id = ${shopId} and c.stored_at < ${before.toISOString()}::timestamptz
      and not exists (select 1 from file_imports i where i.shop_id = c.shop_id and i.import_id = c.file_id)
      and not exists (select 1 from referral_audits a where a.shop_id = c.shop_id and a.audit_id = c.file_id)`);
}
