import { systemActor } from "#app/domain/actor.ts";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  countUninvited,
  type FileImport,
  findFileImport,
  listUninvited,
  lockFileImport,
} from "#app/store/file-imports.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { sendInvitation } from "./send-invitation.ts";
import { hasEmailServer } from "./send-link.ts";
import { refusalInShadow } from "#app/flows/settlement/shadow-refusals.ts";

/** Starts to invite the affiliates of an import who have not been invited. An import itself emails nobody. */
export async function startInvitations(
  { shop: { shopId }, actor, now }: Ctx,
  importId: string,
): Promise<Refusal | { readonly importId: string }> {
  if (!hasEmailServer()) return refuse("not-possible", { code: "no_email_server" });
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const early = await refusalInShadow(tx, shopId, { what: "invitations", now });
    if (early) return early;
    const row = await lockFileImport(tx, shopId, importId);
    if (!row) return refuse("not-found", { code: "not_found", what: "file_import" });
    if (row.status !== "done") return refuse("conflict", { code: "import_not_done" });
    const count = await countUninvited(tx, row);
    if (count === 0) return { importId };
    await recordAudit(tx, shopId, {
      subjectKind: "file-import",
      subjectId: row.importId,
      action: "invited affiliates",
      actor,
      details: { fileName: row.fileName, count },
      now,
    });
    await queue.send(tx, "invite-imported", { shopId, importId: row.importId });
    return { importId };
  });
}

/** Invitations per transaction. */
const atOnce = 50;

/** The job of these invitations. Killed, it continues with those who are left. Nobody is invited twice. */
export async function inviteImported(
  payload: { readonly shopId: string; readonly importId: string },
  now: () => Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  if (!shop || shop.redactedAt !== null) return;
  for (;;) {
    const invited = await inTransaction(async (tx) => {
      const row = await findFileImport(tx, shopId, payload.importId);
      return row?.status === "done" ? await inviteSome(tx, { shop, row, now: now() }) : 0;
    });
    if (invited === 0) return;
  }
}

type Inviting = { readonly shop: ShopWith; readonly row: FileImport; readonly now: Date };

async function inviteSome(tx: Tx, { shop, row, now }: Inviting): Promise<number> {
  const { shopId } = shop;
  const uninvited = await listUninvited(tx, row, atOnce);
  for (const affiliateId of uninvited) {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate || affiliate.invitedAt !== null) continue;
    const { sentBy } = await sendInvitation(tx, { shop, affiliate, now, showsLink: false, hasMoved: true });
    await updateAffiliate(tx, affiliate, { invitedAt: now, updatedAt: now });
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "invited after import",
      actor: systemActor,
      details: { fileName: row.fileName, sentBy },
      now,
    });
  }
  return uninvited.length;
}
