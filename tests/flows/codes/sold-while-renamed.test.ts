import { sql } from "drizzle-orm";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { renameCode } from "#app/flows/codes/change-code.ts";
import { checkCodesOf } from "#app/flows/codes/check-codes.ts";
import { addOneCode } from "#app/flows/codes/platform-codes.ts";
import { applyEvidence } from "#app/flows/intake/apply-evidence.ts";
import { updateDiscount } from "#app/gateways/shopify/change-discounts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import type { JobPayloads } from "#app/queue/catalog.ts";
import { assignCode, removeCode } from "#app/store/codes.ts";
import { cutOff, later, shopWithCodes } from "../../support/coded-shop.ts";
import { lockOrders } from "../../support/locked-orders.ts";
import { deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

type CodedShop = Awaited<ReturnType<typeof shopWithCodes>>;

/** Sells by a code at an instant, and lets everything be done that waits then; answers whose the sale is. */
async function sellBy(shop: CodedShop, code: string, at: Date) {
  const body = orderBody({ codes: [code], createdAt: at.toISOString() });
  await deliver(shop, "orders/create", body);
  await emptyInbox(later());
  return async () => {
    await runEvidence(shop);
    return (await orderRow(shop, body.id)).affiliateId;
  };
}

/** Does what the queue was told of evidence. */
async function runEvidence(shop: CodedShop): Promise<void> {
  const { rows } = await db().execute<{ data: JobPayloads["evidence-arrived"] }>(
    sql`select data from pgboss.job where name = 'evidence-arrived' and data ->> 'shopId' = ${shop.shopId}`,
  );
  for (const { data } of rows) await applyEvidence(data, later());
}

describe("an order placed while a code is renamed", () => {
  it("counts by the new code from when the store had it, however late the books follow", async () => {
    const shop = await cutOff(platform, ["Ann"]);
    const renamed = { kind: "basic", input: { code: "ANNA" } } as const;
    expect(await updateDiscount(shop.domain, shop.id, renamed)).toEqual([]);
    const whose = await sellBy(shop, "anna", new Date(Date.now() + 3 * 60_000));
    expect(await whose()).toBeNull();
    await checkCodesOf(shop.shop, later());
    expect(await whose()).toBe(shop.people[0]);
  });

  it("counts by the new code from when the store had it, where it answered late and a person asked again", async () => {
    const shop = await cutOff(platform, ["Ann", "Ben"]);
    expect(await addOneCode(shop.shop, shop.id, { code: "ANNA", field: "code" })).toBeNull();
    const whose = await sellBy(shop, "ANNA", new Date(shop.by.now.getTime() + 30_000));
    expect(await whose()).toBeNull();
    const again = { ...shop.by, now: new Date(shop.by.now.getTime() + 2 * 60_000) };
    expect(await renameCode({ shop: shop.shop, ...again }, shop.named(0, "ANN15"), "ANNA")).toBeNull();
    expect(await whose()).toBe(shop.people[0]);
  });

  it("is not credited to the new code's former affiliate", async () => {
    const shop = await cutOff(platform, ["Ann", "Ben"]);
    const [affiliateId] = shop.people.slice(1);
    const theirs = { shopId: shop.shopId, affiliateId: affiliateId ?? shop.affiliateId, code: "anna" };
    const until = new Date(Date.now() + 2 * 60_000);
    await inTransaction((tx) => assignCode(tx, { ...theirs, at: shop.by.now, discountId: null }));
    await inTransaction((tx) => removeCode(tx, { ...theirs, at: until }));
    expect(await addOneCode(shop.shop, shop.id, { code: "ANNA", field: "code" })).toBeNull();
    const before = await sellBy(shop, "ANNA", new Date(until.getTime() - 30_000));
    const after = await sellBy(shop, "ANNA", new Date(until.getTime() + 30_000));
    await checkCodesOf(shop.shop, later());
    expect([await before(), await after()]).toEqual([shop.people[1], shop.people[0]]);
  });

  it("counts by the new code where it was being taken in, judged and not yet to be seen, as the books followed", async () => {
    const shop = await shopWithCodes(platform, ["Ann"]);
    const at = new Date(shop.by.now.getTime() + 1000);
    const body = orderBody({ codes: ["ANNA"], createdAt: at.toISOString() });
    await deliver(shop, "orders/create", body);
    const held = await lockOrders(shop.shopId);
    const taking = emptyInbox(later());
    await held.reached();
    expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"), "ANNA")).toBeNull();
    const looking = runEvidence(shop);
    await Promise.race([looking, wait(300)]);
    await held.release();
    await Promise.all([taking, looking]);
    expect((await orderRow(shop, body.id)).affiliateId).toBe(shop.people[0]);
  });

  it("counts by the former code as long as the store has it", async () => {
    const shop = await shopWithCodes(platform, ["Ann", "Ben"]);
    const begun = { ...shop.by, now: new Date() };
    let lastSeen = begun.now;
    const watch = setInterval(() => {
      if (shop.inStore().includes("ANN15")) lastSeen = new Date();
    }, 5);
    expect(await renameCode({ shop: shop.shop, ...begun }, shop.named(0, "ANN15"), "ANNA")).toBeNull();
    clearInterval(watch);
    expect(lastSeen.getTime()).toBeGreaterThan(begun.now.getTime());
    expect(await (await sellBy(shop, "ANN15", lastSeen))()).toBe(shop.people[0]);
    expect(await (await sellBy(shop, "ANN15", later()))()).toBeNull();
  });

  it("counts by both where the former could not be taken from the store, until that has been done", async () => {
    const shop = await cutOff(platform, ["Ann", "Ben"]);
    expect(await addOneCode(shop.shop, shop.id, { code: "ANNA", field: "code" })).toBeNull();
    await checkCodesOf(shop.shop, later());
    const soon = new Date(later().getTime() + 1000);
    expect(await (await sellBy(shop, "ANN15", soon))()).toBe(shop.people[0]);
    expect(await (await sellBy(shop, "ANNA", soon))()).toBe(shop.people[0]);
    await expect.poll(() => shop.inStore().toSorted()).toEqual(["ANNA", "BEN15"]);
    // The store's webhook is enough. The daily check is not needed.
    await shop.tell();
    expect((await shop.codesIn(shop.id)).toSorted()).toEqual(["ANNA active", "BEN15 active"]);
    expect(await (await sellBy(shop, "ANN15", new Date(soon.getTime() + 60_000)))()).toBeNull();
  });

  it("leaves a former code alone that was given anew", async () => {
    const shop = await shopWithCodes(platform, ["Ann", "Ben"]);
    expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"), "ANNA")).toBeNull();
    await expect.poll(() => shop.inStore().toSorted()).toEqual(["ANNA", "BEN15"]);
    expect(await addOneCode(shop.shop, shop.id, { code: "ANN15", field: "code" })).toBeNull();
    const affiliateId = shop.people[0] ?? shop.affiliateId;
    const again = { shopId: shop.shopId, affiliateId, code: "ANN15", at: new Date(), discountId: shop.id };
    expect(await inTransaction((tx) => assignCode(tx, again))).toBe(true);
    await checkCodesOf(shop.shop, later());
    expect((await shop.codesIn(shop.id)).toSorted()).toEqual(["ANN15 active", "ANNA active", "BEN15 active"]);
    expect(shop.inStore().toSorted()).toEqual(["ANN15", "ANNA", "BEN15"]);
  });
});
