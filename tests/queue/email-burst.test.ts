import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { makeSellingShop } from "../support/selling-shop.ts";
import { setEnv } from "../support/environment.ts";

const received: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) => done(address.startsWith("bad") ? new Error("refused") : null),
  onData: (stream, session, done) => {
    stream.resume();
    stream.on("end", () => {
      received.push(...session.envelope.rcptTo.map((to) => to.address));
      done();
    });
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  setEnv({ SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
});

function arrived(): string[] {
  return received.filter((to) => to.endsWith("@burst.example"));
}

it("sends what waits at once, each email once, and one that is refused holds up no other", async () => {
  const { startJobs } = await import("#app/jobs/registry.ts");
  const { shopId } = await makeSellingShop();
  const queue = await openQueue();
  // Hundreds that another file left would be sent before these.
  await db().execute("delete from pgboss.job where name = 'send-mail'");
  const tos = Array.from(
    { length: 60 },
    (_, index) => `${index % 10 === 3 ? "bad" : "good"}${index}@burst.example`,
  );
  await inTransaction(async (tx) => {
    for (const to of tos) {
      const mail = { to, subject: "Hello", text: "Hello", html: "<p>Hello</p>", replyTo: null };
      await enqueueEmail(queue, tx, { shopId, mail });
    }
  });
  const stop = await startJobs();
  // Starting all jobs is part of it: on a busy machine that alone takes most of the usual time.
  await expect.poll(() => arrived().length, { timeout: 50_000 }).toBe(54);
  await stop();
  expect(new Set(arrived())).toEqual(new Set(tos.filter((to) => to.startsWith("good"))));
  expect(arrived()).toHaveLength(54);
});
