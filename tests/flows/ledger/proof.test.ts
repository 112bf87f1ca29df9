import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { currentMonth, readIdentity } from "#app/flows/ledger/read-balances.ts";
import {
  readAllLedgerEntries,
  readLedgerEntries,
  type LedgerEntryView,
} from "#app/flows/ledger/read-ledger.ts";
import { proveBooks, readProof } from "#app/flows/proof/prove-books.ts";
import { rowOfDifference } from "#app/domain/ledger/difference.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { monthStart } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { findProof } from "#app/store/ledger-book.ts";
import { ledgerBalances, ledgerProofs } from "#app/store/schema/ledger.ts";
import * as tenants from "#app/store/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { type BookStep, postSteps, subjectOfStep } from "../../support/booked.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const now = new Date("2026-03-20T00:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const zoned = (shop: SellingShop, timeZone = "UTC") => ({ shopId: shop.shopId, timeZone });

describe("the proof of the books", () => {
  it("sums them again when asked, keeps the result, and agrees with what live processing posted", async () => {
    const shop = await makeSellingShop();
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    await emptyInbox();
    const { proof, newer, small } = await readProof(shop.shopId, now);
    expect(proof).toMatchObject({
      transfers: 1,
      balances: 1,
      orders: 1,
      differenceCount: 0,
      differences: [],
    });
    expect({ newer, small, at: proof?.checkedAt }).toEqual({ newer: 0, small: true, at: now });
    expect(await findProof(db(), shop.shopId)).toMatchObject({ transfers: 1, checkedAt: now });
  });

  it("names a balance that was falsified, and mends nothing", async () => {
    const shop = await makeSellingShop();
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    await emptyInbox();
    const own = sql`shop_id = ${shop.shopId} and account = 'pending'`;
    await db().update(ledgerBalances).set({ balanceMinor: 999n }).where(own);
    const { proof } = await readProof(shop.shopId, now);
    expect(proof?.differences).toEqual([
      {
        kind: "balance",
        affiliateId: shop.affiliateId,
        account: "pending",
        currency: "USD",
        kept: "999",
        summed: "1000",
      },
    ]);
    const [kept] = await db().select().from(ledgerBalances).where(own);
    expect(kept?.balanceMinor).toBe(999n);
  });

  it("names an order whose commission no longer follows from its facts, and a posting that no rule knows", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    // Out of expense straight to paid: the books add up, but M2 knows no such posting.
    await postSteps(shop, [["2026-03-11T00:00:00Z", "payout_settled", "expense", "paid", 5n]]);
    await db()
      .execute(sql`update orders set facts = jsonb_set(facts, '{cancelledAt}', '"2026-03-05T00:00:00Z"')
      where shop_id = ${shop.shopId}`);
    const { proof } = await readProof(shop.shopId, now);
    const named = proof?.differences.map((one) => rowOfDifference(one).table);
    expect(named?.slice(0, 3)).toEqual(["ledger_entries", "orders", "commissions"]);
    expect(proof?.differences[0]).toMatchObject({ what: expect.stringContaining("which no rule knows") });
    expect(proof?.differences).toContainEqual(
      expect.objectContaining({
        kind: "commission",
        orderId: String(body.id),
        current: "0",
        posted: "1000",
      }),
    );
  });

  it("is done for every shop by the daily job, and what a later one kept is not overwritten by an earlier", async () => {
    const [one, two] = [await makeSellingShop(), await makeSellingShop()];
    expect(await tenants.listShopIds(db())).toEqual(expect.arrayContaining([one.shopId, two.shopId]));
    // The hundreds that other tests left in this database would take minutes on a busy machine.
    const listed = vi.spyOn(tenants, "listShopIds").mockResolvedValueOnce([one.shopId, two.shopId]);
    await proveBooks(undefined, later(60));
    expect(listed).toHaveBeenCalledTimes(1);
    listed.mockRestore();
    expect(await findProof(db(), one.shopId)).toMatchObject({ checkedAt: later(60) });
    expect(await findProof(db(), two.shopId)).toMatchObject({ checkedAt: later(60) });
    await proveBooks(one.shopId, now);
    expect(await findProof(db(), one.shopId)).toMatchObject({ checkedAt: later(60) });
  });

  it("gives large books' last result, and says how much was posted since", async () => {
    const shop = await makeSellingShop();
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    await emptyInbox();
    await readProof(shop.shopId, now);
    await insertMany(shop, 2_000);
    await db()
      .update(ledgerProofs)
      .set({ checkedAt: now })
      .where(sql`shop_id = ${shop.shopId}`);
    const { proof, newer, small } = await readProof(shop.shopId, later(3600));
    expect({ newer, small, at: proof?.checkedAt }).toEqual({ newer: 2_000, small: false, at: now });
  });
});

