import { merchantTexts } from "#app/i18n/texts.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

const t = merchantTexts("health");

/** Mail that shows a merchant that emails arrive. */
export function testMail(to: string): Mail {
  const text = t("testMail.text");
  return { to, subject: t("testMail.subject"), text, html: `<p>${text}</p>`, replyTo: null };
}
