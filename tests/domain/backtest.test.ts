import { describe, expect, it } from "vitest";
import { addReturn, type ComingReturns, takeReturn } from "#app/domain/backtest/returns.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { percentOf, shippingOf } from "./order-of.ts";
import { ada, ben, given, on, past, rows, run, ten, usd } from "./past-orders.ts";
import { percent, ruleOf, termsOf } from "./terms-of.ts";

/** Two orders, of which the first came back on that day. */
const history = (returnedOn: string) => [
  past({ createdAt: on("02-01"), refunds: given(on(returnedOn)) }),
  past({ createdAt: on("02-02") }),
];

describe("a backtest", () => {
  it("counts nothing of tests, of what was deleted, of other days and of other currencies", () => {
    const result = run(
      [
        past({ createdAt: "2025-12-31T12:00:00Z" }),
        past({ createdAt: on("02-01") }),
        past({ createdAt: on("02-02"), test: true }),
        past({ createdAt: on("02-03"), deleted: true }),
        past({ createdAt: on("02-04"), currency: "EUR" }),
      ],
      { draft: () => percentOf(20) },
    );
    expect(result).toMatchObject({ orders: 1, otherCurrency: 1, changedOrders: 1, revenueMinor: 10_000n });
    // 10 % and 20 % of 100.00.
    expect([result.today.totalMinor, result.draft.totalMinor]).toEqual([1000n, 2000n]);
  });

  it("sums by affiliate, product and month, and costs nothing where a person denied it", () => {
    const result = run(
      [
        past({ createdAt: on("02-01") }),
        past({ createdAt: on("02-02") }, { affiliateId: ben }),
        past({ createdAt: on("03-01") }, { affiliateId: null }),
        past({ createdAt: on("03-02") }, { isDenied: true }),
      ],
      { draft: () => percentOf(20) },
    );
    expect(rows(result.affiliates)).toEqual([
      [null, 1, 1000n, 2000n],
      [ada, 2, 1000n, 2000n],
      [ben, 1, 1000n, 2000n],
    ]);
    expect(rows(result.products)).toEqual([["7", 4, 3000n, 6000n]]);
    expect(rows(result.months)).toEqual([
      ["2026-02", 2, 2000n, 4000n],
      ["2026-03", 2, 1000n, 2000n],
    ]);
    expect(result.today.paidOrders).toBe(3);
  });

  it("tells of shipping among the products only where terms take it in", () => {
    const orders = [past({ createdAt: on("02-01"), shipping: [shippingOf(500n)] })];
    expect(rows(run(orders, {}).products)).toEqual([["7", 1, 1000n, 1000n]]);
    expect(rows(run(orders, { draft: () => percentOf(10, { shipping: true }) }).products)).toEqual([
      ["7", 1, 1000n, 1000n],
      ["shipping", 1, 0n, 50n],
    ]);
  });

  it("counts the orders of which a side asks what was never read", () => {
    const tagged = termsOf({
      rules: [ruleOf("sale", { kind: "product-tag", op: "any-of", values: ["sale"] }, percent(50))],
    });
    const products = { "7": { tags: ["sale"], collectionIds: [] } };
    const catalog = { readAt: on("02-02"), products, customerTags: null };
    const orders = [
      past({ createdAt: "2025-12-31T12:00:00Z" }),
      past({ createdAt: on("02-01") }),
      past({ createdAt: on("02-02"), catalog }),
      past({ createdAt: on("02-03") }, { affiliateId: ben }),
    ];
    const butBen = (id: unknown) => (id === ben ? ten : tagged);
    const result = run(orders, { draft: butBen });
    // Only what was read is known to be of the sale: 10.00, 50.00, and Ben's 10.00.
    expect([result.unreadOrders, result.draft.totalMinor]).toEqual([1, 7000n]);
    expect(run(orders, { today: butBen }).unreadOrders).toBe(1);
    expect(run(orders, {}).unreadOrders).toBe(0);
  });

  it("lets an affiliate's custom terms judge on both sides", () => {
    const own = percentOf(50);
    const of = (terms: ProgramTerms) => (id: unknown) => (id === ben ? own : terms);
    const result = run(
      [past({ createdAt: on("02-01") }), past({ createdAt: on("02-02") }, { affiliateId: ben })],
      {
        today: of(ten),
        draft: of(percentOf(20)),
      },
    );
    expect(result).toMatchObject({ changedOrders: 1 });
    expect([result.today.totalMinor, result.draft.totalMinor]).toEqual([1000n + 5000n, 2000n + 5000n]);
  });

  it("moves the tiers by what was sold before, less what had come back by then", () => {
    const tiers: ProgramTerms = {
      ...ten,
      commission: {
        kind: "tiered",
        period: { kind: "calendar", unit: "month" },
        below: { kind: "percentage", rateBps: 1000 },
        steps: [
          {
            atLeast: { measure: "sales", amount: usd(15_000n) },
            pay: { kind: "percentage", rateBps: 2000 },
          },
        ],
      },
    };
    const orders = [
      past({ createdAt: on("02-01"), refunds: given(on("02-10")) }),
      past({ createdAt: on("02-02") }),
      past({ createdAt: on("02-05") }),
      past({ createdAt: on("02-11") }),
      past({ createdAt: on("02-12") }),
      past({ createdAt: on("03-01") }),
    ];
    const result = run(orders, { draft: () => tiers });
    // 02-01 came back. 02-02 had 100.00 before it: 10 %. 02-05 had 200.00: 20 %. 02-11 had 300.00 less 100.00: 20 %.
    // 02-12 had 300.00: 20 %. March begins anew: 10 %.
    expect(result.draft.totalMinor).toBe(1000n + 2000n + 2000n + 2000n + 1000n);
    expect(result.today.totalMinor).toBe(5000n);
  });

  it("hears of days before the first asked for only what was reached by then", () => {
    const capped: ProgramTerms = {
      ...ten,
      caps: { perOrder: null, perAffiliate: { amount: usd(1500n), period: { kind: "ever" } } },
    };
    const orders = [past({ createdAt: "2025-06-01T12:00:00Z" }), past({ createdAt: on("02-01") })];
    const result = run(orders, { draft: () => capped });
    // 10.00 of 15.00 were used in 2025.
    expect([result.orders, result.draft.totalMinor]).toEqual([1, 500n]);
  });

  it("pays a bonus, takes it back while a return leaves too little before its release, and never after", () => {
    const bonus: ProgramTerms = {
      ...ten,
      bonuses: [
        {
          id: "two",
          name: "Two orders",
          atLeast: { measure: "orders", count: 2 },
          repeats: false,
          amount: usd(700n),
        },
      ],
    };
    // Its hold runs 30 days from 02-02, to 03-04.
    expect(run(history("02-20"), { draft: () => bonus }).draft).toMatchObject({
      bonusMinor: 0n,
      totalMinor: 1000n,
    });
    expect(run(history("03-20"), { draft: () => bonus }).draft).toMatchObject({ bonusMinor: 700n });
    const again = [...history("02-20"), past({ createdAt: on("02-25") })];
    const { affiliates, draft } = run(again, { draft: () => bonus });
    expect(draft.bonusMinor).toBe(700n);
    expect(affiliates).toMatchObject([{ id: ada, orders: 3, draftMinor: 2000n + 700n }]);
  });

  it("knows a customer again where the platform does not say whose how-maniest order it is", () => {
    const forNew: ProgramTerms = {
      ...ten,
      rules: [
        {
          id: "new",
          name: "New",
          when: { kind: "customer", is: "new" },
          pay: { kind: "percentage", rateBps: 3000 },
        },
      ],
    };
    const orders = [
      past({ createdAt: on("02-01"), customerHash: "x" }),
      past({ createdAt: on("02-02"), customerHash: "x" }),
      past({ createdAt: on("02-03"), customerHash: "y" }, { customerOrderIndex: 4 }),
    ];
    const result = run(orders, { draft: () => forNew, countsCustomers: true });
    // 30 % once; the second order of x and the fourth of y are not the first.
    expect(result.draft.totalMinor).toBe(3000n + 1000n + 1000n);
  });
});

