import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { householdText, plainEmail } from "#app/domain/fraud/traces.ts";
import { addLifetimeCustomer } from "#app/flows/attribution/lifetime-customers.ts";
import { createClaim } from "#app/flows/attribution/claims.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { applyEvidence } from "#app/flows/intake/apply-evidence.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { keepPixelEvent } from "#app/flows/storefront/receive-pixel-event.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { recordVisit } from "#app/flows/tracking/record-visit.ts";
import { readNotices } from "#app/jobs/inbox.ts";
import { customerHash, pixelAccount } from "#app/platform/crypto.server.ts";
import { uninstallShop } from "#app/flows/shops/uninstall-shop.ts";
import { arrival, deliver, emptyInbox, currentBalance } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, orderBody, refundBody } from "../../support/order-bodies.ts";
import { findSealedTexts, findTexts } from "../../support/scan-database.ts";
import type { SellingShop } from "../../support/selling-shop.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const clickedAt = new Date("2026-03-02T09:00:00Z");
const later = new Date(arrival.getTime() + 1000);

/** A person of whom nothing occurs anywhere by chance. */
function makePerson() {
  const mark = randomBytes(5).toString("hex");
  return {
    id: 7_000_000_000_000 + Number.parseInt(mark.slice(0, 9), 16),
    email: `mark.${mark}@customer.example`,
    first_name: `Forename${mark}`,
    last_name: `Surname${mark}`,
    phone: `+4930${Number.parseInt(mark.slice(0, 7), 16)}`,
    address1: `Lane${mark} 7`,
    zip: `Z${mark}`,
    address: `198.51.100.${Number.parseInt(mark.slice(0, 2), 16)}`,
    token: `checkout${mark}`,
    tag: `tag${mark}`,
    note: `note${mark}`,
  };
}
type Person = ReturnType<typeof makePerson>;

/** Personal data in plain words. It must never be in a table unsealed, before or after the erasure. */
const wordsOf = (of: Person) => [
  of.email,
  of.first_name,
  of.last_name,
  of.phone,
  of.address1,
  of.zip,
  of.address,
];

/** Every keyed hash by which the app may know the person in a shop. */
function hashesOf(shopId: string, of: Person): string[] {
  const household = householdText({
    lastName: of.last_name,
    address1: of.address1,
    zip: of.zip,
    country: "NZ",
  });
  const texts = [of.email, plainEmail(of.email), `customer:${of.id}`, `number ${of.id}`, household ?? ""];
  return texts.map((text) => customerHash(shopId, text));
}

async function clickBy(shop: SellingShop, person: Person): Promise<string> {
  const location = await recordClick({
    code: shop.code,
    query: new URLSearchParams({ s: shop.domain, to: "/products/mug" }),
    userAgent: browser,
    address: person.address,
    referrer: "https://blog.example/post",
    purpose: "visit",
    now: clickedAt,
  });
  return new URL(location ?? "").searchParams.get("aff_click") ?? "";
}

async function visitBy(shop: SellingShop, person: Person): Promise<string> {
  const visit = await recordVisit({
    shopDomain: shop.domain,
    landing: `/products/mug?ref=${shop.code}`,
    referrer: "https://blog.example/post",
    userAgent: browser,
    address: person.address,
    purpose: "visit",
    now: clickedAt,
  });
  return visit ?? "";
}

function soldTo(person: Person, shop: SellingShop, carried: { click: string; token: string; id?: number }) {
  const { address1, zip, first_name, last_name, phone, email } = person;
  const address = { address1, zip, first_name, last_name, phone, country_code: "NZ", country: "New Zealand" };
  const body = orderBody({ ref: shop.code, email, click: carried.click, id: carried.id ?? nextId() });
  return {
    ...body,
    phone,
    contact_email: email,
    checkout_token: carried.token,
    landing_site: `${body.landing_site}&aff_click=${carried.click}&mail=${encodeURIComponent(email)}`,
    customer: { id: person.id, email, first_name, last_name, phone, tags: person.tag },
    billing_address: address,
    shipping_address: address,
    browser_ip: person.address,
    client_details: { browser_ip: person.address, user_agent: browser },
  };
}

