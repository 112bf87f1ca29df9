import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type AttributionRules, defaultRules } from "#app/domain/attribution.ts";
import { changeAttributionRules } from "#app/flows/attribution/rules.ts";
import { explainOrder } from "#app/flows/orders/read-orders.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { programMembers } from "#app/store/schema/affiliates.ts";
import { arrival, deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody, type OrderOptions, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, addProgram, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const actor = { kind: "staff", id: "stf_1", name: "Mara", email: null } as const;
const customer = { id: 901, email: "sub@customer.example" };
const by = { actor, now: arrival };

type More = { product?: number; plan?: number | null; customer?: typeof customer; source?: string };

/** One piece of 100.00, bought as a subscription by plan 5 unless told otherwise. */
function subscriptionBody(day: string, options: OrderOptions = {}, more: More = {}) {
  const body = orderBody({ email: customer.email, createdAt: `${day}T10:00:00Z`, ...options });
  const { product = 1, plan = 5, source = "web" } = more;
  const line_items = body.line_items.map((line) => ({
    ...line,
    product_id: product,
    selling_plan_id: plan,
  }));
  return { ...body, source_name: source, customer: more.customer ?? customer, line_items };
}

function renewalBody(day: string, options: OrderOptions = {}, more: More = {}) {
  return subscriptionBody(day, options, { plan: null, source: "subscription_contract", ...more });
}

type Body = ReturnType<typeof subscriptionBody>;

async function sell(shop: SellingShop, ...bodies: Body[]) {
  for (const body of bodies) await deliver(shop, "orders/create", body);
  await emptyInbox();
  return Promise.all(bodies.map((body) => orderRow(shop, body.id)));
}

async function rule(shop: SellingShop, rules: Partial<AttributionRules>) {
  const now = new Date("2026-01-02T00:00:00Z");
  await changeAttributionRules({ shop, actor, now }, { ...defaultRules, ...rules });
}

async function expectProven(shop: SellingShop) {
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  const schema = `renewals_${shop.shopId.slice(-10)}`;
  const now = new Date();
  expect((await replayShop(shop.shopId, { schema, keep: false, now })).differences).toEqual([]);
}

async function explained(shop: SellingShop, orderId: number) {
  const row = await orderRow(shop, orderId);
  const commissions = await commissionsOfOrders(db(), shop.shopId, [String(orderId)]);
  return (await explainOrder(db(), row, commissions, null)).explanation;
}

const firstTwo = {
  id: "first-two",
  name: "Subscriptions in the first 2 orders",
  when: {
    kind: "all" as const,
    of: [
      { kind: "purchase" as const, is: "subscription" as const },
      { kind: "customer-order" as const, op: "at-most" as const, count: 2 },
    ],
  },
  pay: { kind: "percentage" as const, rateBps: 2000 },
};

describe("a subscription renewal", () => {
  it("is credited to the affiliate of the first order, under the program's rule for later orders", async () => {
    const shop = await makeSellingShop({ terms: { rules: [firstTwo] } });
    const first = subscriptionBody("2026-01-05", { ref: shop.code });
    const second = renewalBody("2026-02-05");
    const third = renewalBody("2026-03-05", {}, { source: "subscription_contract_checkout_one" });
    await sell(shop, first);
    const rows = [...(await sell(shop, second)), ...(await sell(shop, third))];
    for (const row of rows) {
      expect(row).toMatchObject({
        affiliateId: shop.affiliateId,
        programId: shop.programId,
        reason: "won-by-renewal",
        signals: ["renewal"],
        lostWithout: ["renewal"],
        attribution: {
          renewal: { firstOrderId: String(first.id) },
          evidence: [{ kind: "renewal", firstOrder: String(first.id), at: "2026-01-05T10:00:00.000Z" }],
        },
      });
    }
    // 20 % of the first order and of its first renewal, 10 % of the second.
    expect(await currentBalance(shop)).toEqual({ pending: 5000n, payable: 0n });
    expect(await explained(shop, third.id)).toMatchObject({
      renewal: { firstOrderId: String(first.id) },
      attribution: { reason: "won-by-renewal" },
    });
    await expectProven(shop);
  });

  it("finds its first order among those of the same transaction", async () => {
    const shop = await makeSellingShop();
    const first = subscriptionBody("2026-01-05", { ref: shop.code });
    const [renewed] = await sell(shop, renewalBody("2026-02-05"), first);
    expect(renewed).toMatchObject({ affiliateId: shop.affiliateId, reason: "won-by-renewal" });
    await expectProven(shop);
  });

  it("is credited by its own signals first, by default and where the first order's is one of them", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    await sell(shop, subscriptionBody("2026-01-05", { ref: shop.code }));
    const [renewed] = await sell(shop, renewalBody("2026-02-05", { ref: other.code }));
    expect(renewed).toMatchObject({
      affiliateId: other.affiliateId,
      reason: "won-by-landing",
      signals: ["landing", "renewal"],
      elsewhereWithout: ["landing"],
    });
    await expectProven(shop);
  });

  it("counts by the newest first order that fits, also where nobody had its credit", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    await sell(shop, subscriptionBody("2026-01-05", { ref: shop.code }));
    const newest = subscriptionBody("2026-01-20", { ref: other.code });
    await sell(shop, newest, subscriptionBody("2026-02-20"));
    const [before, between, after] = await sell(
      shop,
      renewalBody("2026-01-19"),
      renewalBody("2026-02-19"),
      renewalBody("2026-03-01"),
    );
    expect(before?.affiliateId).toBe(shop.affiliateId);
    expect(between?.affiliateId).toBe(other.affiliateId);
    expect(after).toMatchObject({ credited: false, reason: "first-order-not-credited" });
    await expectProven(shop);
  });

  it("says so where no earlier order fits by customer, product, plan and time", async () => {
    const shop = await makeSellingShop();
    await sell(shop, subscriptionBody("2026-01-05", { ref: shop.code }));
    await sell(shop, subscriptionBody("2026-01-06", { ref: shop.code }, { product: 3, plan: null }));
    const misfits = [
      renewalBody("2026-02-05", {}, { customer: { ...customer, id: 902 } }),
      renewalBody("2026-02-05", {}, { product: 2 }),
      renewalBody("2026-02-05", {}, { product: 3 }),
      renewalBody("2026-02-05", {}, { plan: 6 }),
      renewalBody("2026-01-04"),
    ];
    for (const row of await sell(shop, ...misfits)) {
      expect(row).toMatchObject({ credited: false, reason: "no-first-order", signals: [] });
    }
    expect(await explained(shop, misfits[0]?.id ?? 0)).toMatchObject({
      renewal: { firstOrderId: null },
      uncredited: "no-first-order",
    });
    const [fitting] = await sell(shop, renewalBody("2026-02-05", {}, { plan: 5 }));
    expect(fitting?.reason).toBe("won-by-renewal");
    await expectProven(shop);
  });

  it("stays with the program of the first order's credit", async () => {
    const shop = await makeSellingShop();
    const { shopId, affiliateId } = shop;
    const rate = { kind: "percentage" as const, rateBps: 3000 };
    const programId = await addProgram(shopId, { commission: rate }, "Subscriptions");
    await sell(shop, subscriptionBody("2026-01-05", { ref: shop.code }));
    const joinedAt = new Date("2026-01-10T00:00:00Z");
    await db().insert(programMembers).values({ shopId, affiliateId, programId, joinedAt });
    await db()
      .update(programMembers)
      .set({ leftAt: new Date("2026-02-01T00:00:00Z") })
      .where(and(eq(programMembers.affiliateId, affiliateId), eq(programMembers.programId, shop.programId)));
    const [renewed] = await sell(shop, renewalBody("2026-02-05"));
    expect(renewed).toMatchObject({ credited: false, reason: "no-program" });
    await expectProven(shop);
  });

  it("makes its customer nobody's lifetime customer", async () => {
    const shop = await makeSellingShop();
    const email = customer.email;
    await rule(shop, { binding: { kind: "days", days: 10 } });
    await sell(shop, subscriptionBody("2026-01-05", { ref: shop.code }));
    const [renewed, own] = await sell(
      shop,
      renewalBody("2026-02-05"),
      orderBody({ email, createdAt: "2026-02-06T10:00:00Z" }) as Body,
    );
    expect(renewed?.reason).toBe("won-by-renewal");
    expect(own).toMatchObject({ credited: false, reason: "no-evidence" });
    const [alone] = await sell(shop, orderBody({ email, createdAt: "2026-02-07T10:00:00Z" }) as Body);
    expect(alone?.credited).toBe(false);
    await expectProven(shop);
  });

  it("is credited to nobody where the shop switched renewals off", async () => {
    const shop = await makeSellingShop();
    const precedence = defaultRules.precedence.filter((kind) => kind !== "renewal");
    await rule(shop, { precedence });
    await sell(shop, subscriptionBody("2026-01-05", { ref: shop.code }));
    const [renewed] = await sell(shop, renewalBody("2026-02-05"));
    expect(renewed).toMatchObject({ credited: false, reason: "signal-off", signals: ["renewal"] });
    await expectProven(shop);
  });

  it("follows a new affiliate of the first order from the next renewal on", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const first = subscriptionBody("2026-01-05", { ref: shop.code });
    const before = renewalBody("2026-02-05");
    await sell(shop, first);
    await sell(shop, before);
    const to = { affiliate: other.code, note: "Asked for" };
    await reassignOrder({ shop: { ...shop, currency: "USD", timeZone: "UTC" }, ...by }, String(first.id), to);
    const [after] = await sell(shop, renewalBody("2026-03-05"));
    expect(after?.affiliateId).toBe(other.affiliateId);
    const late = { ...before, updated_at: "2026-03-06T10:00:00Z" };
    await deliver(shop, "orders/updated", late);
    await emptyInbox();
    expect((await orderRow(shop, before.id))?.affiliateId).toBe(shop.affiliateId);
    await expectProven(shop);
  });

  it("keeps its credit when its customer is forgotten, and is refunded as before", async () => {
    const shop = await makeSellingShop({ terms: { rules: [firstTwo] } });
    const first = subscriptionBody("2026-01-05", { ref: shop.code });
    const renewed = renewalBody("2026-02-05");
    await sell(shop, first);
    await sell(shop, renewed);
    const orderIds = [String(first.id), String(renewed.id)];
    const request = { requestId: null, customerId: String(customer.id), email: customer.email, orderIds };
    expect(await redactCustomer(shop.shopId, request, arrival)).toBe(2);
    expect(await currentBalance(shop)).toEqual({ pending: 4000n, payable: 0n });
    await expectProven(shop);
    await deliver(shop, "orders/updated", { ...renewed, updated_at: "2026-03-06T10:00:00Z" });
    await deliver(shop, "refunds/create", refundBody(first.id, { amount: "100.00" }));
    await emptyInbox();
    expect(await orderRow(shop, renewed.id)).toMatchObject({
      affiliateId: shop.affiliateId,
      reason: "won-by-renewal",
    });
    expect(await currentBalance(shop)).toEqual({ pending: 2000n, payable: 0n });
    const [unknown] = await sell(shop, renewalBody("2026-03-05"));
    expect(unknown?.reason).toBe("no-first-order");
    await expectProven(shop);
  });

  it("finds test orders where it is a test order, and no others", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    await sell(shop, subscriptionBody("2026-01-05", { ref: shop.code }));
    await sell(shop, subscriptionBody("2026-01-06", { ref: other.code, test: true }));
    const [real, test] = await sell(
      shop,
      renewalBody("2026-02-05"),
      renewalBody("2026-02-05", { test: true }),
    );
    expect(real).toMatchObject({ affiliateId: shop.affiliateId, credited: true });
    expect(test).toMatchObject({ affiliateId: other.affiliateId, credited: false, reason: "test-order" });
    await expectProven(shop);
  });
});
