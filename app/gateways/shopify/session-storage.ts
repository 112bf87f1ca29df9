import { Session } from "@shopify/shopify-api";
import { now } from "../../platform/clock.ts";
import { decrypt, encrypt } from "../../platform/crypto.server.ts";

export type SealedSession = {
  sessionId: string;
  shopDomain: string;
  sealed: string;
  expiresAt: Date | null;
  updatedAt: Date;
};

/** Storage of sealed sessions. `shopify.server.ts` passes the store. */
export type SealedSessions = {
  find(sessionId: string): Promise<SealedSession | null>;
  save(row: SealedSession): Promise<void>;
  remove(sessionIds: string[]): Promise<void>;
  list(shopDomain: string): Promise<SealedSession[]>;
};

/**
 * The library's session storage, with tokens sealed under the session's own id. A database error is thrown:
 * answered as "no session", it would look like a log-out and start a new token exchange.
 */
export function sealingSessionStorage(rows: SealedSessions) {
  return {
    async storeSession(session: Session): Promise<boolean> {
      await rows.save({
        sessionId: session.id,
        shopDomain: session.shop,
        sealed: encrypt(JSON.stringify(session.toObject()), session.id),
        expiresAt: session.expires ?? null,
        updatedAt: now(),
      });
      return true;
    },
    async loadSession(id: string): Promise<Session | undefined> {
      const row = await rows.find(id);
      return row ? openSession(row) : undefined;
    },
    async deleteSession(id: string): Promise<boolean> {
      await rows.remove([id]);
      return true;
    },
    async deleteSessions(ids: string[]): Promise<boolean> {
      await rows.remove(ids);
      return true;
    },
    async findSessionsByShop(shop: string): Promise<Session[]> {
      return (await rows.list(shop)).map(openSession);
    },
  };
}

type Params = ConstructorParameters<typeof Session>[0];

function openSession(row: SealedSession): Session {
  const kept: unknown = JSON.parse(decrypt(row.sealed, row.sessionId), (key, value: unknown) =>
    (key === "expires" || key === "refreshTokenExpires") && typeof value === "string"
      ? new Date(value)
      : value,
  );
  return new Session(kept as Params);
}
