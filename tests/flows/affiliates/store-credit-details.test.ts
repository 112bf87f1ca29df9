import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { confirmDetails } from "#app/flows/affiliates/confirm-details.ts";
import { enterDetails } from "#app/flows/affiliates/enter-details.ts";
import { gatherAnswer } from "#app/flows/privacy/answer-data-request.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { uninstallShop } from "#app/flows/shops/uninstall-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { listAudit } from "#app/store/audit.ts";
import { effectiveDetails, openAccount } from "#app/store/payout-details.ts";
import { affiliateMarks } from "#app/store/schema/flags.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { findShop } from "#app/store/shops.ts";
import { dropOldOf } from "../../support/drop-old-of.ts";
import { openStore } from "../../support/live-store.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

const start = new Date("2026-04-01T09:00:00Z");
const after = (days: number) => new Date(start.getTime() + days * 86_400_000);

/** A store with an affiliate, and what they do about store credit. */
async function openPerson() {
  const store = await openStore(platform);
  const { shopId, affiliateId, domain } = store;
  const [shop, affiliate] = [await findShop(db(), shopId), await findAffiliate(db(), shopId, affiliateId)];
  if (!shop || !affiliate) throw new Error("The store that was just opened is not there.");
  const addCustomer = (email: string) => {
    const known = platform.store.state.shops[domain];
    const [model] = known?.customers ?? [];
    if (!known || !model) throw new Error("The platform knows no customer.");
    const customer = { ...model, id: platform.ctx.nextId(), email };
    platform.ctx.mutate(() => known.customers.push(customer));
    return String(customer.id);
  };
  return {
    ...store,
    affiliate,
    addCustomer,
    enter: () => enterDetails({ kind: "store-credit" }, { shop, affiliate, now: start }),
    confirm: async () => confirmDetails(tokenIn((await emailsOf(shopId)).at(-1)), start),
    rows: () => db().select().from(payoutDetails).where(eq(payoutDetails.shopId, shopId)),
    marks: async () =>
      (await db().select().from(affiliateMarks).where(eq(affiliateMarks.shopId, shopId))).filter(
        (one) => one.kind === "payout",
      ),
  };
}

describe("store credit", () => {
  it("goes to the customer who has the affiliate's own address, and to nobody else", async () => {
    const zoe = await openPerson();
    zoe.addCustomer(`x${zoe.affiliate.email}`);
    const refused = await zoe.enter();
    expect(refused).toMatchObject({
      refused: "not-possible",
      errors: [{ field: "kind", reason: { code: "customer_unknown", email: zoe.affiliate.email } }],
    });
    const customerId = zoe.addCustomer(zoe.affiliate.email.toUpperCase());
    expect(isRefusal(await zoe.enter())).toBe(false);
    await zoe.confirm();
    const details = await effectiveDetails(db(), zoe.shopId, [zoe.affiliateId], after(1));
    const held = details.get(zoe.affiliateId);
    if (!held) throw new Error("Nothing holds.");
    expect(held).toMatchObject({ method: "store_credit", masked: "a…@example.com" });
    expect(openAccount(zoe.shopId, held)).toEqual({
      kind: "store-credit",
      customerId,
      email: zoe.affiliate.email,
    });
  });

  it("goes to nobody while the platform withholds addresses, or two customers have this one", async () => {
    const zoe = await openPerson();
    zoe.addCustomer(zoe.affiliate.email);
    platform.ctx.mutate((state) => {
      state.switches.withhold = true;
    });
    expect(isRefusal(await zoe.enter())).toBe(true);
    platform.ctx.mutate((state) => {
      state.switches.withhold = false;
    });
    zoe.addCustomer(zoe.affiliate.email);
    expect(isRefusal(await zoe.enter())).toBe(true);
    expect(await zoe.rows()).toEqual([]);
  });
});

describe("what is forgotten", () => {
  it("with a customer is the account that was theirs, and a request tells of it before", async () => {
    const zoe = await openPerson();
    const customerId = zoe.addCustomer(zoe.affiliate.email);
    await zoe.enter();
    await zoe.confirm();
    const names = { customerHash: null, customerId, orderIds: [] };
    expect((await gatherAnswer(db(), zoe.shopId, names)).payoutDetails).toMatchObject([
      { affiliate: zoe.affiliateId, storeCreditOf: customerId },
    ]);
    expect((await gatherAnswer(db(), zoe.shopId, { ...names, customerId: "1" })).payoutDetails).toEqual([]);
    const request = { requestId: null, email: null, orderIds: [] };
    await redactCustomer(zoe.shopId, { ...request, customerId: "1" }, after(2));
    expect((await effectiveDetails(db(), zoe.shopId, [zoe.affiliateId], after(3))).size).toBe(1);
    await redactCustomer(zoe.shopId, { ...request, customerId }, after(2));
    expect((await effectiveDetails(db(), zoe.shopId, [zoe.affiliateId], after(3))).size).toBe(0);
    expect(await zoe.rows()).toMatchObject([{ sealed: "", masked: "", endedAt: after(2) }]);
    expect(await zoe.marks()).toEqual([]);
    const [newest] = await listAudit(db(), zoe.shopId, { kind: "affiliate", id: zoe.affiliateId });
    expect(newest?.action).toBe("payout-details-forgotten");
  });

  it("with the shop is every account", async () => {
    const zoe = await openPerson();
    zoe.addCustomer(zoe.affiliate.email);
    await zoe.enter();
    await zoe.confirm();
    const now = new Date();
    await uninstallShop(zoe.shopId, { triggeredAt: now, now });
    const later = new Date(now.getTime() + 3 * 86_400_000);
    expect(await redactShop(zoe.shopId, { triggeredAt: later, now: later })).toBe(true);
    expect(await zoe.rows()).toMatchObject([{ sealed: "", masked: "" }]);
  });

  it("by itself is an account ten years after it ended, and none that is in use", async () => {
    const zoe = await openPerson();
    zoe.addCustomer(zoe.affiliate.email);
    await zoe.enter();
    await zoe.confirm();
    const years = (count: number) => after(count * 366);
    await dropOldOf([zoe], years(30));
    expect(await zoe.rows()).toMatchObject([{ masked: "a…@example.com" }]);
    await db()
      .update(payoutDetails)
      .set({ endedAt: after(5) })
      .where(eq(payoutDetails.shopId, zoe.shopId));
    await dropOldOf([zoe], after(9 * 365));
    expect(await zoe.rows()).toMatchObject([{ masked: "a…@example.com" }]);
    await dropOldOf([zoe], years(11));
    expect(await zoe.rows()).toMatchObject([{ sealed: "", masked: "" }]);
  });
});
