import { describe, expect, it } from "vitest";
import { makeMerchant } from "../../support/merchant.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { commission, getProgram, newCustomers, postProgram, putProgram, usd } from "./program-calls.ts";

const when = (...of: unknown[]) => ({
  rules: [{ ...newCustomers, when: { type: "all", of } }],
  commission,
});
const value = (op: string, amount: string) => ({ type: "order-value", op, amount: usd(amount) });
const tiers = (...counts: number[]) => ({
  commission: {
    type: "tiered",
    period: { type: "ever" },
    below: commission,
    steps: counts.map((count) => ({ atLeast: { measure: "orders", count }, pay: commission })),
  },
});

describe("terms with rules through the API", () => {
  it("are kept as they were given, and stay where a change leaves them out", async () => {
    const { token } = await makeMerchant();
    const terms = {
      rules: [newCustomers],
      commission: {
        type: "tiered",
        period: { type: "calendar", unit: "month" },
        below: commission,
        steps: [
          {
            atLeast: { measure: "sales", amount: usd("1000.00") },
            pay: { type: "percentage", percent: "12" },
          },
        ],
      },
      base: {
        shipping: true,
        tax: false,
        tips: false,
        giftCards: false,
        duties: false,
        beforeDiscounts: true,
      },
      caps: {
        perOrder: usd("50.00"),
        perAffiliate: { amount: usd("500.00"), period: { type: "rolling", days: 30 } },
      },
      bonuses: [
        {
          id: "first",
          name: "First sale",
          atLeast: { measure: "orders", count: 1 },
          repeats: false,
          amount: usd("5.00"),
        },
      ],
      windowDays: 60,
      approvalDays: 14,
      approvalFrom: "fulfilment",
      approval: "manual",
    };
    const made = await postProgram(token, terms);
    expect(made).toMatchObject({ status: 201, body: { terms } });
    const id = String(made.body["id"]);
    expect((await putProgram(token, id, { terms: { approvalDays: 7 } })).body["terms"]).toEqual({
      ...terms,
      approvalDays: 7,
    });
    expect((await getProgram(token, id)).body["terms"]).toEqual({ ...terms, approvalDays: 7 });
    expect((await putProgram(token, id, { terms: { rules: [] } })).body).toMatchObject({
      version: 3,
      terms: { rules: [] },
    });
  });

  it.each<[string, unknown, string]>([
    ["contradict", when(value("at-least", "100"), value("at-most", "50")), "terms.rules.0.when"],
    ["say nothing that could hold", when({ type: "any", of: [] }), "terms.rules.0.when.of.0"],
    [
      "are never reached",
      { rules: [newCustomers, { ...newCustomers, id: "again" }], commission },
      "terms.rules.1",
    ],
    [
      "share a name",
      { rules: [newCustomers, { ...newCustomers, when: value("at-least", "5") }], commission },
      "terms.rules.1.id",
    ],
    ["pay below zero", { commission: { type: "per-item", amount: usd("-1.00") } }, "terms.commission"],
    [
      "pay more than the database holds",
      { commission: { type: "fixed", amount: usd("99999999999999.00") } },
      "terms.commission",
    ],
    [
      "pay in another currency",
      { commission: { type: "fixed", amount: { amount: "5.00", currencyCode: "EUR" } } },
      "terms.commission",
    ],
    ["have tiers that fall", tiers(10, 5), "terms.commission.steps.1.atLeast"],
    ["cap at nothing", { commission, caps: { perOrder: usd("0.00") } }, "terms.caps.perOrder"],
    ["have no fallback", { rules: [newCustomers] }, "terms.commission"],
    [
      "nest too deeply",
      when({
        type: "any",
        of: [
          {
            type: "any",
            of: [
              {
                type: "any",
                of: [{ type: "any", of: [{ type: "any", of: [{ type: "customer", is: "new" }] }] }],
              },
            ],
          },
        ],
      }),
      "terms.rules.0.when.of.0.of.0.of.0.of.0.of.0",
    ],
  ])("that %s are refused at their field and make nothing", async (_why, terms, field) => {
    const merchant = await makeMerchant();
    const before = await snapshotOf(merchant.shopId);
    const { status, body } = await postProgram(merchant.token, terms);
    expect([status, body.errors?.map((error) => error.field)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });
});
