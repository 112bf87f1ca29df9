import type { ShopId } from "#app/domain/ids.ts";
import { mailFaultText, sendMail } from "#app/gateways/email/send-mail.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { JobPayloads } from "#app/queue/catalog.ts";
import { openEmail } from "#app/queue/mail.server.ts";
import { forgetEmailFailure, recordEmailFailure } from "#app/store/email-failures.ts";

/**
 * Sends a queued email. Throws the mail server's error, and the queue tries again. The failure is stored until an
 * attempt succeeds, so the merchant sees emails that keep failing.
 */
export async function sendQueuedEmail(
  payload: JobPayloads["send-mail"],
  jobId: string,
  now: Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  try {
    await sendMail(openEmail(payload), jobId);
  } catch (error) {
    const failed = { jobId, sealed: payload.sealed, failure: mailFaultText(error), now };
    await recordEmailFailure(db(), shopId, failed);
    throw error;
  }
  await forgetEmailFailure(db(), shopId, jobId);
}
