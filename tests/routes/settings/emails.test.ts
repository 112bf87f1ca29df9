import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { shops } from "#app/store/schema/shops.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { formRequest, makeMerchant } from "../../support/merchant.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

/** A merchant, and how to send a test email to the store. */
async function makeStore() {
  const { shopId, token } = await makeMerchant();
  const contactEmail = `${shopId.toLowerCase()}@shop.test`;
  await db().update(shops).set({ contactEmail }).where(eq(shops.shopId, shopId));
  const sendTest = (fields: { subject: string; body: string }) => {
    const posted = Object.entries({ intent: "test", language: "en", to: "contact", ...fields });
    return requestRoute(formRequest(token, "/dashboard/settings/notifications/sign_in", posted));
  };
  return { sendTest, subjects: () => server.arrivedAt(contactEmail).map((mail) => mail.subject) };
}

it("sends at most ten test emails of a store at once", async () => {
  const [store, other] = [await makeStore(), await makeStore()];
  for (let sent = 1; sent <= 10; sent += 1) {
    const { status } = await store.sendTest({ subject: `Test ${sent}`, body: "Hi {name}" });
    expect([sent, status]).toEqual([sent, 200]);
  }
  const refused = await store.sendTest({ subject: "Test 11", body: "Hi {name}" });
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Too many requests. Try again later.");
  expect(store.subjects()).toHaveLength(10);
  expect((await other.sendTest({ subject: "Test", body: "Hi {name}" })).status).toBe(200);
  expect(other.subjects()).toEqual(["Test"]);
});

it("sends no test of a text that is refused at its field, and doesn't count it", async () => {
  const store = await makeStore();
  for (let tried = 1; tried <= 11; tried += 1) {
    const headers = await store.sendTest({ subject: "Hi\r\nBcc: all@example.com", body: "Hi {name}" });
    expect(headers).toMatchObject({ status: 400, fields: ["subject"] });
  }
  const unknown = await store.sendTest({ subject: "Hi", body: "Hi {link}" });
  expect(unknown).toMatchObject({ status: 400, fields: ["body"] });
  expect(store.subjects()).toEqual([]);
});
