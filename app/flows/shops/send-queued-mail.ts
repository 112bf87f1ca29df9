import { sendMail } from "#app/gateways/email/send-mail.server.ts";
import { openMail } from "#app/queue/mail.server.ts";
import type { JobPayloads } from "#app/queue/catalog.ts";

/** Hands a queued mail to the mail server; throws what it answered, and the queue tries again. */
export async function sendQueuedMail(payload: JobPayloads["send-mail"], jobId: string): Promise<void> {
  await sendMail(openMail(payload), jobId);
}
