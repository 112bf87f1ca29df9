import type { ShopId } from "#app/domain/ids.ts";
import { mailFaultText, sendMail } from "#app/gateways/email/send-mail.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { JobPayloads } from "#app/queue/catalog.ts";
import { openMail } from "#app/queue/mail.server.ts";
import { forgetEmailFailure, recordEmailFailure } from "#app/store/email-failures.ts";

/**
 * Hands a queued mail to the mail server; throws what it answered, and the queue tries again. What failed is written
 * down until it succeeds, so that the merchant sees a mail that keeps failing.
 */
export async function sendQueuedMail(
  payload: JobPayloads["send-mail"],
  jobId: string,
  now: Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  try {
    await sendMail(openMail(payload), jobId);
  } catch (error) {
    const failed = { jobId, sealed: payload.sealed, failure: mailFaultText(error), now };
    await recordEmailFailure(db(), shopId, failed);
    throw error;
  }
  await forgetEmailFailure(db(), shopId, jobId);
}