describe("M15 by affiliate and month", () => {
  const steps: BookStep[] = [
    ["2026-02-10T00:00:00Z", "earned", "expense", "pending", 5000n],
    ["2026-02-28T23:59:59Z", "released", "pending", "payable", 2000n],
    ["2026-03-01T00:00:00Z", "earned", "expense", "pending", 700n],
    ["2026-03-05T00:00:00Z", "reversed", "payable", "expense", 300n],
    ["2026-03-06T00:00:00Z", "adjusted", "payable", "expense", 100n],
    ["2026-03-07T00:00:00Z", "payout_started", "payable", "in_transit", 1000n],
    ["2026-03-08T00:00:00Z", "payout_settled", "in_transit", "paid", 1000n],
    ["2026-04-01T00:00:00Z", "earned", "expense", "pending", 9n],
  ];

  it("adds up: 50.00 + 7.00 − 3.00 − 1.00 − 10.00 = 43.00; releases and starts move inside it", async () => {
    const shop = await makeSellingShop();
    await postSteps(shop, steps);
    const other = await addAffiliate(shop);
    await postSteps({ ...shop, ...other }, [["2026-03-02T00:00:00Z", "earned", "expense", "pending", 1n]]);
    const shown = await readIdentity(zoned(shop), { affiliateId: shop.affiliateId, month: "2026-03" });
    expect(shown).toMatchObject({
      affiliate: { id: shop.affiliateId },
      identities: [{ currency: "USD", openingMinor: 5000n, closingMinor: 4300n, differenceMinor: 0n }],
    });
    const [march] = isRefusal(shown) ? [] : shown.identities;
    expect(march?.movements).toEqual({
      earned: 700n,
      reversed: -300n,
      adjusted: -100n,
      payout_settled: -1000n,
    });
  });

  it("begins and ends with the shop's own month", async () => {
    const shop = await makeSellingShop({ timeZone: "America/New_York" });
    // 04:59 UTC on the 1st of March is still February in New York.
    await postSteps(shop, [
      ["2026-03-01T04:59:59Z", "earned", "expense", "pending", 100n],
      ["2026-03-01T05:00:00Z", "earned", "expense", "pending", 20n],
    ]);
    const asked = { affiliateId: shop.affiliateId, month: "2026-03" };
    expect(await readIdentity(zoned(shop, "America/New_York"), asked)).toMatchObject({
      identities: [{ openingMinor: 100n, closingMinor: 120n, movements: { earned: 20n } }],
    });
    expect(await readIdentity(zoned(shop), asked)).toMatchObject({
      identities: [{ openingMinor: 0n, closingMinor: 120n }],
    });
  });

  it("shows a posting between wrong accounts, keeps currencies apart, and knows no other shop's affiliate", async () => {
    const shop = await makeSellingShop();
    const march = "2026-03-09T00:00:00Z";
    await postSteps(shop, [[march, "earned", "expense", "paid", 40n]], "EUR");
    await postSteps(shop, [[march, "earned", "expense", "pending", 10n]], "USD");
    const asked = { affiliateId: shop.affiliateId, month: "2026-03" };
    expect(await readIdentity(zoned(shop), asked)).toMatchObject({
      identities: [
        { currency: "EUR", closingMinor: 0n, differenceMinor: -40n },
        { currency: "USD", closingMinor: 10n, differenceMinor: 0n },
      ],
    });
    const stranger = await makeSellingShop();
    expect(await readIdentity(zoned(stranger), asked)).toMatchObject({ refused: "not-found" });
  });

  it("takes the month in which it is for the shop", () => {
    const at = new Date("2026-04-01T03:00:00Z");
    expect(currentMonth({ timeZone: "America/New_York" }, at)).toBe("2026-03");
    expect(currentMonth({ timeZone: "UTC" }, at)).toBe("2026-04");
  });

  it.each([
    ["UTC", "2026-03", "2026-03-01T00:00:00.000Z"],
    ["America/New_York", "2026-11", "2026-11-01T04:00:00.000Z"],
    ["America/New_York", "2026-12", "2026-12-01T05:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-01", "2025-12-31T10:00:00.000Z"],
    ["Asia/Kolkata", "2026-01", "2025-12-31T18:30:00.000Z"],
  ])("begins in %s for %s at %s", (zone, month, start) => {
    expect(monthStart(zone, month).toISOString()).toBe(start);
  });
});

