import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import * as clock from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { action } from "#app/routes/webhooks/paypal.ts";
import { paypalAccounts } from "#app/store/schema/payouts.ts";
import { startLocalPaypal, type LocalPaypal } from "../../../local-paypal/server.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { setEnv } from "../../support/environment.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { noticesOf } from "../../support/paypal-account.ts";

const host = "https://api-m.sandbox.paypal.com";
const body = JSON.stringify({ id: "WH-1", event_type: "PAYMENT.SALE.COMPLETED", resource: {} });

let paypal: LocalPaypal;
let certificate = "";
beforeAll(async () => {
  paypal = await startLocalPaypal({
    clientId: "client",
    clientSecret: "secret",
    webhook: { id: "WH-TEST", url: "http://127.0.0.1:9/webhooks/paypal" },
    funds: {},
  });
  certificate = await (await fetch(paypal.sign(body)["PAYPAL-CERT-URL"] ?? "")).text();
  setEnv({ PAYPAL_URL: `https://client:secret@api-m.sandbox.paypal.com/?webhook=WH-TEST` });
});
afterAll(() => paypal.close());
afterEach(() => vi.restoreAllMocks());

let made = 0;
const newCaller = () => `198.51.100.${(made += 1)}`;
const newCertificateUrl = () => `${host}/v1/notifications/certs/CERT-${(made += 1)}`;

/** Stands in for PayPal's host; answers the addresses that were fetched. */
function watchFetches(answer: () => Response): string[] {
  const fetched: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    fetched.push(input instanceof Request ? input.url : String(input));
    return Promise.resolve(answer());
  });
  return fetched;
}

async function post(certificateUrl: string, { caller = newCaller(), broken = false } = {}): Promise<number> {
  const headers = new Headers(paypal.sign(body, { broken }));
  headers.set("PAYPAL-CERT-URL", certificateUrl);
  headers.set("X-Forwarded-For", caller);
  const request = new Request("http://localhost:3000/webhooks/paypal", { method: "POST", headers, body });
  return (await action({ request, params: {} })).status;
}

it("fetches PayPal's certificate once for many notices, also when they come together", async () => {
  const fetched = watchFetches(() => new Response(certificate));
  const url = newCertificateUrl();
  expect(await Promise.all(Array.from({ length: 20 }, () => post(url)))).toEqual(Array(20).fill(200));
  expect(await post(url, { broken: true })).toBe(401);
  expect(fetched).toEqual([url]);
});

it.each([
  ["a stranger's host", "https://paypal.com.evil.example/v1/notifications/certs/A"],
  ["another host of PayPal's", "https://www.sandbox.paypal.com/v1/notifications/certs/A"],
  ["PayPal's live host", "https://api.paypal.com/v1/notifications/certs/A"],
  ["an address inside the network", "http://127.0.0.1:5432/v1/notifications/certs/A"],
  ["another port", `${host}:8443/v1/notifications/certs/A`],
  ["http", "http://api-m.sandbox.paypal.com/v1/notifications/certs/A"],
  ["another path", `${host}/v1/notifications/certs/../../oauth2/token`],
  ["a name and a password", "https://a:b@api-m.sandbox.paypal.com/v1/notifications/certs/A"],
])("fetches nothing for a sandbox account from %s", async (_what, url) => {
  const fetched = watchFetches(() => new Response(certificate));
  expect(await post(url)).toBe(401);
  expect(fetched).toEqual([]);
});

it("asks again for a certificate that could not be read, but not within a minute", async () => {
  const fetched = watchFetches(() => new Response("Not found", { status: 404 }));
  const url = newCertificateUrl();
  expect([await post(url), await post(url)]).toEqual([503, 503]);
  expect(fetched).toHaveLength(1);
  vi.spyOn(clock, "uptimeMs").mockReturnValue(performance.now() + 61_000);
  expect(await post(url)).toBe(503);
  expect(fetched).toHaveLength(2);
});

it("fetches a few certificates for one caller, and takes its other notices for not checked", async () => {
  const fetched = watchFetches(() => new Response("Not found", { status: 404 }));
  const caller = newCaller();
  const statuses = [];
  for (let sent = 0; sent < 50; sent += 1) statuses.push(await post(newCertificateUrl(), { caller }));
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(fetched).toHaveLength(5);
});

it("still knows PayPal's certificate after strangers named hundreds of others", async () => {
  const url = newCertificateUrl();
  watchFetches(() => new Response(certificate));
  expect(await post(url)).toBe(200);
  vi.restoreAllMocks();
  const fetched = watchFetches(() => new Response("Not found", { status: 404 }));
  for (let sent = 0; sent < 300; sent += 1) await post(newCertificateUrl());
  expect(await post(url)).toBe(200);
  expect(fetched).not.toContain(url);
});

it("asks the account that the address names, and turns away what names none or another one", async () => {
  const shop = await makeMerchant();
  const other = await makeMerchant();
  const [own, theirs] = [await noticesOf(shop.shopId), await noticesOf(other.shopId)];
  const url = newCertificateUrl();
  watchFetches(() => new Response(certificate));
  const postTo = async (path: string, webhookId: string) => {
    const headers = new Headers(paypal.sign(body, { webhookId }));
    headers.set("PAYPAL-CERT-URL", url);
    headers.set("X-Forwarded-For", newCaller());
    const request = new Request(`http://localhost:3000/webhooks/paypal${path}`, {
      method: "POST",
      headers,
      body,
    });
    return (await requestRoute(request)).status;
  };
  expect(await postTo("", "WH-TEST")).toBe(200);
  await db()
    .update(paypalAccounts)
    .set({ webhookId: "WH-OWN" })
    .where(eq(paypalAccounts.shopId, shop.shopId));
  const address = `/${own.shopId}/${own.accountId}`;
  expect(await postTo(address, "WH-OWN")).toBe(200);
  expect(await postTo(address, "WH-TEST")).toBe(401);
  expect(await postTo(`/${own.shopId}/${theirs.accountId}`, "WH-TEST")).toBe(401);
  expect(await postTo(`/${own.shopId}/${own.accountId}x`, "WH-OWN")).toBe(401);
  expect(await postTo("/x/%00", "WH-OWN")).toBe(401);
  const read = await requestRoute(new Request(`http://localhost:3000/webhooks/paypal${address}`));
  expect(read.status).toBe(405);
});
