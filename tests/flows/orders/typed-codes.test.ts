import { describe, expect, it } from "vitest";
import { defaultRules } from "#app/domain/attribution.ts";
import { changeAttributionRules } from "#app/flows/attribution/rules.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { releaseOfShop } from "#app/flows/commissions/release-commissions.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { arrival, deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody, type OrderOptions } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const actor = { kind: "staff", id: "stf_1", name: "Mara", email: null } as const;
const email = "pos@customer.example";
const afterHold = new Date("2026-05-01T00:00:00Z");

/** A shop that lets codes in tags and notes count, before everything else. */
async function shopWithTags(): Promise<SellingShop> {
  const shop = await makeSellingShop();
  const now = new Date("2026-01-02T00:00:00Z");
  const rules = { ...defaultRules, precedence: ["tag", ...defaultRules.precedence] as const };
  await changeAttributionRules({ shop, actor, now }, rules);
  return shop;
}

type Typed = { tags?: string; note?: string | null };

async function sell(shop: SellingShop, typed: Typed, options: OrderOptions = {}) {
  const body = { ...orderBody(options), source_name: "pos", tags: "", note: null, ...typed };
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return body;
}

type Body = Awaited<ReturnType<typeof sell>>;

async function change(shop: SellingShop, body: Body, typed: Typed & { minute: number }) {
  const { minute, ...parts } = typed;
  const updated_at = new Date(Date.parse(body.created_at) + minute * 60_000).toISOString();
  await deliver(shop, "orders/updated", { ...body, ...parts, updated_at });
  await emptyInbox();
  return orderRow(shop, body.id);
}

async function tellCustomerTags(shop: SellingShop, orderId: number, customerTags: string[]) {
  const catalog = { readAt: "2026-03-02T10:00:05Z", products: {}, customerTags };
  const news = { kind: "catalog", orderId: String(orderId), catalog } as const;
  const about = { shopId: shop.shopId, currency: "USD", timeZone: "UTC" };
  await inTransaction((tx) => applyNews(tx, about, [{ news, fresh: true }], arrival));
  return orderRow(shop, orderId);
}

async function expectProven(shop: SellingShop) {
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  const schema = `typed_${shop.shopId.slice(-10)}`;
  expect((await replayShop(shop.shopId, { schema, keep: false, now: afterHold })).differences).toEqual([]);
}

describe("an affiliate's code in the tags or note of an order (M24)", () => {
  it("is kept and decides nothing by default, and no other word of a note is stored", async () => {
    const shop = await makeSellingShop();
    const note = `Sent by ${shop.code.toLowerCase()}; call Zelda-Marker on 555-0199`;
    const body = await sell(shop, { tags: "vip-marker", note });
    const row = await orderRow(shop, body.id);
    expect(row).toMatchObject({ credited: false, reason: "signal-off", signals: ["tag"] });
    expect(row.facts["typedCodes"]).toEqual([shop.code.toLowerCase()]);
    expect(JSON.stringify([row.facts, row.attribution])).not.toMatch(/marker|zelda|0199/i);
    await expectProven(shop);
  });

  it("credits its affiliate where the shop switched it on, by a referral code or a discount code", async () => {
    const shop = await shopWithTags();
    const other = await addAffiliate(shop);
    const { shopId } = shop;
    const assignedAt = new Date("2026-02-01T00:00:00Z");
    const code = { shopId, codeKey: "till10", code: "TILL10", affiliateId: other.affiliateId, assignedAt };
    await db().insert(affiliateCodes).values(code);
    const tagged = await sell(shop, { tags: `pos, ref:${shop.code}` }, { ref: other.code });
    expect(await orderRow(shop, tagged.id)).toMatchObject({
      affiliateId: shop.affiliateId,
      reason: "won-by-tag",
      signals: ["landing", "tag"],
      elsewhereWithout: ["tag"],
    });
    const noted = await sell(shop, { note: "Code: till10!" });
    expect(await orderRow(shop, noted.id)).toMatchObject({ affiliateId: other.affiliateId, credited: true });
    const early = await sell(shop, { note: "till10" }, { createdAt: "2026-01-31T00:00:00Z" });
    expect(await orderRow(shop, early.id)).toMatchObject({ credited: false, reason: "no-evidence" });
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    await expectProven(shop);
  });

  it("is decided anew when it changes, until the first release", async () => {
    const shop = await shopWithTags();
    const other = await addAffiliate(shop);
    const others = { ...shop, ...other };
    const body = await sell(shop, { tags: shop.code });
    const moved = await change(shop, body, { tags: other.code, minute: 1 });
    expect(moved).toMatchObject({ affiliateId: other.affiliateId, signals: ["tag"] });
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    expect(await currentBalance(others)).toEqual({ pending: 1000n, payable: 0n });
    await expectProven(shop);
    const first = await change(shop, body, { tags: `${shop.code}, ${other.code}`, minute: 1.2 });
    expect(first.affiliateId).toBe(shop.affiliateId);
    const second = await change(shop, body, { tags: `${other.code}, ${shop.code}`, minute: 1.4 });
    expect(second.affiliateId).toBe(other.affiliateId);
    const removed = await change(shop, body, { tags: "", minute: 2 });
    expect(removed).toMatchObject({ affiliateId: null, credited: false, reason: "no-evidence", signals: [] });
    expect(await currentBalance(others)).toEqual({ pending: 0n, payable: 0n });
    await expectProven(shop);
    const back = await change(shop, body, { note: shop.code, minute: 3 });
    expect(back).toMatchObject({ affiliateId: shop.affiliateId, reason: "won-by-tag" });
    await expectProven(shop);
    await releaseOfShop(shop.shopId, afterHold);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 1000n });
    const late = await change(shop, body, { note: other.code, minute: 4 });
    expect(late).toMatchObject({ affiliateId: shop.affiliateId, signals: ["tag"] });
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 1000n });
    await expectProven(shop);
  });

  it("counts among the customer's tags too, once the platform has told them, and when they are forgotten", async () => {
    const shop = await shopWithTags();
    const body = await sell(shop, {}, { email });
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "waiting-for-catalog", credited: false });
    const told = await tellCustomerTags(shop, body.id, ["wholesale", shop.code]);
    expect(told).toMatchObject({ affiliateId: shop.affiliateId, reason: "won-by-tag" });
    const request = { requestId: null, customerId: "77", email, orderIds: [String(body.id)] };
    expect(await redactCustomer(shop.shopId, request, arrival)).toBe(1);
    const later = await change(shop, body, { tags: "thanks", minute: 1 });
    expect(later).toMatchObject({ affiliateId: shop.affiliateId, reason: "won-by-tag" });
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    await expectProven(shop);
  });
});
