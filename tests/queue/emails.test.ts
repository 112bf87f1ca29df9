import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { makeSellingShop } from "../support/selling-shop.ts";
import { setEnv } from "../support/environment.ts";

const received: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData: (stream, _session, done) => {
    let text = "";
    stream.on("data", (part: Buffer) => (text += part.toString()));
    stream.on("end", () => {
      received.push(text);
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

/** Other tests' emails may wait in the same database: each test counts those to addresses of its own. */
const arrived = (to: string) => received.filter((mail) => mail.includes(`To: ${to}`)).length;

const mailTo = (to: string) => ({ to, subject: "Hello", text: "Hello", html: "<p>Hello</p>", replyTo: null });

it("sends an email whose fact was committed, once, and none whose fact was not; sealed while it waits", async () => {
  const { startJobs } = await import("#app/jobs/registry.ts");
  const { shopId } = await makeSellingShop();
  const queue = await openQueue();
  // Hundreds that another file left would be tried before these.
  await db().execute("delete from pgboss.job where name = 'send-mail'");
  await inTransaction((tx) => enqueueEmail(queue, tx, { shopId, mail: mailTo("kept@example.com") }));
  await expect(
    inTransaction(async (tx) => {
      await enqueueEmail(queue, tx, { shopId, mail: mailTo("lost@example.com") });
      throw new Error("the fact did not come about");
    }),
  ).rejects.toThrow("did not come about");
  const { rows } = await db().execute<{ data: string }>(
    "select data::text from pgboss.job where name = 'send-mail'",
  );
  expect(rows.filter((row) => row.data?.includes(shopId))).toHaveLength(1);
  expect(rows.some((row) => row.data?.includes("example.com"))).toBe(false);
  const stop = await startJobs();
  // Starting all jobs is part of it, which takes a busy machine its time.
  await expect.poll(() => arrived("kept@example.com"), { timeout: 50_000 }).toBe(1);
  await stop();
  expect(arrived("lost@example.com")).toBe(0);
});