it("returns are heard in the order of their times, whatever the order in which they were told", () => {
  const coming: ComingReturns<null> = [];
  const times = [5, 1, 4, 1, 3, 9, 2, 6];
  for (const atMs of times) {
    const at = new Date(atMs).toISOString();
    addReturn(coming, { at, atMs, orderDay: "2026-01-01", whose: null, salesMinor: 1n, isLast: false });
  }
  const heard: number[] = [];
  for (let one = takeReturn(coming, 6); one !== null; one = takeReturn(coming, 6)) heard.push(one.atMs);
  expect(heard).toEqual([1, 1, 2, 3, 4, 5, 6]);
  expect(takeReturn(coming, 8)).toBeNull();
  expect(takeReturn(coming, 9)).toMatchObject({ atMs: 9 });
});

it("counts who is new as the shop's rules of the order's time say (M5)", () => {
  const rule = ruleOf("new", { kind: "customer", is: "new" }, percent(30));
  const draft = termsOf({ rules: [rule] });
  const customer = { customerHash: "z", customerOrderIndex: 5 };
  const orders = [
    past({ createdAt: on("02-01"), ...customer }, { affiliateId: null }),
    past({ createdAt: on("02-02"), ...customer }, { customerCountedBy: "affiliate" }),
    past({ createdAt: on("02-03"), ...customer }, { customerCountedBy: "affiliate" }),
    past({ createdAt: on("02-04"), ...customer }),
  ];
  // Only the second is the customer's first with an affiliate; for the store each is the fifth.
  expect(run(orders, { draft: () => draft, countsCustomers: true }).changedOrders).toBe(1);
});
