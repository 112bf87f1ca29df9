import { and, eq, lt } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { authTickets } from "./schema/identity.ts";

export type Ticket = typeof authTickets.$inferSelect;

export async function insertTicket(db: Db, ticket: Omit<Ticket, "sessionId">): Promise<void> {
  await db.insert(authTickets).values(ticket);
}

/** The ticket, held until the transaction ends: two redemptions at once see the same session. */
export async function lockTicket(tx: Tx, shopId: ShopId, ticketHash: string): Promise<Ticket | null> {
  const [ticket] = await tx
    .select()
    .from(authTickets)
    .where(and(eq(authTickets.shopId, shopId), eq(authTickets.ticketHash, ticketHash)))
    .for("update");
  return ticket ?? null;
}

export async function markRedeemed(tx: Tx, ticket: Ticket, sessionId: string): Promise<void> {
  await tx
    .update(authTickets)
    .set({ sessionId })
    .where(and(eq(authTickets.shopId, ticket.shopId), eq(authTickets.ticketHash, ticket.ticketHash)));
}

/** Forgets the shop's tickets that nobody can redeem any more. */
export async function dropOldTickets(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db.delete(authTickets).where(and(eq(authTickets.shopId, shopId), lt(authTickets.expiresAt, before)));
}
