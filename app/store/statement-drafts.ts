import { and, asc, desc, eq, gt, isNull, lt } from "drizzle-orm";
import { isIdOf, type ShopId, type StatementDraftId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { statementDrafts, statementLayouts } from "./schema/provider-statements.ts";

export type StatementDraft = typeof statementDrafts.$inferSelect;
export type StatementLayout = typeof statementLayouts.$inferSelect;

const byId = (shopId: ShopId, draftId: string) =>
  and(eq(statementDrafts.shopId, shopId), eq(statementDrafts.draftId, draftId as StatementDraftId));

/** @throws a unique violation of `statement_drafts_content` if an open draft has this content */
export async function insertDraft(tx: Tx, draft: StatementDraft): Promise<void> {
  await tx.insert(statementDrafts).values(draft);
}

/** A draft that has not expired, or null. Also null for a text that is no id. */
export async function findDraft(
  db: Db,
  shopId: ShopId,
  { draftId, now }: { readonly draftId: string; readonly now: Date },
): Promise<StatementDraft | null> {
  if (!isIdOf("statementDraft", draftId)) return null;
  const [row] = await db
    .select()
    .from(statementDrafts)
    .where(and(byId(shopId, draftId), gt(statementDrafts.expiresAt, now)));
  return row ?? null;
}

/** A draft that has not expired, locked until the transaction ends. Its file, of up to 10 MB, is not loaded. */
export async function lockDraft(
  tx: Tx,
  shopId: ShopId,
  { draftId, now }: { readonly draftId: string; readonly now: Date },
): Promise<Pick<StatementDraft, "statementId"> | null> {
  if (!isIdOf("statementDraft", draftId)) return null;
  const [row] = await tx
    .select({ statementId: statementDrafts.statementId })
    .from(statementDrafts)
    .where(and(byId(shopId, draftId), gt(statementDrafts.expiresAt, now)))
    .for("update");
  return row ?? null;
}

/** The open draft of this content, or null. */
export async function findDraftOfContent(
  db: Db,
  shopId: ShopId,
  contentHash: string,
): Promise<StatementDraft | null> {
  const [row] = await db
    .select()
    .from(statementDrafts)
    .where(
      and(
        eq(statementDrafts.shopId, shopId),
        eq(statementDrafts.contentHash, contentHash),
        isNull(statementDrafts.statementId),
      ),
    );
  return row ?? null;
}

export async function changeDraft(
  tx: Db,
  { shopId, draftId }: Pick<StatementDraft, "shopId" | "draftId">,
  change: Partial<Pick<StatementDraft, "choices" | "statementId" | "sealedFile">>,
): Promise<void> {
  await tx.update(statementDrafts).set(change).where(byId(shopId, draftId));
}

/** True if an open draft was deleted. */
export async function deleteDraft(db: Db, shopId: ShopId, draftId: string): Promise<boolean> {
  if (!isIdOf("statementDraft", draftId)) return false;
  const gone = await db
    .delete(statementDrafts)
    .where(and(byId(shopId, draftId), isNull(statementDrafts.statementId)))
    .returning({ draftId: statementDrafts.draftId });
  return gone.length > 0;
}

/** Deletes the oldest open drafts of a shop beyond `most`. */
export async function deleteDraftsBeyond(tx: Tx, shopId: ShopId, most: number): Promise<void> {
  const beyond = await tx
    .select({ draftId: statementDrafts.draftId })
    .from(statementDrafts)
    .where(and(eq(statementDrafts.shopId, shopId), isNull(statementDrafts.statementId)))
    .orderBy(desc(statementDrafts.createdAt), asc(statementDrafts.draftId))
    .offset(most);
  const ids = beyond.map((one) => one.draftId);
  if (ids.length === 0) return;
  await tx
    .delete(statementDrafts)
    .where(and(eq(statementDrafts.shopId, shopId), isOneOf(statementDrafts.draftId, ids)));
}

export async function dropExpiredDrafts(db: Db, shopId: ShopId, now: Date): Promise<void> {
  await db
    .delete(statementDrafts)
    .where(and(eq(statementDrafts.shopId, shopId), lt(statementDrafts.expiresAt, now)));
}

/** Deletes all drafts and remembered layouts of a shop. */
export async function dropDraftsAndLayouts(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(statementDrafts).where(eq(statementDrafts.shopId, shopId));
  await tx.delete(statementLayouts).where(eq(statementLayouts.shopId, shopId));
}

/** Saves a layout in place of its source's earlier one. */
export async function saveLayout(tx: Tx, layout: StatementLayout): Promise<void> {
  const { source, headerHash, choices, savedBy, savedAt } = layout;
  await tx
    .insert(statementLayouts)
    .values(layout)
    .onConflictDoUpdate({
      target: [statementLayouts.shopId, statementLayouts.sourceKey],
      set: { source, headerHash, choices, savedBy, savedAt },
    });
}

/** The newest layout for an identical header row, or null. */
export async function findLayout(
  db: Db,
  shopId: ShopId,
  headerHash: string,
): Promise<StatementLayout | null> {
  const [row] = await db
    .select()
    .from(statementLayouts)
    .where(and(eq(statementLayouts.shopId, shopId), eq(statementLayouts.headerHash, headerHash)))
    .orderBy(desc(statementLayouts.savedAt), asc(statementLayouts.sourceKey))
    .limit(1);
  return row ?? null;
}
