import type { Actor } from "#app/domain/actor.ts";
import { db } from "#app/platform/db.server.ts";
import { findSessionByToken } from "#app/store/sessions.ts";
import type { Shop } from "#app/store/shops.ts";
import { staffActor } from "./save-staff.ts";
import { readToken } from "./session-token.ts";

export type Identity = { shop: Shop; actor: Actor; scope: "read" | "write"; expiresAt: Date };
type SessionWithHolder = NonNullable<Awaited<ReturnType<typeof findSessionByToken>>>;

const underWay = new Map<string, Promise<SessionWithHolder | null>>();

/**
 * Finds the identity of a session token. Null if the token is unknown, expired or revoked, its key was revoked,
 * or its shop has uninstalled the app. The loaders of one page ask at the same time and share one query.
 */
export async function identify(token: string, now: Date): Promise<Identity | null> {
  const named = readToken(token);
  if (!named) return null;
  let asking = underWay.get(named.hash);
  if (!asking) {
    asking = findSessionByToken(db(), named.shopId, named.hash).finally(() => underWay.delete(named.hash));
    underWay.set(named.hash, asking);
  }
  const found = await asking;
  return found && isLive(found, now) ? identityOf(found) : null;
}

function isLive({ session, shop, apiKey }: SessionWithHolder, now: Date): boolean {
  if (session.revokedAt !== null || session.expiresAt <= now) return false;
  if (shop.installedAt === null || shop.uninstalledAt !== null) return false;
  return session.apiKeyId === null || apiKey?.revokedAt === null;
}

function identityOf({ session, shop, staff, apiKey }: SessionWithHolder): Identity | null {
  const { scope, expiresAt } = session;
  if (apiKey) {
    const actor: Actor = { kind: "api-key", id: apiKey.apiKeyId, name: apiKey.name, email: null };
    return { shop, actor, scope, expiresAt };
  }
  return staff ? { shop, actor: staffActor(staff), scope, expiresAt } : null;
}
