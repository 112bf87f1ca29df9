import { describe, expect, it } from "vitest";
import { type BacktestOf, creditsOf, type NewestTerms } from "#app/domain/backtest/side.ts";
import type { ProgramId } from "#app/domain/ids.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { percentOf, programId } from "./order-of.ts";
import { ada, ben, given, on, past, rows, runSides, ten, usd } from "./past-orders.ts";

describe("whose orders the two sides judge", () => {
  const [partners, fans] = [programId("1"), programId("2")];
  const tiers: ProgramTerms = {
    ...ten,
    commission: {
      kind: "tiered",
      period: { kind: "ever" },
      below: { kind: "percentage", rateBps: 1000 },
      steps: [{ atLeast: { measure: "orders", count: 1 }, pay: { kind: "percentage", rateBps: 3000 } }],
    },
    bonuses: [
      {
        id: "first",
        name: "First sale",
        atLeast: { measure: "orders", count: 1 },
        repeats: false,
        amount: usd(500n),
      },
    ],
  };
  const today = new Map<ProgramId, NewestTerms>([
    [partners, { terms: ten, own: new Map([[ben, percentOf(50)]]) }],
    [fans, { terms: percentOf(15), own: new Map() }],
  ]);
  const orders = [
    past({ createdAt: on("02-01") }),
    past({ createdAt: on("02-02"), refunds: given(on("02-03")) }, { programId: fans }),
    past({ createdAt: on("02-04") }, { programId: fans }),
    past({ createdAt: on("02-05") }, { affiliateId: ben }),
    past({ createdAt: on("02-06") }, { affiliateId: null, programId: null }),
  ];
  const compared = (of: BacktestOf, draft: ProgramTerms) => {
    const which = orders.filter(({ affiliateId: id }) => of.affiliateId === null || id === of.affiliateId);
    return runSides(which, creditsOf(of, draft, today));
  };

  it("compared with a new program, each order pays what its program pays today, and an uncredited order nothing", () => {
    const result = compared({ programId: null, affiliateId: null }, tiers);
    // Today: Ada 10 % and, of 100.00 that stayed, 15 %; Ben's own 50 %. Draft: Ada's orders count together, so the third
    // is her second that was kept: 10.00 + 30.00, and 5.00 for the first; Ben and nobody by name 10.00 + 5.00 each.
    expect(rows(result.affiliates)).toEqual([
      [ben, 1, 5000n, 1500n],
      [ada, 3, 2500n, 4500n],
      [null, 1, 0n, 1500n],
    ]);
    expect(result.today).toEqual({ totalMinor: 7500n, bonusMinor: 0n, paidOrders: 3 });
    expect(result.draft).toEqual({ totalMinor: 7500n, bonusMinor: 1500n, paidOrders: 4 });
    expect(result.changedOrders).toBe(3);
  });

  it("custom terms are compared with those that apply to the affiliate today, custom or the program's", () => {
    const bens = compared({ programId: partners, affiliateId: ben }, percentOf(20));
    expect([bens.orders, bens.today.totalMinor, bens.draft.totalMinor]).toEqual([1, 5000n, 2000n]);
    const adas = compared({ programId: partners, affiliateId: ada }, percentOf(20));
    // Her three orders, as this program would pay them; one of them came back.
    expect([adas.orders, adas.today.totalMinor, adas.draft.totalMinor]).toEqual([3, 2000n, 4000n]);
  });

  it("a draft of the program changes nothing for affiliates with custom terms in it", () => {
    const { affiliates } = compared({ programId: partners, affiliateId: null }, percentOf(20));
    expect(rows(affiliates)).toEqual([
      [ben, 1, 5000n, 5000n],
      [ada, 3, 2000n, 4000n],
      [null, 1, 1000n, 2000n],
    ]);
  });

  it("knows no side of a program whose terms are not there", () => {
    expect(() => creditsOf({ programId: programId("9"), affiliateId: null }, ten, today)).toThrow(/no terms/);
  });
});
