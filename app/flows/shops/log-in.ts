import { idPrefixes } from "#app/domain/ids.ts";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";
import { inTransaction, db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findLiveApiKey, touchApiKey } from "#app/store/api-keys.ts";
import { insertSession, revokeSession } from "#app/store/sessions.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import type { Identity } from "./identify.ts";
import { sessionMs, formatToken, readToken } from "./session-token.ts";

/**
 * Exchanges an API key for a session token with the key's scope. Null for an unknown shop, a wrong or revoked key, or
 * an uninstalled app. The caller is not told which.
 */
export async function logIn(
  credentials: { domain: string; apiKey: string },
  now: Date,
): Promise<{ token: string; identity: Identity } | null> {
  return await inTransaction(async (tx) => {
    const shop = await findShopByDomain(tx, credentials.domain);
    if (!shop || shop.installedAt === null || shop.uninstalledAt) return null;
    const { shopId } = shop;
    const key = await findLiveApiKey(tx, shopId, hashToken(credentials.apiKey));
    if (!key) return null;
    const { apiKeyId, scope, name } = key;
    const token = formatToken(shopId, randomToken());
    const expiresAt = new Date(now.getTime() + sessionMs);
    const sessionId = newId(idPrefixes.session, now);
    const opened = { sessionId, tokenHash: hashToken(token), createdAt: now, expiresAt };
    await insertSession(tx, { shopId, apiKeyId, staffId: null, scope, ...opened });
    await touchApiKey(tx, shopId, { apiKeyId, now });
    const actor = { kind: "api-key", id: apiKeyId, name, email: null } as const;
    return { token, identity: { shop, actor, scope, expiresAt } };
  });
}

/** Ends the session of a token on the server. Does nothing for an unknown token. */
export async function logOut(token: string, now: Date): Promise<void> {
  const named = readToken(token);
  if (named) await revokeSession(db(), named.shopId, { tokenHash: named.hash, now });
}