describe("the transfers", () => {
  it("are listed newest first by affiliate, code, subject and month, page by page, and only the shop's own", async () => {
    const shop = await makeSellingShop();
    const days = ["01", "02", "03", "04", "05"];
    await postSteps(
      shop,
      days.map((day) => [`2026-03-${day}T00:00:00Z`, "earned", "expense", "pending", BigInt(day)]),
    );
    await postSteps(shop, [["2026-04-02T00:00:00Z", "released", "pending", "payable", 3n]], "USD");
    const asked = { affiliateId: shop.affiliateId, code: "earned", from: "2026-03", to: "2026-03" };
    const first = accepted(await readLedgerEntries(zoned(shop), asked, { page: 1, limit: 2 }));
    expect(first).toMatchObject({ total: 5 });
    expect(first.transfers.map(({ amount }) => amount.minor)).toEqual([5n, 4n]);
    const beyond = { page: 1, limit: 9, after: first.next ?? undefined };
    const second = accepted(await readLedgerEntries(zoned(shop), asked, beyond));
    expect(second.transfers.map(({ amount }) => amount.minor)).toEqual([3n, 2n, 1n]);
    expect(second.next).toBeNull();
    const about = accepted(
      await readLedgerEntries(zoned(shop), { subject: subjectOfStep(shop, 0) }, { page: 1, limit: 9 }),
    );
    expect(about.transfers.map(({ code }) => code)).toEqual(["released", "earned"]);
    const stranger = await makeSellingShop();
    expect(await readLedgerEntries(zoned(stranger), {}, { page: 1, limit: 9 })).toMatchObject({ total: 0 });
  });

  it("are read to the end in pages, each once, in the order of posting", async () => {
    const shop = await makeSellingShop();
    await insertMany(shop, 2_500);
    const pages: number[] = [];
    let last = 0n;
    const take = (page: readonly LedgerEntryView[]) => {
      pages.push(page.length);
      for (const row of page) {
        expect(row.sequence > last).toBe(true);
        last = row.sequence;
      }
      return Promise.resolve();
    };
    expect(await readAllLedgerEntries(zoned(shop), {}, take)).toBeNull();
    expect(pages).toEqual([1_000, 1_000, 500]);
  });
});

/** Many transfers of one cent at once, with the balance that they make. */
async function insertMany({ shopId, affiliateId }: SellingShop, count: number): Promise<void> {
  await db().execute(sql`
    insert into ledger_entries (shop_id, ledger_entry_id, debit_account, credit_account, amount_minor, currency, code,
      subject, affiliate_id, idempotency_key, input_hash, happened_at, recorded_at)
    select ${shopId}, 'trf_' || n, 'expense', 'pending:' || ${affiliateId}::text, 1, 'USD', 'earned', 'com_' || n,
      ${affiliateId}, 'key ' || n, '', now(), now() from generate_series(1, ${count}::int) n`);
}
