import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { mailFaultText, sendMail } from "#app/gateways/email/send-mail.server.ts";
import { randomToken } from "#app/platform/crypto.server.ts";

const text = "This is a test email. Email delivery works.";

/** Sends past the queue, so the mail server's answer is known. */
export async function sendTestEmail(to: string): Promise<Refusal | null> {
  try {
    const mail = {
      to,
      subject: "Test email from Affiliate Platform",
      text,
      html: `<p>${text}</p>`,
      replyTo: null,
    };
    await sendMail(mail, randomToken());
    return null;
  } catch (error) {
    return refuse("unavailable", { code: "test_email_failed", message: mailFaultText(error) });
  }
}
