import type { Ctx } from "#app/domain/context.ts";
import { idPrefixes, type ShopId, type StatementDraftId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { FileChoices } from "#app/domain/statements/reading.ts";
import { decryptDocument, encryptDocument } from "#app/platform/crypto.server.ts";
import { db, inTransaction, isUniqueViolation } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import {
  changeDraft,
  deleteDraft,
  deleteDraftsBeyond,
  dropExpiredDrafts,
  findDraft,
  findDraftOfContent,
  insertDraft,
  type StatementDraft,
} from "#app/store/statement-drafts.ts";

export type { StatementDraft };

const dayMs = 86_400_000;
/** How long an upload waits for its reading to be confirmed. It holds personal data. */
const draftDays = 7;
/** Open drafts that a shop keeps; more push the oldest out. */
const mostDrafts = 20;

export const noSuchDraft = refuse("not-found", { code: "not_found", what: "upload" });

type Upload = {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly contentHash: string;
  readonly choices: FileChoices;
};

/** Stores an uploaded file until its reading is confirmed or discarded. The same waiting file is the same draft. */
export async function keepDraft(
  { shop: { shopId }, actor, now }: Ctx,
  { fileName, bytes, contentHash, choices }: Upload,
): Promise<StatementDraft> {
  await dropExpiredDrafts(db(), shopId, now);
  const known = await findDraftOfContent(db(), shopId, contentHash);
  if (known) return known;
  const draftId = newId<StatementDraftId>(idPrefixes.statementDraft, now);
  const draft: StatementDraft = {
    shopId,
    draftId,
    fileName,
    contentHash,
    sealedFile: encryptDocument(bytes, sealContext({ shopId, draftId })),
    choices,
    statementId: null,
    createdBy: actor,
    createdAt: now,
    expiresAt: new Date(now.getTime() + draftDays * dayMs),
  };
  try {
    await inTransaction(async (tx) => {
      await insertDraft(tx, draft);
      await deleteDraftsBeyond(tx, shopId, mostDrafts);
    });
    return draft;
  } catch (error) {
    if (!isUniqueViolation(error, "statement_drafts_content")) throw error;
    const other = await findDraftOfContent(db(), shopId, contentHash);
    if (!other) throw error;
    return other;
  }
}

function sealContext({ shopId, draftId }: Pick<StatementDraft, "shopId" | "draftId">): string {
  return `statement-draft:${shopId}:${draftId}`;
}

export async function readDraft(
  shopId: ShopId,
  draftId: string,
  now: Date,
): Promise<StatementDraft | Refusal> {
  return (await findDraft(db(), shopId, { draftId, now })) ?? noSuchDraft;
}

/** The uploaded file of a draft that was not imported yet. */
export function fileOfDraft(draft: StatementDraft): Buffer {
  return decryptDocument(draft.sealedFile, sealContext(draft));
}

/** Replaces the corrections of a draft. */
export async function saveChoices(draft: StatementDraft, choices: FileChoices): Promise<void> {
  await changeDraft(db(), draft, { choices });
}

export async function discardDraft(shopId: ShopId, draftId: string): Promise<true | Refusal> {
  return (await deleteDraft(db(), shopId, draftId)) || noSuchDraft;
}
