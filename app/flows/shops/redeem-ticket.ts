import { idPrefixes } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { hashToken, keyedHash, sameText } from "#app/platform/crypto.server.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findSession, insertSession, lockTicket, markRedeemed, type Ticket } from "#app/store/sessions.ts";
import { findShop } from "#app/store/shops.ts";
import { readToken, sessionMs, formatToken } from "./session-token.ts";

export type RedeemedTicket = { token: string; shop: string; expiresAt: Date };
type TicketClaim = { ticket: string; shop: string; browserNonce: string | null; now: Date };

const refused = refuse("forbidden", { code: "ticket_invalid" });

/**
 * Exchanges a ticket for the session token. The token is derived from the ticket, so a browser that lost the answer
 * gets the same session again within 60 s. Everybody else is refused.
 */
export async function redeemTicket(claim: TicketClaim): Promise<RedeemedTicket | Refusal> {
  const named = readToken(claim.ticket);
  if (!named || !claim.browserNonce) return refused;
  const browserHash = hashToken(claim.browserNonce);
  return await inTransaction(async (tx) => {
    const ticket = await lockTicket(tx, named.shopId, named.hash);
    const isHolders = ticket && ticket.expiresAt > claim.now && sameText(ticket.browserHash, browserHash);
    if (!isHolders) return refused;
    const shop = await findShop(tx, named.shopId);
    const isInstalled = shop && shop.installedAt !== null && shop.uninstalledAt === null;
    if (!isInstalled || shop.domain !== claim.shop) return refused;
    const token = formatToken(named.shopId, keyedHash("session-of-ticket", claim.ticket));
    const expiresAt = await openSession(tx, { ticket, tokenHash: hashToken(token), now: claim.now });
    return expiresAt ? { token, shop: shop.domain, expiresAt } : refused;
  });
}

/** Opens the ticket's session, or finds the one it opened. Null if that has ended. */
async function openSession(
  tx: Tx,
  opening: { ticket: Ticket; tokenHash: string; now: Date },
): Promise<Date | null> {
  const { ticket, tokenHash, now } = opening;
  if (ticket.sessionId !== null) {
    const session = await findSession(tx, ticket.shopId, ticket.sessionId);
    return session && session.revokedAt === null ? session.expiresAt : null;
  }
  const sessionId = newId(idPrefixes.session, now);
  const expiresAt = new Date(now.getTime() + sessionMs);
  await insertSession(tx, {
    shopId: ticket.shopId,
    sessionId,
    tokenHash,
    staffId: ticket.staffId,
    apiKeyId: null,
    scope: "write",
    createdAt: now,
    expiresAt,
  });
  await markRedeemed(tx, ticket, sessionId);
  return expiresAt;
}
