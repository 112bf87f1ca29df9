import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  type BalanceView,
  type BalancesQuery,
  readAllBalances,
  readBalances,
} from "#app/flows/payouts/read-balances.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { readIdentity } from "#app/flows/ledger/read-balances.ts";
import { accepted } from "../../support/accepted.ts";
import { addAffiliate, makeSellingShop } from "../../support/selling-shop.ts";
import { type BookStep, postSteps } from "../../support/booked.ts";
import { wholeOf } from "../../support/whole-of.ts";

const now = new Date("2026-04-20T12:00:00Z");

const steps: readonly BookStep[] = [
  ["2026-02-10T00:00:00Z", "earned", "expense", "pending", 5000n],
  ["2026-02-28T23:00:00Z", "released", "pending", "payable", 3000n],
  ["2026-03-05T00:00:00Z", "payout_started", "payable", "in_transit", 1000n],
  ["2026-03-08T00:00:00Z", "payout_settled", "in_transit", "paid", 600n],
  ["2026-03-31T23:59:59Z", "payout_settled", "in_transit", "paid", 400n],
  ["2026-04-02T00:00:00Z", "adjusted", "payable", "expense", 2500n],
];

const zoned = (shopId: Parameters<typeof readBalances>[0]["shopId"], timeZone = "UTC") => ({
  shopId,
  timeZone,
});

const given = (amount: bigint): BookStep => [
  "2026-03-01T00:00:00Z",
  "adjusted",
  "expense",
  "payable",
  amount,
];

const minor = (pending: bigint, payable: bigint, inTransit: bigint, paid: bigint) => ({
  pending: { minor: pending },
  available: { minor: payable },
  inTransit: { minor: inTransit },
  paid: { minor: paid },
});

/** "USD 90", below zero where the affiliate owes. */
const sumOf = ({ available, negative }: BalanceView) =>
  `${available.currency} ${available.minor + negative.minor}`;

describe("what is owed", () => {
  it("is told as it is now and as it was at the end of any day, with the totals of that moment", async () => {
    const shop = await makeSellingShop();
    await postSteps(shop, steps);
    const asOf = async (day: string | undefined, timeZone = "UTC") => {
      const { owed, totals } = accepted(
        await readBalances(zoned(shop.shopId, timeZone), { asOf: day }, { page: 1, limit: 10, now }),
      );
      const [total] = totals;
      expect(owed).toMatchObject([{ available: total?.available, negative: total?.negative }]);
      return total;
    };
    expect(await asOf(undefined)).toMatchObject({
      ...minor(2000n, 0n, 0n, 1000n),
      negative: { minor: -500n },
    });
    expect(await asOf("2026-04-20")).toMatchObject({
      ...minor(2000n, 0n, 0n, 1000n),
      negative: { minor: -500n },
    });
    expect(await asOf("2026-04-01")).toMatchObject({
      ...minor(2000n, 2000n, 0n, 1000n),
      negative: { minor: 0n },
    });
    expect(await asOf("2026-03-30")).toMatchObject(minor(2000n, 2000n, 400n, 600n));
    expect(await asOf("2026-03-05")).toMatchObject(minor(2000n, 2000n, 1000n, 0n));
    expect(await asOf("2026-02-27")).toMatchObject(minor(5000n, 0n, 0n, 0n));
    expect(await asOf("2026-02-09")).toMatchObject(minor(0n, 0n, 0n, 0n));
    // In Auckland the 28th of February ends at 11:00 UTC, before the release.
    expect(await asOf("2026-02-28", "Pacific/Auckland")).toMatchObject(minor(5000n, 0n, 0n, 0n));
    expect(await asOf("2026-02-28")).toMatchObject(minor(2000n, 3000n, 0n, 0n));
  });

  it("agrees with M15: pending, available and in transit together are its closing", async () => {
    const shop = await makeSellingShop();
    await postSteps(shop, steps);
    for (const last of ["2026-02-27", "2026-03-07", "2026-03-31", "2026-04-02"]) {
      const span = { first: "2026-02-01", last };
      const shown = await readIdentity(zoned(shop.shopId), { affiliateId: shop.affiliateId, ...span });
      const { owed } = accepted(
        await readBalances(zoned(shop.shopId), { asOf: last }, { page: 1, limit: 10, now }),
      );
      const nothing = { ...minor(0n, 0n, 0n, 0n), negative: { minor: 0n } };
      const { pending, available, negative, inTransit } = owed[0] ?? nothing;
      expect(isRefusal(shown) ? [] : shown.identities).toMatchObject([
        {
          closingMinor: pending.minor + available.minor + negative.minor + inTransit.minor,
          differenceMinor: 0n,
        },
      ]);
    }
  });

  it("is filtered, the largest first, by currency and search, and goes on below its last row", async () => {
    const shop = await makeSellingShop();
    const others = [await addAffiliate(shop), await addAffiliate(shop), await addAffiliate(shop)];
    const [one, two, three] = others.map((other) => ({ ...shop, ...other }));
    if (!one || !two || !three) throw new Error("Three were added.");
    await postSteps(one, [given(90n)]);
    await postSteps(two, [given(300n)]);
    await postSteps(two, [given(7n)], "EUR");
    await postSteps(three, [["2026-03-01T00:00:00Z", "adjusted", "payable", "expense", 50n]]);
    const listed = async (asked: BalancesQuery, limit = 10) => {
      const rows: string[] = [];
      let after: Parameters<typeof readBalances>[2]["after"];
      do {
        const found = accepted(await readBalances(zoned(shop.shopId), asked, { page: 1, limit, now, after }));
        rows.push(...found.owed.map(sumOf));
        after = found.next ?? undefined;
      } while (after);
      return rows;
    };
    expect(await listed({ status: "available" }, 1)).toEqual(["USD 300", "USD 90", "EUR 7"]);
    expect(await listed({ status: "available", asOf: "2026-03-02" }, 1)).toEqual([
      "USD 300",
      "USD 90",
      "EUR 7",
    ]);
    expect(await listed({ status: "available", asOf: "2026-02-02" })).toEqual([]);
    expect(await listed({ status: "negative" })).toEqual(["USD -50"]);
    expect(await listed({ status: "in_transit" })).toEqual([]);
    expect(await listed({ currency: "EUR" })).toEqual(["EUR 7"]);
    expect(await listed({ search: one.code.toLowerCase() })).toEqual(["USD 90"]);
    expect((await listed({}, 1)).toSorted()).toEqual(["EUR 7", "USD -50", "USD 300", "USD 90"]);
    const stranger = await makeSellingShop();
    expect(await readBalances(zoned(stranger.shopId), {}, { page: 1, limit: 10, now })).toMatchObject({
      owed: [],
      totals: [],
      total: 0,
    });
    const all = await wholeOf<BalanceView>((take) => readAllBalances(zoned(shop.shopId), { now }, take));
    expect(all).toHaveLength(4);
  });

  it("as of a day is ended by the database where it takes too long, and says what to ask instead", async () => {
    const shop = await makeSellingShop();
    const page = { page: 1, limit: 10, now };
    const late = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table ledger_balances in access exclusive mode`);
      return { of: await readBalances(zoned(shop.shopId), { asOf: "2026-03-01" }, page, 100) };
    });
    expect(late.of).toEqual(refuse("unavailable", { code: "took_too_long", what: "owed", seconds: 0.1 }));
    expect(await readBalances(zoned(shop.shopId), { asOf: "2026-03-01" }, page)).toMatchObject({ total: 0 });
  });
});
