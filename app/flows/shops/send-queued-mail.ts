import type { ShopId } from "#app/domain/ids.ts";
import { sendMail } from "#app/gateways/email/send-mail.server.ts";
import { db } from "#app/platform/db.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { JobPayloads } from "#app/queue/catalog.ts";
import { openMail } from "#app/queue/mail.server.ts";
import { forgetMailFailure, noteMailFailure } from "#app/store/mail-failures.ts";

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
    const failure = withoutAddresses(String(describeError(error)["error"])).slice(0, 500);
    await noteMailFailure(db(), shopId, { jobId, sealed: payload.sealed, failure, now });
    throw error;
  }
  await forgetMailFailure(db(), shopId, jobId);
}

/** Mail servers repeat whom a mail was for; addresses do not lie open in the database. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, "…");
}
