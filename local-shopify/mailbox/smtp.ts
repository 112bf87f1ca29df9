/** The mail server that the app sends to: it takes every letter and shows it instead of carrying it on. */
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Mail, Store } from "../state.ts";

/** Letters the mailbox keeps; older ones go. */
const mailboxSize = 500;

export interface MailServer {
  port: number;
  close(): Promise<void>;
}

/** Listens on `port` (0 takes a free one). Rejects when the port is taken. */
export function startMailServer(
  store: Store,
  options: { port: number; now: () => Date },
): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 500,
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map((entry) => entry.address);
      // Outside the promise, so that a failure inside the callback is not taken for one of the mail.
      const answer = (error?: Error): void => void setImmediate(callback, error);
      void keepMail(store, stream, { recipients, now: options.now }).then(() => answer(), answer);
    },
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", () => {
      server.removeListener("error", reject);
      // A client that hangs up halfway must not end the platform.
      server.on("error", () => undefined);
      resolve({
        port: readPort(server.server.address()),
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}

async function keepMail(
  store: Store,
  stream: AsyncIterable<Buffer | string>,
  envelope: { recipients: string[]; now: () => Date },
): Promise<void> {
  const raw = await readAll(stream);
  const { recipients } = envelope;
  const mail = await readMail(raw, { recipients, id: store.nextId(), at: envelope.now() });
  store.mutate((state) => {
    state.mails = [mail, ...state.mails].slice(0, mailboxSize);
  });
}

async function readMail(
  raw: Buffer,
  envelope: { recipients: string[]; id: number; at: Date },
): Promise<Mail> {
  const letter = await PostalMime.parse(raw);
  return {
    id: envelope.id,
    at: envelope.at.toISOString(),
    from: letter.from?.address ?? "",
    to: envelope.recipients,
    subject: letter.subject ?? "(no subject)",
    text: letter.text ?? "",
    html: letter.html ?? null,
  };
}

async function readAll(stream: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

function readPort(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
