import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { jobRules } from "#app/queue/catalog.ts";
import { openMail } from "#app/queue/mail.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { dropMailFailures, listEmailFailures, takeMailFailure } from "#app/store/email-failures.ts";
import { listShopIds } from "#app/store/shops.ts";

/** The queue tries so many times in all before it gives up. */
const givesUpAt = jobRules["send-mail"].retryLimit + 1;
const keptDays = 30;

export type FailedMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  readonly failure: string;
  readonly lastFailedAt: Date;
  /** It is not tried again by itself any more. */
  readonly givenUp: boolean;
};

/** Mails that keep failing, newest first, at most a hundred. */
export async function readFailedEmails(shopId: ShopId): Promise<FailedMail[]> {
  const rows = await listEmailFailures(db(), shopId);
  return rows.map(({ jobId, sealed, attempts, failure, lastFailedAt }) => {
    const { to, subject } = openMail({ shopId, sealed });
    return { id: jobId, to, subject, attempts, failure, lastFailedAt, givenUp: attempts >= givesUpAt };
  });
}

/** Sends a mail anew that the queue gave up; while the queue still tries, a second one would arrive twice. */
export async function retryEmail(
  { shop: { shopId }, actor, now }: Ctx,
  jobId: string,
): Promise<Refusal | null> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const mail = await takeMailFailure(tx, shopId, { jobId, attempts: givesUpAt });
    if (!mail) return refuse("not-found", "There is no such mail that was given up");
    await queue.send(tx, "send-mail", { shopId, sealed: mail.sealed });
    const subject = { subjectKind: "shop", subjectId: shopId, action: "mail-retried" };
    await recordAudit(tx, shopId, { ...subject, actor, now });
    return null;
  });
}

/** Forgets failed mails after 30 days: whoever waited for one has asked again, and its links are over. */
export async function dropOldMailFailures(now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  for (const shopId of await listShopIds(db())) await dropMailFailures(db(), shopId, before);
}
