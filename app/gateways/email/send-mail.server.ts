import { isIP } from "node:net";
import { createTransport, type Transporter } from "nodemailer";
import { appAddress } from "../../platform/app-address.server.ts";
import { env } from "../../platform/env.server.ts";
import { describeError } from "../../platform/log.server.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** No mail server is configured. Emails wait in the queue until one is. */
export class NoMailServerError extends Error {
  override name = "NoMailServerError";
}

let transport: { readonly url: string; readonly mailer: Transporter } | undefined;

/** How long the mail server may be silent before an attempt ends. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

const checkTimeoutMs = 6000;

/**
 * Connects and signs in without sending anything.
 * @throws NoMailServerError, or the server's error
 */
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
 * Sends an email through the server of SMTP_URL. `key` becomes part of the Message-ID, so that a receiver
 * recognizes an email that is sent again.
 * @throws NoMailServerError, or the server's error
 */
export async function sendMail(email: Mail, key: string): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from } = env();
  if (!url) throw new NoMailServerError("SMTP_URL is not set: there is no server to hand mails to.");
  if (transport?.url !== url) transport = { url, mailer: createTransport({ url, ...timeouts }, { from }) };
  await transport.mailer.sendMail({
    from,
    to: email.to,
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${key}@${new URL(appAddress()).hostname}>`,
    ...(email.unsubscribe !== undefined && { headers: unsubscribeHeaders(email.unsubscribe) }),
    ...(email.replyTo === null ? {} : { replyTo: email.replyTo }),
  });
}

function unsubscribeHeaders(link: string) {
  // Mail programs only use addresses that they find in full, so the header is never folded or encoded.
  return {
    "List-Unsubscribe": { prepared: true, value: `<${link}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

const lostConnection: ReadonlySet<unknown> = new Set(["ESOCKET", "ECONNECTION", "ETIMEDOUT"]);
const beforeContent: ReadonlySet<unknown> = new Set(["connect", "getaddrinfo"]);

type SmtpError = Error & {
  readonly code?: string;
  readonly responseCode?: number;
  readonly timeoutType?: string;
};

/**
 * True if the server may have accepted the email although sending failed: the connection was lost without an
 * answer, at some step after it was opened.
 */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode, timeoutType = "SOCKET_TIMEOUT" } = error as SmtpError;
  if (responseCode !== undefined || !lostConnection.has(code)) return false;
  if (timeoutType !== "SOCKET_TIMEOUT") return false;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return !beforeContent.has((first as NodeJS.ErrnoException).syscall);
}

/**
 * Reason why an email could not be sent, for merchants and the database: without email addresses, which mail
 * servers repeat, and without hosts and IP addresses of the operator's network.
 */
export function mailFaultText(error: unknown): string {
  const server = URL.parse(env().SMTP_URL ?? "")?.hostname;
  const text = String(describeError(error)["error"]);
  return text.replaceAll(/[^\s<>"'()[\],;/=]+/g, (word) => {
    const name = word.replace(/[.:]+$/, "");
    const isHidden = word.includes("@") || [name, name.replace(/:\d+$/, "")].some(isHost);
    return isHidden ? "…" : word;
  });

  function isHost(name: string): boolean {
    return name === server || isIP(name) !== 0 || /^(?:[\w-]+\.)+[a-z][\w-]*$/i.test(name);
  }
}
