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
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map((entry) => entry.address);
      readAll(stream)
        .then(async (raw) => {
          const mail = await readMail(raw, { recipients, id: store.nextId(), at: options.now() });
          store.mutate((state) => {
            state.mails = [mail, ...state.mails].slice(0, mailboxSize);
          });
          callback();
        })
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error("unreadable mail")));
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
