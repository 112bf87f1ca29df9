import type { ShopId, StaffId } from "#app/domain/ids.ts";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { dropOldTickets, insertTicket } from "#app/store/tickets.ts";
import { writeToken } from "./session-token.ts";

const ticketMs = 60_000;

/**
 * Makes what `/auth/success` receives as `token`: good for 60 s, for that shop, in the browser that began the
 * installation (`browserNonce` stands in its cookie).
 */
export async function issueTicket(
  shopId: ShopId,
  holder: { staffId: StaffId; browserNonce: string },
  now: Date,
): Promise<string> {
  const ticket = writeToken(shopId, randomToken());
  await dropOldTickets(db(), shopId, now);
  await insertTicket(db(), {
    shopId,
    ticketHash: hashToken(ticket),
    browserHash: hashToken(holder.browserNonce),
    staffId: holder.staffId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ticketMs),
  });
  return ticket;
}
