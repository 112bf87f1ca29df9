import { and, eq, sql } from "drizzle-orm";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { writeEmail } from "#app/flows/emails/write-email.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { openEmail } from "#app/queue/mail.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { eventEmails, outboxEvents } from "#app/store/schema/emails.ts";

/** The emails of a shop that wait to be sent, oldest first; without those about commissions and payments. */
export async function emailsOf(shopId: ShopId): Promise<Mail[]> {
  // Where nothing was enqueued yet, the queue has no tables.
  await openQueue();
  // The number of the transaction tells the order, as each row is as it was inserted.
  const { rows: queued } = await db().execute<{ at: string; data: { shopId: string; sealed: string } }>(
    sql`select xmin::text as at, data from pgboss.job where name = 'send-mail' and data ->> 'shopId' = ${shopId}`,
  );
  const mails = queued.map(({ at, data }) => ({ at: Number(at), mail: openEmail(data) }));
  const waiting = await db()
    .select({
      at: sql<string>`${eventEmails}.xmin::text`,
      delivery: eventEmails,
      event: outboxEvents,
    })
    .from(eventEmails)
    .innerJoin(outboxEvents, eq(outboxEvents.eventId, eventEmails.eventId))
    .where(and(eq(eventEmails.shopId, shopId), eq(eventEmails.state, "waiting"), isLetter));
  for (const { at, delivery, event } of waiting) {
    const { mail } = await writeEmail(shopId, [delivery], event.createdAt);
    if (mail !== null) mails.push({ at: Number(at), mail });
  }
  return mails.toSorted((one, other) => one.at - other.at).map((one) => one.mail);
}

const isLetter = sql`${eventEmails.eventName} !~ '^(commission|payment|bonus|tier)[.]'`;

/** The token in the fragment of an email's link. */
export function tokenIn(mail: Mail | undefined): string {
  const token = /#token=(\S+)/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error("The mail holds no link.");
  return token;
}

/** Deletes a shop's waiting emails, so that tests of the queue need not send them first. */
export async function dropEmailsOf(shopId: ShopId): Promise<void> {
  await openQueue();
  await db().execute(sql`delete from pgboss.job where name = 'send-mail' and data ->> 'shopId' = ${shopId}`);
  await db()
    .update(eventEmails)
    .set({ state: "sent" })
    .where(and(eq(eventEmails.shopId, shopId), eq(eventEmails.state, "waiting"), isLetter));
}
