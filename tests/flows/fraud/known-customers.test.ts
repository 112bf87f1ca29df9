import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { recognizeAllCustomers, recognizeCustomers } from "#app/flows/fraud/recognize-customers.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliate, lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { listFlags } from "#app/store/flags.ts";
import { affiliateMarks } from "#app/store/schema/flags.ts";
import { lockOrders } from "../../support/locked-orders.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { refuseRows } from "../../support/refused-rows.ts";
import { commissionsOf } from "../../support/sold-under.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

/** All shops that have the app are asked about. Some of other files have books that were falsified. */
beforeAll(async () => {
  await db().execute(sql`update shops set installed_at = null`);
});

const now = new Date("2026-03-02T12:00:00Z");
const later = new Date("2026-03-03T12:00:00Z");
const home = { last_name: "Lovelace", address1: "12 Analytical Street", zip: "W1", country_code: "GB" };

/** A store among whose customers one has an address that an affiliate may have. */
async function openPerson() {
  const store = await openStore(platform);
  const affiliate = await findAffiliate(db(), store.shopId, store.affiliateId);
  const known = platform.store.state.shops[store.domain];
  const [model] = known?.customers ?? [];
  if (!affiliate || !known || !model) throw new Error("The store is not there.");
  const addCustomer = (email: string) => {
    const address = {
      ...model.address,
      lastName: home.last_name,
      address1: home.address1,
      zip: home.zip,
      countryCode: home.country_code,
    };
    const customer = { ...model, id: platform.ctx.nextId(), email, address };
    platform.ctx.mutate(() => known.customers.push(customer));
    return customer.id;
  };
  const shop = { shopId: store.shopId, domain: store.domain, currency: "USD", timeZone: "UTC" };
  /** An order by the affiliate's link, written by an address that nobody knows. */
  const sellTo = async (customer: number, address: object | null = null) => {
    const body = {
      ...orderBody({ ref: store.code, email: `stranger-${customer}@example.com` }),
      customer: { id: customer },
      shipping_address: address,
    };
    await deliver(store, "orders/create", body);
    await emptyInbox();
    return body;
  };
  const sameness = async () => {
    const flags = await listFlags(db(), store.shopId, { filter: {}, limit: 50, offset: 0 });
    return flags.map((one) => [one.evidence["same"]].flat().join()).toSorted();
  };
  return { ...store, shop, affiliate, addCustomer, sellTo, sameness };
}

async function marksOf({ shopId }: { shopId: string }) {
  const rows = await db().select().from(affiliateMarks);
  return rows.filter((one) => one.shopId === shopId).map((one) => one.kind);
}

it("the store is asked who an affiliate is among its customers, and own orders are flagged, earlier ones too", async () => {
  const person = await openPerson();
  const own = person.addCustomer(person.affiliate.email.toUpperCase());
  const before = await person.sellTo(own);
  expect(await person.sameness()).toEqual([]);
  expect(await recognizeCustomers(person.shop, now)).toBe(1);
  expect(await person.sameness()).toEqual(["customer"]);
  expect((await commissionsOf(person, before))[0]?.decision).toBe("held");
  // A guest at the same address, of the same surname, without an account.
  await person.sellTo(1, { ...home, address1: "12, Analytical St." });
  await person.sellTo(2, { ...home, last_name: "Babbage" });
  expect(await person.sameness()).toEqual(["customer", "household"]);
  expect((await marksOf(person)).toSorted()).toEqual(["address", "asked", "customer", "email"]);
});

it("an address is asked for once, and again where the affiliate has another", async () => {
  const person = await openPerson();
  expect(await recognizeCustomers(person.shop, now)).toBe(1);
  // There was no such customer; who comes to be one later is known by their first order.
  person.addCustomer(person.affiliate.email);
  expect(await recognizeCustomers(person.shop, later)).toBe(0);
  expect((await marksOf(person)).toSorted()).toEqual(["asked", "email"]);
  await inTransaction(async (tx) => {
    const locked = await lockAffiliate(tx, person.shopId, person.affiliateId);
    if (!locked) throw new Error("The affiliate is gone.");
    await updateAffiliate(tx, locked, { email: "ada@elsewhere.example", updatedAt: later });
  });
  const own = person.addCustomer("ada@elsewhere.example");
  expect(await recognizeCustomers(person.shop, later)).toBe(1);
  await person.sellTo(own);
  expect(await person.sameness()).toEqual(["customer"]);
});

it("a store that gives no answer is asked about later, and holds up no other", async () => {
  const [silent, other] = [await openPerson(), await openPerson()];
  const own = other.addCustomer(other.affiliate.email);
  platform.ctx.mutate((state) => {
    const shop = state.shops[silent.domain];
    if (shop?.installation) shop.installation.scopes = [];
  });
  await recognizeAllCustomers(now);
  expect(await marksOf(silent)).toEqual(["email"]);
  await other.sellTo(own);
  expect(await other.sameness()).toEqual(["customer"]);
});

it("one that was cut off before the orders were settled is done by the next run, and holds up no other", async () => {
  const [cut, other] = [await openPerson(), await openPerson()];
  for (const person of [cut, other]) await person.sellTo(person.addCustomer(person.affiliate.email));
  const mend = await refuseRows("flags", `new.shop_id = '${cut.shopId}'`);
  await expect(recognizeAllCustomers(now)).rejects.toThrow("not known");
  await mend();
  expect([await cut.sameness(), await other.sameness()]).toEqual([[], ["customer"]]);
  await recognizeAllCustomers(later);
  expect(await cut.sameness()).toEqual(["customer"]);
  expect((await marksOf(cut)).toSorted()).toEqual(["address", "asked", "customer", "email"]);
});

it("an own order that was being taken in meanwhile is flagged too", async () => {
  const person = await openPerson();
  const own = person.addCustomer(person.affiliate.email);
  const held = await lockOrders(person.shopId);
  const selling = person.sellTo(own);
  await held.reached();
  const knowing = recognizeCustomers(person.shop, now);
  await Promise.race([knowing, wait(300)]);
  await held.release();
  await Promise.all([selling, knowing]);
  expect(await person.sameness()).toEqual(["customer"]);
});
