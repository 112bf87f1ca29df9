import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { jobRules } from "#app/queue/catalog.ts";
import { openEmail } from "#app/queue/mail.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { dropEmailFailures, listEmailFailures, takeEmailFailure } from "#app/store/email-failures.ts";
import { listShopIds } from "#app/store/shops.ts";

/** Number of attempts before the queue gives up. */
const givesUpAt = jobRules["send-mail"].retryLimit + 1;
const keptDays = 30;

export type FailedEmail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  readonly failure: string;
  readonly lastFailedAt: Date;
  /** The queue no longer retries it. */
  readonly givenUp: boolean;
};

/** Emails that keep failing, newest first, at most a hundred. */
export async function readFailedEmails(shopId: ShopId): Promise<FailedEmail[]> {
  const rows = await listEmailFailures(db(), shopId);
  return rows.map(({ jobId, sealed, attempts, failure, lastFailedAt }) => {
    const { to, subject } = openEmail({ shopId, sealed });
    return { id: jobId, to, subject, attempts, failure, lastFailedAt, givenUp: attempts >= givesUpAt };
  });
}

/** Resends an email that the queue gave up on. While the queue retries, a second one would arrive twice. */
export async function retryFailedEmail(
  { shop: { shopId }, actor, now }: Ctx,
  jobId: string,
): Promise<Refusal | null> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const mail = await takeEmailFailure(tx, shopId, { jobId, attempts: givesUpAt });
    if (!mail) return refuse("not-found", { code: "not_found", what: "failed_email" });
    await queue.send(tx, "send-mail", { shopId, sealed: mail.sealed });
    const subject = { subjectKind: "shop", subjectId: shopId, action: "mail-retried" };
    await recordAudit(tx, shopId, { ...subject, actor, now });
    return null;
  });
}

/** Deletes failed emails after 30 days. By then the reader has asked again, and the links have expired. */
export async function dropOldEmailFailures(now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  for (const shopId of await listShopIds(db())) await dropEmailFailures(db(), shopId, before);
}
