import { db } from "#app/platform/db.server.ts";
import { revokeSession } from "#app/store/sessions.ts";
import { readToken } from "./session-token.ts";

/** Ends the session of a token on the server. Does nothing for an unknown token. */
export async function logOut(token: string, now: Date): Promise<void> {
  const named = readToken(token);
  if (named) await revokeSession(db(), named.shopId, { tokenHash: named.hash, now });
}
