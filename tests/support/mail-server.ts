import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { setEnv } from "./environment.ts";

/** An email as the mail server got it, decoded. */
export type ReceivedMail = {
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
  readonly raw: string;
};

export type MailServer = {
  /** Everything that arrived at an address, oldest first. */
  readonly arrivedAt: (to: string) => ReceivedMail[];
  /** Decides about the next emails: taken, refused, or taken without an answer. */
  answer: "take" | "refuse" | "hang-up";
  readonly close: () => Promise<void>;
};

/** Starts a mail server for SMTP_URL of this process. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) =>
      done(mails.answer === "refuse" ? new Error("Try again later") : null),
    onData: (stream, session, done) => {
      let raw = "";
      stream.on("data", (part: Buffer) => (raw += part.toString()));
      stream.on("end", () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => readMail(address, raw)));
        if (mails.answer === "hang-up") for (const socket of sockets) socket.destroy();
        else done();
      });
    },
  });
  const sockets = new Set<{ destroy: () => void }>();
  server.server.on("connection", (socket) => sockets.add(socket));
  const mails: MailServer = {
    answer: "take",
    arrivedAt: (to) => received.filter((mail) => mail.to === to),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  setEnv({ SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
  return mails;
}

function readMail(to: string, raw: string): ReceivedMail {
  const unfolded = raw.replaceAll(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(unfolded)?.[1]?.trim() ?? "";
  return { to, subject: header("Subject"), messageId: header("Message-ID"), raw };
}
