import type { Ctx } from "#app/domain/context.ts";
import type { Actor } from "#app/domain/actor.ts";
import { idPrefixes } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertApiKey, listApiKeys, mostKeys, revokeApiKey } from "#app/store/api-keys.ts";
import { revokeSessions } from "#app/store/sessions.ts";

/** For staff members only. A key that could create keys would survive its own revocation. */
function refuseKeys(actor: Actor): Refusal | null {
  return actor.kind === "staff" ? null : refuse("forbidden", { code: "staff_only", what: "api_keys" });
}

/** Creates a key. Its text is returned once and not stored. */
export async function createApiKey(
  { shop: { shopId }, actor, now }: Ctx,
  wanted: { name: string; scope: "read" | "write" },
): Promise<{ apiKeyId: string; text: string } | Refusal> {
  const refused = refuseKeys(actor);
  if (refused) return refused;
  const text = `ak_${randomToken()}`;
  const apiKeyId = newId(idPrefixes.apiKey, now);
  return await inTransaction(async (tx) => {
    const kept = await listApiKeys(tx, shopId);
    if (kept.filter((key) => key.revokedAt === null).length >= mostKeys) {
      return refuse("not-possible", { code: "too_many_keys", most: mostKeys });
    }
    await insertApiKey(tx, {
      shopId,
      apiKeyId,
      name: wanted.name,
      keyHash: hashToken(text),
      lastFour: text.slice(-4),
      scope: wanted.scope,
      createdBy: actor.name,
      createdAt: now,
    });
    const details = { name: wanted.name, scope: wanted.scope, apiKeyId };
    const subject = { subjectKind: "shop", subjectId: shopId, action: "api-key-made" };
    await recordAudit(tx, shopId, { ...subject, actor, details, now });
    return { apiKeyId, text };
  });
}

/** Revokes a key and ends every session that it opened. */
export async function endApiKey(
  { shop: { shopId }, actor, now }: Ctx,
  apiKeyId: string,
): Promise<Refusal | null> {
  const refused = refuseKeys(actor);
  if (refused) return refused;
  return await inTransaction(async (tx) => {
    const key = await revokeApiKey(tx, shopId, { apiKeyId, now });
    if (!key) return refuse("not-found", { code: "not_found", what: "api_key" });
    await revokeSessions(tx, shopId, { apiKeyId, now });
    const details = { name: key.name, apiKeyId };
    const subject = { subjectKind: "shop", subjectId: shopId, action: "api-key-revoked" };
    await recordAudit(tx, shopId, { ...subject, actor, details, now });
    return null;
  });
}
