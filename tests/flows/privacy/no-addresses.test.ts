import { createHmac, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withoutAddresses } from "#app/flows/intake/receive-delivery.ts";
import * as visitor from "#app/http/visitor.ts";
import { env } from "#app/platform/env.server.ts";
import { log as logger } from "#app/platform/log.server.ts";
import { pixelAccount } from "#app/platform/crypto.server.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { clicksOf } from "../../support/clicks-of.ts";
import { deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { findSealedTexts, findTexts } from "../../support/scan-database.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const patience: { shopperPatienceMs: number } = visitor;
const written: string[] = [];
const settings = env() as { LOG_LEVEL: string };
const usual = settings.LOG_LEVEL;

beforeEach(() => {
  written.length = 0;
  // However slow this machine's database is, the visits are stored before the tables are looked through.
  vi.spyOn(patience, "shopperPatienceMs", "get").mockReturnValue(30_000);
  settings.LOG_LEVEL = "debug";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  settings.LOG_LEVEL = usual;
});

let made = 0;

/** Addresses that nothing else of the tests comes from, of both kinds. */
function makeAddresses(): string[] {
  made += 1;
  return [`10.231.187.${140 + made}`, `2001:db8:7a1c:93e0:5d4b:abcd:1234:567${made}`];
}

function comingFrom(address: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { "User-Agent": browser, "X-Forwarded-For": address };
  return requestRoute(new Request(`${appUrl}${path}`, { ...init, headers }));
}

function visitPath({ domain, code }: SellingShop): string {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const query = {
    path: "/tea",
    path_prefix: "/apps/affiliates",
    query: `ref=${code}`,
    shop: domain,
    timestamp,
  };
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const signature = createHmac("sha256", "test-secret").update(text.join("")).digest("hex");
  return `/proxy/visit?${new URLSearchParams({ ...query, signature }).toString()}`;
}

/** Requests of a shopper's browser to every endpoint it knows, well-formed and not. */
async function requestEveryEndpoint(shop: SellingShop, address: string): Promise<void> {
  await comingFrom(address, `/r/${shop.code}?s=${shop.domain}&to=/tea`);
  await comingFrom(address, `/r/nobody-${randomUUID()}`);
  await comingFrom(address, visitPath(shop));
  await comingFrom(address, `${visitPath(shop)}0`);
  const event = { accountID: pixelAccount(shop.shopId), eventId: randomUUID(), clickIds: ["forged"] };
  for (const body of [JSON.stringify(event), "{ not json"]) {
    await comingFrom(address, "/track/pixel", { method: "POST", body });
  }
  await comingFrom(address, "/webhooks", { method: "POST", body: "{}" });
}

it("no network address is left in any table or in the log after visits from it", async () => {
  const shop = await makeSellingShop();
  const addresses = makeAddresses();
  for (const address of addresses) await requestEveryEndpoint(shop, address);
  logger.debug("So that it is known that this line is heard");
  const clicks = await clicksOf(shop);
  // A link and a landing from each address. Who came is told apart on the day without it.
  expect(clicks).toHaveLength(4);
  expect(new Set(clicks.map((one) => one.visitorHash)).size).toBe(2);
  expect(await findTexts(addresses)).toEqual([]);
  const log = written.join("");
  expect(log).toContain("this line is heard");
  for (const address of addresses) expect(log).not.toContain(address);
});

it("no network address of an order's buyer is stored, not even sealed", async () => {
  const shop = await makeSellingShop();
  const addresses = makeAddresses();
  for (const address of addresses) {
    const body = orderBody({ ref: shop.code });
    const client_details = { browser_ip: address, user_agent: browser, accept_language: null };
    const sold = { ...body, browser_ip: address, client_details, note: "kept" };
    const receipt = { client_ip: address, nested: [{ payer_ip_address: address }] };
    const refund = { ...refundBody(body.id, { amount: "100.00" }), transactions: [{ receipt }] };
    expect((await deliver(shop, "orders/create", sold)).message).toBe("kept");
    expect((await deliver(shop, "refunds/create", refund)).message).toBe("kept");
    // Before anything is made of them: that they are there is seen by what else they tell.
    expect(await findSealedTexts(shop.shopId, addresses)).toEqual([]);
    expect(await findSealedTexts(shop.shopId, [`#${body.id}`])).toMatchObject([{ table: "deliveries" }]);
    await emptyInbox();
    expect(await orderRow(shop, body.id)).toMatchObject({ credited: true, reason: "refunded-whole" });
  }
  expect(await findSealedTexts(shop.shopId, addresses)).toEqual([]);
  expect(await findTexts(addresses)).toEqual([]);
});

const erased = (text: string) => withoutAddresses(Buffer.from(text)).toString();
const read = (text: string): unknown => JSON.parse(erased(text));

it("erasing addresses keeps the rest of a body, and leaves valid JSON", () => {
  expect(read('{"browser_ip" :\n"10.1.2.3","zip":"10.1.2.3"}')).toEqual({
    browser_ip: null,
    zip: "10.1.2.3",
  });
  expect(read('{"a_ip":"1\\"2\\\\","b_ip":"::1"}')).toEqual({ a_ip: null, b_ip: null });
  const untouched = [
    '{"browser_ip":null,"other_ip":{"x":1},"third_ip":""}',
    '{"note":"my \\"browser_ip\\": \\"10.1.2.3\\"","name":"browser_ip","value":"x"}',
    '["browser_ip","x"]',
    '{"browser_ip":"10.1.2.3',
    '{"browser_ip":"10.1.2.3\\',
    '{"browser_ip"',
  ];
  for (const text of untouched) expect(erased(text)).toBe(text);
  const came = Buffer.from('{"browser_ip":"10.1.2.3"}');
  withoutAddresses(came);
  expect(came.toString()).toContain("10.1.2.3");
});
