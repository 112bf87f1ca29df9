import { createTransport, type Transporter } from "nodemailer";
import { appAddress } from "../../platform/app-address.server.ts";
import { env } from "../../platform/env.server.ts";
import type { Mail } from "./mail.ts";

/** No mail server is named: mails wait in the queue until one is. */
export class NoMailServerError extends Error {
  override name = "NoMailServerError";
}

let transport: { readonly url: string; readonly mailer: Transporter } | undefined;

const checkTimeoutMs = 6000;

/** Connects and signs in without sending anything. @throws NoMailServerError, or what the server answered. */
export async function checkMailServer(): Promise<void> {
  const { SMTP_URL: url } = env();
  if (!url) throw new NoMailServerError("SMTP_URL is not set: there is no server to hand mails to.");
  const limits = {
    connectionTimeout: checkTimeoutMs,
    greetingTimeout: checkTimeoutMs,
    socketTimeout: checkTimeoutMs,
  };
  const mailer = createTransport({ url, ...limits });
  try {
    await mailer.verify();
  } finally {
    mailer.close();
  }
}

/**
 * Hands a mail to the server that SMTP_URL names. `key` becomes part of the Message-ID, so that a mail sent again
 * after a doubt is the same one to the receiver.
 * @throws NoMailServerError, or what the server answered.
 */
export async function sendMail(mail: Mail, key: string): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from } = env();
  if (!url) throw new NoMailServerError("SMTP_URL is not set: there is no server to hand mails to.");
  if (transport?.url !== url) transport = { url, mailer: createTransport(url, { from }) };
  await transport.mailer.sendMail({
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${key}@${new URL(appAddress()).hostname}>`,
    ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
  });
}
