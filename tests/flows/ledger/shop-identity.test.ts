import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readIdentity } from "#app/flows/ledger/read-balances.ts";
import { readShopIdentity } from "#app/flows/ledger/read-shop-identity.ts";
import {
  type LedgerEntryView,
  readAllLedgerEntries,
  type LedgerEntriesQuery,
} from "#app/flows/ledger/read-ledger.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { accepted } from "../../support/accepted.ts";
import { type BookStep, postSteps } from "../../support/booked.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { wholeOf } from "../../support/whole-of.ts";

const steps: readonly BookStep[] = [
  ["2026-02-10T00:00:00Z", "earned", "expense", "pending", 5000n],
  ["2026-02-28T23:59:59Z", "released", "pending", "payable", 2000n],
  ["2026-03-01T00:00:00Z", "earned", "expense", "pending", 700n],
  ["2026-03-05T00:00:00Z", "reversed", "payable", "expense", 300n],
  ["2026-03-07T00:00:00Z", "payout_started", "payable", "in_transit", 1000n],
  ["2026-03-08T00:00:00Z", "payout_settled", "in_transit", "paid", 1000n],
  ["2026-03-09T00:00:00Z", "fee", "payable", "fees", 20n],
  ["2026-03-09T00:00:00Z", "fee", "fees", "bank", 25n],
  ["2026-03-31T23:59:59Z", "payout_returned", "paid", "payable", 1000n],
  ["2026-04-01T00:00:00Z", "earned", "expense", "pending", 9n],
];

const zoned = ({ shopId }: SellingShop, timeZone = "UTC") => ({ shopId, timeZone });

/** Three affiliates with the same steps, each a day later than the one before, one of them in yen too. */
async function threeOfThem() {
  const shop = await makeSellingShop();
  const others = [await addAffiliate(shop), await addAffiliate(shop)].map((one) => ({ ...shop, ...one }));
  for (const one of [shop, ...others]) await postSteps(one, steps);
  for (const one of others) await postSteps(one, steps.slice(0, 3), "JPY");
  return { shop, affiliateIds: [shop, ...others].map((one) => one.affiliateId) };
}

const side = (account: string) => (/^(pending|payable|in_transit)$/.test(account) ? 1n : 0n);

/** Sum of a list's ledger entries: their effect on the amount owed. Minor units. */
async function addedBy(shop: SellingShop, asked: LedgerEntriesQuery): Promise<bigint> {
  let sum = 0n;
  for (const row of await wholeOf<LedgerEntryView>((take) =>
    readAllLedgerEntries(zoned(shop), asked, take),
  )) {
    sum += (side(row.credit) - side(row.debit)) * row.amount.minor;
  }
  return sum;
}

describe("M15 for a whole shop", () => {
  it.each([
    { month: "2026-01" },
    { month: "2026-02" },
    { month: "2026-03" },
    { first: "2026-03-08", last: "2026-04-01" },
  ])("is the sum of M15 of each affiliate: %j", async (span) => {
    const { shop, affiliateIds } = await threeOfThem();
    const whole = accepted(await readShopIdentity(zoned(shop), span));
    const each = await Promise.all(
      affiliateIds.map((affiliateId) => readIdentity(zoned(shop), { affiliateId, ...span })),
    );
    const all = each.flatMap((one) => (isRefusal(one) ? [] : one.identities));
    expect(whole.map((one) => one.currency)).toEqual([...new Set(all.map((one) => one.currency))].toSorted());
    for (const { currency, openingMinor, closingMinor, movements, differenceMinor } of whole) {
      const own = all.filter((one) => one.currency === currency);
      const sum = (pick: (one: (typeof own)[number]) => bigint) =>
        own.reduce((total, one) => total + pick(one), 0n);
      expect([openingMinor, closingMinor]).toEqual([
        sum((one) => one.openingMinor),
        sum((one) => one.closingMinor),
      ]);
      const codes = [
        ...new Set(own.flatMap((one) => Object.keys(one.movements))),
      ] as (keyof typeof movements)[];
      expect(movements).toEqual(
        Object.fromEntries(codes.map((code) => [code, sum((one) => one.movements[code] ?? 0n)])),
      );
      expect(differenceMinor).toBe(0n);
    }
  });

  it("adds up in March: 150.00 + 21.00 − 9.00 − 30.00 − 0.60 + 30.00", async () => {
    const { shop } = await threeOfThem();
    expect(accepted(await readShopIdentity(zoned(shop), { month: "2026-03" }))).toMatchObject([
      { currency: "JPY", openingMinor: 10_000n, closingMinor: 11_400n },
      {
        currency: "USD",
        openingMinor: 15_000n,
        movements: {
          earned: 2100n,
          reversed: -900n,
          payout_settled: -3000n,
          fee: -60n,
          payout_returned: 3000n,
        },
        closingMinor: 16_140n,
      },
    ]);
  });

  it("is made of terms that are each the sum of the ledger entries which they open", async () => {
    const { shop } = await threeOfThem();
    const told = accepted(await readShopIdentity(zoned(shop), { month: "2026-03" }));
    const march = { from: "2026-03", to: "2026-03" };
    for (const { currency, openingMinor, closingMinor, movements } of told) {
      expect(await addedBy(shop, { currency, to: "2026-02" })).toBe(openingMinor);
      expect(await addedBy(shop, { currency, to: "2026-03" })).toBe(closingMinor);
      for (const [code, amountMinor] of Object.entries(movements)) {
        const part = code === "fee" ? ({ part: "withheld" } as const) : {};
        expect([code, await addedBy(shop, { currency, code, ...part, ...march })]).toEqual([
          code,
          amountMinor,
        ]);
      }
    }
  });

  it("begins and ends with the shop's own month", async () => {
    const shop = await makeSellingShop();
    await postSteps(shop, [
      ["2026-03-01T04:59:59Z", "earned", "expense", "pending", 100n],
      ["2026-03-01T05:00:00Z", "earned", "expense", "pending", 20n],
    ]);
    expect(await readShopIdentity(zoned(shop, "America/New_York"), { month: "2026-03" })).toMatchObject([
      { openingMinor: 100n, closingMinor: 120n, movements: { earned: 20n } },
    ]);
  });

  it("shows a posting between wrong accounts, and knows no other shop's", async () => {
    const shop = await makeSellingShop();
    await postSteps(shop, [["2026-03-09T00:00:00Z", "earned", "expense", "paid", 40n]]);
    expect(await readShopIdentity(zoned(shop), { month: "2026-03" })).toMatchObject([
      { closingMinor: 0n, differenceMinor: -40n },
    ]);
    const stranger = await makeSellingShop();
    expect(await readShopIdentity(zoned(stranger), { month: "2026-03" })).toEqual([]);
  });

  it("is stopped by the database if it takes too long, and suggests a smaller question", async () => {
    const shop = await makeSellingShop();
    const late = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table ledger_balances in access exclusive mode`);
      return { of: await readShopIdentity(zoned(shop), { month: "2026-03" }, 100) };
    });
    expect(late.of).toEqual(
      refuse("unavailable", { code: "took_too_long", what: "shop_identity", seconds: 0.1 }),
    );
  });
});
