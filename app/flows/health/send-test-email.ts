import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { mailFaultText, sendMail } from "#app/gateways/email/send-mail.server.ts";
import { testMail } from "#app/gateways/email/test-mail.ts";
import { randomToken } from "#app/platform/crypto.server.ts";

/** Sends past the queue, so the mail server's answer is known. */
export async function sendTestEmail(to: string): Promise<Refusal | null> {
  try {
    await sendMail(testMail(to), randomToken());
    return null;
  } catch (error) {
    return refuse("unavailable", { code: "test_email_failed", message: mailFaultText(error) });
  }
}
