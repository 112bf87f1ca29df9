import { describe, expect, it } from "vitest";
import type { PreviewWire } from "#app/contracts/preview.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { askPreview, commission, newCustomers, usd } from "./program-calls.ts";

const line = (price: string, more = {}) => ({ title: "Mug", price: usd(price), quantity: 2, ...more });

const perOrder = (amount: string) => ({ commission: { type: "fixed", amount: usd(amount) } });

const boughtBy = (day: number, email: string) =>
  orderBody({ createdAt: `2026-03-0${day}T10:00:00Z`, email: `${email}@customer.example` });

describe("the preview", () => {
  it("calculates a basket under the draft and under today's terms, and writes nothing", async () => {
    const merchant = await makeMerchant("read");
    const { token, programId, shopId } = merchant;
    const before = await snapshotOf(shopId);
    const draft = { rules: [newCustomers], base: { shipping: true } };
    const basket = {
      lines: [line("50.00"), line("5.00", { discount: usd("1.00") })],
      shipping: usd("10.00"),
    };
    const { status, body } = await askPreview(token, { programId, terms: draft, basket });
    expect(status).toBe(200);
    const { basket: seen } = body as unknown as PreviewWire;
    // 20 % of 100.00, of 9.00 and of 10.00 shipping; today 10 % of 100.00 and of 9.00.
    expect(seen?.draft.totals.commission).toEqual(usd("23.80"));
    expect(seen?.today?.totals.commission).toEqual(usd("10.90"));
    expect(seen?.draft.lines.map((one) => one.commission.amount)).toEqual(["20.00", "1.80", "2.00"]);
    expect(seen?.draft.lines[0]?.rules).toMatchObject([{ id: "new", matched: true }]);
    expect(seen?.draft.lines[1]?.steps).toContainEqual({
      rule: "M7",
      text: "Discounts",
      amount: usd("-1.00"),
    });
    const returning = await askPreview(token, {
      programId,
      terms: draft,
      basket: { ...basket, customerOrder: 2 },
    });
    // 10 % of the same.
    expect((returning.body as unknown as PreviewWire).basket?.draft.totals.commission).toEqual(usd("11.90"));
    expect(await snapshotOf(shopId)).toEqual(before);
  });

  it("knows what a basket's products are, and what the affiliate had reached", async () => {
    const { token, programId } = await makeMerchant();
    const tiered = {
      type: "tiered",
      period: { type: "ever" },
      below: commission,
      steps: [{ atLeast: { measure: "orders", count: 5 }, pay: { type: "percentage", percent: "50" } }],
    };
    const rules = [
      {
        name: "Sale",
        when: { type: "product-tag", op: "any-of", values: ["sale"] },
        pay: { type: "per-item", amount: usd("0.50") },
      },
    ];
    const lines = [line("10.00", { productId: "7", tags: ["Sale"] }), line("10.00")];
    const at = async (orders: number) => {
      const basket = { lines, reached: { orders, sales: usd("0") } };
      const { body } = await askPreview(token, { programId, terms: { rules, commission: tiered }, basket });
      return (body as unknown as PreviewWire).basket?.draft.lines.map((one) => one.commission.amount);
    };
    expect(await at(4)).toEqual(["1.00", "2.00"]);
    expect(await at(5)).toEqual(["1.00", "10.00"]);
  });

  it.each([
    ["variant", "8", { lines: [line("10.00", { variantId: "8" })] }],
    ["sku", "MUG-1", { lines: [line("10.00", { sku: "MUG-1" })] }],
    ["customer-tag", "vip", { customerTags: ["vip"] }],
    ["channel", "pos", { channel: "pos" }],
    ["sub-id", "spring", { subId: "spring" }],
  ])("a basket can be given what the test %s asks", async (type, value, given) => {
    const { token, programId } = await makeMerchant();
    const rules = [{ name: "Asked", when: { type, op: "any-of", values: [value] }, pay: { type: "none" } }];
    const paid = async (more: object) => {
      const basket = { lines: [line("10.00")], ...more };
      const { body } = await askPreview(token, { programId, terms: { rules }, basket });
      return (body as unknown as PreviewWire).basket?.draft.totals.commission;
    };
    expect([await paid({}), await paid(given)]).toEqual([usd("2.00"), usd("0.00")]);
  });

  it("a basket's tip, duties and gift cards earn where the base counts them", async () => {
    const { token, programId } = await makeMerchant();
    const basket = {
      lines: [line("10.00"), line("50.00", { giftCard: true })],
      tip: usd("3.00"),
      duties: usd("7.00"),
    };
    const paid = async (base: object) => {
      const { body } = await askPreview(token, { programId, terms: { base }, basket });
      return (body as unknown as PreviewWire).basket?.draft.totals.commission.amount;
    };
    // 10 % of 20.00, of 3.00 more, of 7.00 more, of 100.00 more.
    const seen = [{}, { tips: true }, { duties: true }, { giftCards: true }].map(paid);
    expect(await Promise.all(seen)).toEqual(["2.00", "2.30", "2.70", "12.00"]);
  });

  it("shows the newest orders as the draft would pay them, whoever was credited", async () => {
    const merchant = await makeMerchant();
    const { token, programId } = merchant;
    const mine = orderBody({ ref: merchant.code, createdAt: "2026-03-02T10:00:00Z" });
    const nobodys = orderBody({ createdAt: "2026-03-03T10:00:00Z" });
    for (const body of [mine, nobodys]) await deliver(merchant, "orders/create", body);
    await emptyInbox();
    const terms = { commission: { type: "percentage", percent: "30" } };
    const { body } = await askPreview(token, { programId, terms });
    const { basket, orders } = body as unknown as PreviewWire;
    expect(basket).toBeNull();
    expect(
      orders.map(({ id, affiliate, draft, today }) => [
        id,
        affiliate !== null,
        draft.totals.current.amount,
        today?.totals.current.amount,
      ]),
    ).toEqual([
      [String(nobodys.id), false, "30.00", "10.00"],
      [String(mine.id), true, "30.00", "10.00"],
    ]);
  });

  it("says where more is paid than was sold", async () => {
    const merchant = await makeMerchant();
    const { token, programId } = merchant;
    await deliver(merchant, "orders/create", orderBody({ price: "30.00" }));
    await emptyInbox();
    const moreIn = async (terms: unknown) => {
      const basket = { lines: [{ ...line("50.00"), quantity: 1, tax: usd("8.00") }], shipping: usd("9.00") };
      const { body } = await askPreview(token, { programId, terms, basket });
      const seen = body as unknown as PreviewWire;
      const [order] = seen.orders;
      return [seen.basket?.draft, order?.draft, order?.today].map((one) => one?.moreThanSold);
    };
    expect(await moreIn(perOrder("30.00"))).toEqual([false, false, false]);
    expect(await moreIn(perOrder("30.01"))).toEqual([false, true, false]);
    expect(await moreIn(perOrder("50.01"))).toEqual([true, true, false]);
    const whole = { commission: { type: "percentage", percent: "100" } };
    expect(await moreIn(whole)).toEqual([false, false, false]);
    expect(await moreIn({ ...whole, base: { tax: true } })).toEqual([true, false, false]);
    const capped = { caps: { perOrder: usd("20.00") } };
    expect(await moreIn({ ...perOrder("90.00"), ...capped })).toEqual([false, false, false]);
  });

  it("says of which orders the collections and tags were never read, where the draft asks for them", async () => {
    const merchant = await makeMerchant();
    const { token, programId } = merchant;
    await deliver(merchant, "orders/create", orderBody({ ref: merchant.code }));
    await emptyInbox();
    const unreadUnder = async (when: unknown) => {
      const rules = [{ name: "Some", when, pay: { type: "percentage", percent: "50" } }];
      const { body } = await askPreview(token, { programId, terms: { rules, commission } });
      const { orders } = body as unknown as PreviewWire;
      return orders.map(({ unread, draft }) => [unread, draft.totals.commission.amount]);
    };
    expect(await unreadUnder({ type: "collection", op: "none-of", values: ["9"] })).toEqual([
      [true, "10.00"],
    ]);
    expect(await unreadUnder({ type: "vendor", op: "none-of", values: ["9"] })).toEqual([[false, "50.00"]]);
  });

  it("counts what an affiliate had reached before each of them, and their customer's orders", async () => {
    const merchant = await makeMerchant();
    const { token, programId, code } = merchant;
    const sell = (day: number) =>
      orderBody({
        ref: code,
        createdAt: `2026-03-0${day}T10:00:00Z`,
        email: "ada@customer.example",
      });
    for (const body of [sell(2), sell(3), sell(4)]) await deliver(merchant, "orders/create", body);
    await emptyInbox();
    const draftOf = async (terms: unknown) => {
      const { body } = await askPreview(token, { programId, terms });
      return (body as unknown as PreviewWire).orders.map((order) => order.draft.totals.current.amount);
    };
    const tiered = {
      type: "tiered",
      period: { type: "rolling", days: 3 },
      below: commission,
      steps: [{ atLeast: { measure: "orders", count: 2 }, pay: { type: "percentage", percent: "50" } }],
    };
    // Newest first: before the third there were two.
    expect(await draftOf({ commission: tiered })).toEqual(["50.00", "10.00", "10.00"]);
    const cap = { perAffiliate: { amount: usd("25.00"), period: { type: "calendar", unit: "month" } } };
    const first = { type: "customer-order", op: "at-most", count: 1 };
    const rules = [{ ...newCustomers, when: first }];
    expect(await draftOf({ rules })).toEqual(["10.00", "10.00", "20.00"]);
    // Two others of the month earned 20.00 of the 25.00, whichever order asks.
    expect(await draftOf({ commission, caps: cap })).toEqual(["5.00", "5.00", "5.00"]);
  });

  it("knows a returning customer of an order that nobody was credited with", async () => {
    const merchant = await makeMerchant();
    const { token, programId } = merchant;
    for (const body of [boughtBy(2, "ada"), boughtBy(3, "ada"), boughtBy(4, "bo")]) {
      await deliver(merchant, "orders/create", body);
    }
    await emptyInbox();
    const { body } = await askPreview(token, { programId, terms: { rules: [newCustomers] } });
    const { orders } = body as unknown as PreviewWire;
    // Newest first: Bo's first, Ada's second at 10 %, Ada's first. New customers pay 20 %.
    expect(orders.map((order) => order.draft.totals.current.amount)).toEqual(["20.00", "10.00", "20.00"]);
    expect(orders.map(({ draft }) => draft.knownBefore.at(-1))).toEqual([
      "Order 1 of this customer in the store",
      "Order 2 of this customer in the store",
      "Order 1 of this customer in the store",
    ]);
  });

  it.each<[unknown, string]>([
    [{ terms: { commission: { type: "percentage", percent: "101" } } }, "terms.commission.percent"],
    [{ terms: { commission: { type: "fixed", amount: usd("0.00") } } }, "terms.commission"],
    [{ terms: {} }, "terms.commission"],
    [{ terms: { commission }, basket: { lines: [] } }, "basket.lines"],
    [{ terms: { commission }, basket: { lines: [line("-1.00")] } }, "basket.lines.0.price"],
    [
      {
        terms: { commission },
        basket: { lines: [line("1.00", { tax: { amount: "1", currencyCode: "EUR" } })] },
      },
      "basket.lines.0.tax",
    ],
    [
      { terms: { commission }, basket: { lines: [line("1.00", { quantity: 0 })] } },
      "basket.lines.0.quantity",
    ],
    [{ terms: { commission }, basket: { lines: [line("9".repeat(30))] } }, "basket.lines.0.price"],
  ])("refuses %j at its field", async (body, field) => {
    const { token } = await makeMerchant();
    const { status, body: answer } = await askPreview(token, body);
    expect([status, answer.errors?.[0]?.field]).toEqual([400, field]);
  });

  it("knows no program of another shop", async () => {
    const [mine, other] = [await makeMerchant(), await makeMerchant()];
    const body = { programId: other.programId, terms: { commission } };
    expect((await askPreview(mine.token, body)).status).toBe(404);
  });
});
