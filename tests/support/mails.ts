import { sql } from "drizzle-orm";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { openMail, type QueuedMail } from "#app/queue/mail.server.ts";

/** The mails of a shop that wait to be sent, oldest first. */
export async function mailsOf(shopId: ShopId): Promise<QueuedMail[]> {
  const { rows } = await db().execute<{ data: { shopId: string; sealed: string } }>(
    sql`select data from pgboss.job where name = 'send-mail' and data ->> 'shopId' = ${shopId} order by created_on`,
  );
  return rows.map((row) => openMail(row.data));
}

/** The token in the fragment of a mail's link. */
export function tokenIn(mail: QueuedMail | undefined): string {
  const token = /#token=(\S+)/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error("The mail holds no link.");
  return token;
}

/** Takes a shop's waiting mails away, so that tests of the queue need not send them first. */
export async function dropMailsOf(shopId: ShopId): Promise<void> {
  await db().execute(sql`delete from pgboss.job where name = 'send-mail' and data ->> 'shopId' = ${shopId}`);
}