/** Uses every entry point that takes data about a shopper. Answers the click ids that they got, and their orders. */
async function useEveryEntryPoint(shop: Awaited<ReturnType<typeof makeMerchant>>, person: Person) {
  const clicks = [await clickBy(shop, person), await visitBy(shop, person)];
  const [click = "", visit = ""] = clicks;
  const byCart = soldTo(person, shop, { click, token: person.token });
  const byPixel = soldTo(person, shop, { click: "", token: `${person.token}p` });
  // One is claimed before anybody has heard of it.
  await createClaim(shop, { order: byPixel.name, note: `I am sending ${person.note}` }, arrival);
  for (const body of [byCart, byPixel]) await deliver(shop, "orders/create", body);
  await emptyInbox();
  const seen = {
    accountID: pixelAccount(shop.shopId),
    eventId: randomUUID(),
    occurredAt: "2026-03-02T10:00:00Z",
    checkoutToken: byPixel.checkout_token,
    orderId: String(byPixel.id),
    clickIds: [visit],
    clickSource: "storage" as const,
  };
  await keepPixelEvent(seen, new Date("2026-03-02T10:01:00Z"));
  await applyEvidence({ shopId: shop.shopId, orderId: String(byPixel.id) }, arrival);
  await addLifetimeCustomer(
    { shop, actor: shop.actor, now: arrival },
    { email: person.email, affiliate: shop.code },
  );
  await createClaim(shop, { order: byCart.name, note: `I sent ${person.note}` }, arrival);
  const orderIds = [byCart.id, byPixel.id];
  const ids = clicks.map((signed) => signed.slice(0, 30));
  return { orders: [byCart, byPixel], orderIds, clickIds: ids };
}

async function tell(shop: SellingShop, topic: string, body: Record<string, unknown>) {
  await deliver(shop, topic, { shop_domain: shop.domain, ...body });
  while (await readNotices());
}

async function booksDiffer({ shopId }: SellingShop) {
  const schema = `replay_every_${shopId.slice(-12)}`;
  const { differences } = await replayShop(shopId, { schema, keep: false, now: later });
  return [...(await verifyShop(shopId)).differences, ...differences];
}

it("erases a customer who used every entry point from every table", async () => {
  const shop = await makeMerchant();
  const [person, other] = [makePerson(), makePerson()];
  const { orders, orderIds, clickIds } = await useEveryEntryPoint(shop, person);
  const others = await useEveryEntryPoint(shop, other);
  const customer = { id: person.id, email: person.email, phone: person.phone };
  await tell(shop, "customers/data_request", {
    customer,
    orders_requested: orderIds,
    data_request: { id: nextId() },
  });
  const words = wordsOf(person);
  const hashes = hashesOf(shop.shopId, person);
  const everything = [
    ...words,
    ...hashes,
    ...clickIds,
    person.token,
    person.tag,
    person.note,
    `${person.id}`,
  ];

  // Before: plain words lie only behind seals, and what is looked for is there to be found.
  expect(await findTexts(words)).toEqual([]);
  const before = await findTexts(everything);
  const places = new Set(before.map((one) => one.table));
  for (const table of ["orders", "clicks", "pixel_joins", "lifetime_customers", "claims", "data_requests"]) {
    expect([...places].filter((name) => name.startsWith(table))).not.toEqual([]);
  }
  expect(await findSealedTexts(shop.shopId, words)).not.toEqual([]);
  const stood = await currentBalance(shop);
  expect(stood.pending).toBe(4000n);

  await tell(shop, "customers/redact", { customer, orders_to_redact: orderIds });
  expect(await findTexts(everything)).toEqual([]);
  expect(await findSealedTexts(shop.shopId, everything)).toEqual([]);
  expect(await currentBalance(shop)).toEqual(stood);
  expect(await booksDiffer(shop)).toEqual([]);

  // Later webhooks bring nothing back.
  for (const body of orders) {
    await deliver(shop, "orders/updated", { ...body, updated_at: "2026-03-04T10:00:00Z" });
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "100.00" }));
  }
  await emptyInbox();
  expect(await findTexts(everything)).toEqual([]);
  expect((await currentBalance(shop)).pending).toBe(2000n);
  expect(await booksDiffer(shop)).toEqual([]);

  // Somebody else is as known as before.
  const [otherHash = ""] = hashesOf(shop.shopId, other);
  const left = new Set((await findTexts([otherHash, ...others.clickIds])).map((one) => one.table));
  for (const table of ["orders", "pixel_joins", "lifetime_customers"]) expect(left).toContain(table);
});

it("erasing a shop erases its visitors and customers, and keeps its affiliates' books", async () => {
  const shop = await makeMerchant();
  const person = makePerson();
  const { orderIds, clickIds } = await useEveryEntryPoint(shop, person);
  const customer = { id: person.id, email: person.email };
  await tell(shop, "customers/data_request", { customer, orders_requested: orderIds });
  const stood = await currentBalance(shop);
  await uninstallShop(shop.shopId, { triggeredAt: arrival, now: arrival });
  expect(await redactShop(shop.shopId, { triggeredAt: arrival, now: later })).toBe(true);
  const hashes = hashesOf(shop.shopId, person);
  const everything = [...wordsOf(person), ...hashes, ...clickIds, person.token, person.tag, person.note];
  expect(await findTexts([...everything, `${person.id}`])).toEqual([]);
  expect(await findSealedTexts(shop.shopId, everything)).toEqual([]);
  expect(await currentBalance(shop)).toEqual(stood);
  expect(await booksDiffer(shop)).toEqual([]);
});
