import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { dropOldMailFailures, readFailedEmails, retryEmail } from "#app/flows/shops/failed-emails.ts";
import { sendQueuedMail } from "#app/flows/shops/send-queued-email.ts";
import { encrypt } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { listEmailFailures } from "#app/store/email-failures.ts";
import { emailFailures } from "#app/store/schema/emails.ts";
import { shops } from "#app/store/schema/shops.ts";
import { restoreEnv, setEnv } from "../../support/environment.ts";
import { emailsOf } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";

beforeAll(() => setEnv({ SMTP_URL: "" }));
afterAll(restoreEnv);

const now = new Date("2026-03-10T12:00:00Z");
const mail = {
  to: "ada@example.com",
  subject: "You are invited",
  text: "Hello",
  html: "<p>Hello</p>",
  replyTo: null,
};

/** The queue's attempts at one mail, which all fail without a mail server. */
async function fail(shopId: string, times: number, jobId = "job-1") {
  const sealed = encrypt(JSON.stringify(mail), `mail:${shopId}`);
  for (let attempt = 0; attempt < times; attempt += 1) {
    await expect(sendQueuedMail({ shopId, sealed }, jobId, now)).rejects.toThrow("SMTP_URL is not set");
  }
}

describe("a mail that keeps failing", () => {
  it("is shown from the third time on, and nothing of it lies open in the database", async () => {
    const { shopId } = await makeMerchant();
    await fail(shopId, 2);
    expect(await readFailedEmails(shopId)).toEqual([]);
    await fail(shopId, 1);
    expect(await readFailedEmails(shopId)).toEqual([
      {
        id: "job-1",
        to: "ada@example.com",
        subject: "You are invited",
        attempts: 3,
        failure: expect.stringContaining("SMTP_URL is not set") as unknown,
        lastFailedAt: now,
        givenUp: false,
      },
    ]);
    expect((await listEmailFailures(db(), shopId)).length).toBe(1);
    const rows = await db().select().from(emailFailures).where(eq(emailFailures.shopId, shopId));
    expect(JSON.stringify(rows)).not.toContain("ada@");
    expect(await readFailedEmails((await makeMerchant()).shopId)).toEqual([]);
  });

  it("is sent anew when the queue has given up, once, and not before", async () => {
    const { shopId, actor } = await makeMerchant();
    await fail(shopId, 8);
    expect(await retryEmail({ shop: { shopId }, actor, now }, "job-1")).toMatchObject({
      refused: "not-found",
    });
    await fail(shopId, 1);
    expect(await readFailedEmails(shopId)).toMatchObject([{ givenUp: true }]);
    const stranger = await makeMerchant();
    expect(await retryEmail({ shop: stranger, actor, now }, "job-1")).toMatchObject({ refused: "not-found" });
    expect(await retryEmail({ shop: { shopId }, actor, now }, "job-1")).toBeNull();
    expect(await retryEmail({ shop: { shopId }, actor, now }, "job-1")).toMatchObject({
      refused: "not-found",
    });
    expect(await emailsOf(shopId)).toEqual([mail]);
    expect(await readFailedEmails(shopId)).toEqual([]);
    expect(await listAudit(db(), shopId, { kind: "shop" })).toMatchObject([{ action: "mail-retried" }]);
  });

  it("is forgotten after 30 days, and with its shop", async () => {
    const { shopId } = await makeMerchant();
    await fail(shopId, 3);
    await dropOldMailFailures(new Date(now.getTime() + 30 * 86_400_000 - 1));
    expect((await listEmailFailures(db(), shopId)).length).toBe(1);
    await dropOldMailFailures(new Date(now.getTime() + 30 * 86_400_000));
    expect((await listEmailFailures(db(), shopId)).length).toBe(0);
    await fail(shopId, 3);
    await db().update(shops).set({ uninstalledAt: now }).where(eq(shops.shopId, shopId));
    expect(await redactShop(shopId, { triggeredAt: now, now })).toBe(true);
    expect((await listEmailFailures(db(), shopId)).length).toBe(0);
  });
});
