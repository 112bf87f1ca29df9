import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AffiliateId, CommissionId, PayoutItemId, ShopId } from "#app/domain/ids.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { entriesForDifference, releaseEntries } from "#app/domain/ledger/entries.ts";
import { startEntries } from "#app/domain/payouts/item.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { coverPaidOutside } from "#app/flows/payouts/cover-items.ts";
import { type ItemMove, moveItems } from "#app/flows/payouts/move-items.ts";
import { previewBatch } from "#app/flows/payouts/preview-batch.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { postedOf, postTransfers } from "#app/store/ledger.ts";
import { listItems } from "#app/store/payout-item-list.ts";
import { insertItems } from "#app/store/payout-plan.ts";
import { savePayoutSettings } from "#app/store/payout-settings.ts";
import { balanceLines, payoutCoverings } from "#app/store/schema/balance-lines.ts";
import { accepted } from "../../support/accepted.ts";
import { addPayees, givePayable, makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { startSection } from "../../support/section.ts";

const now = new Date("2026-03-10T12:00:00Z");

async function shopOfOne(currency = "USD") {
  const shop = await makePayingShop([], { currency });
  const [affiliateId] = await addPayees(shop, [0n], { currency });
  if (!affiliateId) throw new Error("There is no payee.");
  return { ...shop, affiliateId, currency };
}
type Shop = Awaited<ReturnType<typeof shopOfOne>>;

let revision = 0;

/** Brings a commission to an amount and releases what is pending, as refunds and holds do. */
async function bring(shop: Shop, commissionId: CommissionId, standingMinor: bigint, at = now) {
  const { shopId, affiliateId, currency } = shop;
  await inTransaction(async (tx) => {
    const none = { pendingMinor: 0n, payableMinor: 0n };
    const posted = (await postedOf(tx, shopId, [commissionId])).get(commissionId) ?? none;
    revision += 1;
    const of = { commissionId, affiliateId, currency, revision };
    const drafts = entriesForDifference({ ...of, posted, standingMinor });
    await postTransfers(
      tx,
      shopId,
      drafts.map((one) => ({ ...one, happenedAt: at })),
      at,
    );
    const after = (await postedOf(tx, shopId, [commissionId])).get(commissionId) ?? none;
    const released = releaseEntries({ ...of, posted: after });
    await postTransfers(
      tx,
      shopId,
      released.map((one) => ({ ...one, happenedAt: at })),
      at,
    );
  });
}

async function earn(shop: Shop, amountMinor: bigint, at = now): Promise<CommissionId> {
  const commissionId = newId<CommissionId>("com", at);
  await bring(shop, commissionId, amountMinor, at);
  return commissionId;
}

/** Plans a payout of everybody and answers its payments; none where nobody can be paid. */
async function pay({ shopId, ada, currency }: Shop, cutoffAt: Date | null = null) {
  const asked = { method: "paypal", currency, cutoffAt, chosen: null } as const;
  const { totals } = accepted(await previewBatch(shopId, asked, { page: 1, limit: 9 }, now));
  if (totals.count === 0) return [];
  const seen = { count: totals.count, totalMinor: totals.amountMinor };
  const batchId = await startSection(shopId, asked, seen, { actor: ada, now });
  await runPlan(shopId, batchId, () => now);
  return listItems(db(), shopId, { filter: { batchId }, limit: 9, offset: 0 });
}

const itemOf = (items: Awaited<ReturnType<typeof pay>>) => items[0]?.itemId ?? ("" as PayoutItemId);

async function move(shopId: ShopId, itemId: PayoutItemId, ...moves: ItemMove["move"][]) {
  for (const one of moves) {
    await inTransaction((tx) => moveItems(tx, shopId, [{ itemId, move: one }], { now }));
  }
}

const sending = { said: "app", to: "sending" } as const;
const settled = { said: "provider", to: "settled" } as const;
const returned = { said: "provider", to: "returned" } as const;

const letAffiliatesBearFees = (shopId: ShopId) =>
  inTransaction((tx) => {
    const settings = { ...usualSettings, feeBearer: "affiliate", ranThrough: "", updatedAt: now } as const;
    return savePayoutSettings(tx, shopId, settings);
  });

/** Amounts of each line: open, in payout, paid, deducting, deducted. */
async function linesOf({ shopId, affiliateId }: { shopId: ShopId; affiliateId: AffiliateId }) {
  const rows = await db().select().from(balanceLines).where(eq(balanceLines.shopId, shopId));
  const own = rows.filter((row) => row.affiliateId === affiliateId);
  return Object.fromEntries(
    own.map((row) => [
      row.lineId,
      [row.openMinor, row.inPayoutMinor, row.paidMinor, row.deductingMinor, row.deductedMinor],
    ]),
  );
}

async function coveredBy(shopId: ShopId, itemId: PayoutItemId) {
  const rows = await db().select().from(payoutCoverings).where(eq(payoutCoverings.itemId, itemId));
  expect(rows.every((row) => row.shopId === shopId)).toBe(true);
  return Object.fromEntries(rows.map((row) => [row.lineId, row.amountMinor]));
}

/** Differences of lines; these postings are of commissions that no order has. */
async function wrongLines(shopId: ShopId) {
  const found = (await verifyShop(shopId)).differences.map(differenceText);
  return found.filter((text) => /balance_lines|payout_/.test(text));
}

/** Why the database refuses a statement; "" where it does not. */
const refusalOf = (statement: Promise<unknown>) =>
  statement.then(
    () => "",
    (error: unknown) => (error instanceof Error ? String(error.cause) : ""),
  );

describe("the coverings of a payment (M22)", () => {
  it("are a commission and a deduction whose amounts add up to it", async () => {
    const shop = await shopOfOne();
    const [paid, refunded] = [await earn(shop, 1_000n), await earn(shop, 400n)];
    await move(shop.shopId, itemOf(await pay(shop)), sending, settled);
    await bring(shop, refunded, 0n);
    const later = await earn(shop, 1_000n);
    const items = await pay(shop);
    expect(items.map((one) => one.amountMinor)).toEqual([600n]);
    expect(await coveredBy(shop.shopId, itemOf(items))).toEqual({ [later]: 1_000n, [refunded]: -400n });
    expect(await linesOf(shop)).toEqual({
      [paid]: [0n, 0n, 1_000n, 0n, 0n],
      [refunded]: [0n, 0n, 400n, 400n, 0n],
      [later]: [0n, 1_000n, 0n, 0n, 0n],
    });
    await move(shop.shopId, itemOf(items), sending, settled);
    expect(await linesOf(shop)).toEqual({
      [paid]: [0n, 0n, 1_000n, 0n, 0n],
      [refunded]: [0n, 0n, 400n, 0n, 400n],
      [later]: [0n, 0n, 1_000n, 0n, 0n],
    });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("pay the affiliate's part of the fee, which stays deducted where a paid payment comes back", async () => {
    const shop = await shopOfOne();
    await letAffiliatesBearFees(shop.shopId);
    const earned = await earn(shop, 1_000n);
    const items = await pay(shop);
    const itemId = itemOf(items);
    expect(items).toMatchObject([{ amountMinor: 980n, withheldMinor: 20n }]);
    expect(await coveredBy(shop.shopId, itemId)).toEqual({ [earned]: 1_000n });
    expect(await wrongLines(shop.shopId)).toEqual([]);
    await move(shop.shopId, itemId, sending, settled);
    expect(await linesOf(shop)).toEqual({ [earned]: [0n, 0n, 1_000n, 0n, 0n] });
    await move(shop.shopId, itemId, returned);
    expect(await linesOf(shop)).toEqual({
      [earned]: [1_000n, 0n, 0n, 0n, 0n],
      [itemId]: [-20n, 0n, 0n, 0n, 0n],
    });
    expect(await wrongLines(shop.shopId)).toEqual([]);
    const again = itemOf(await pay(shop));
    expect(await coveredBy(shop.shopId, again)).toEqual({ [earned]: 1_000n, [itemId]: -20n });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("leave no fee behind where a payment comes back before it was paid", async () => {
    const shop = await shopOfOne();
    await letAffiliatesBearFees(shop.shopId);
    const earned = await earn(shop, 1_000n);
    const itemId = itemOf(await pay(shop));
    await move(shop.shopId, itemId, sending, returned);
    expect(await linesOf(shop)).toEqual({ [earned]: [1_000n, 0n, 0n, 0n, 0n] });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("leave open what is less than a whole forint", async () => {
    const shop = await shopOfOne("HUF");
    const earned = await earn(shop, 105_050n);
    expect(await pay(shop)).toMatchObject([{ amountMinor: 105_000n }]);
    expect(await linesOf(shop)).toEqual({ [earned]: [50n, 105_000n, 0n, 0n, 0n] });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("wait while a refund after payment takes the balance below zero", async () => {
    const shop = await shopOfOne();
    const first = await earn(shop, 1_000n);
    await move(shop.shopId, itemOf(await pay(shop)), sending, settled);
    await bring(shop, first, 0n);
    const second = await earn(shop, 700n);
    expect(await pay(shop)).toEqual([]);
    const third = await earn(shop, 500n);
    const items = await pay(shop);
    expect(items).toMatchObject([{ amountMinor: 200n }]);
    expect(await coveredBy(shop.shopId, itemOf(items))).toEqual({
      [first]: -1_000n,
      [second]: 700n,
      [third]: 500n,
    });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("are open again where the payment is canceled, and covered again where it was paid after all", async () => {
    const shop = await shopOfOne();
    const earned = await earn(shop, 1_000n);
    const itemId = itemOf(await pay(shop));
    await move(shop.shopId, itemId, { said: "app", to: "cancelled" });
    expect(await linesOf(shop)).toEqual({ [earned]: [1_000n, 0n, 0n, 0n, 0n] });
    const second = itemOf(await pay(shop));
    await move(shop.shopId, second, sending, settled);
    await move(shop.shopId, itemId, { said: "person", to: "settled" });
    expect(await linesOf(shop)).toEqual({ [earned]: [-1_000n, 0n, 2_000n, 0n, 0n] });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("leave credits after the cutoff open and take deductions after it", async () => {
    const shop = await shopOfOne();
    const cutoffAt = new Date("2026-03-05T00:00:00Z");
    const [before, after] = [new Date("2026-03-04T00:00:00Z"), new Date("2026-03-06T00:00:00Z")];
    const old = await earn(shop, 1_000n, before);
    const grown = await earn(shop, 300n, before);
    await bring(shop, grown, 500n, after);
    const late = await earn(shop, 700n, after);
    await givePayable(shop.shopId, shop.affiliateId, -250n, { at: after });
    const items = await pay(shop, cutoffAt);
    expect(items).toMatchObject([{ amountMinor: 1_050n }]);
    const {
      [old]: ofOld,
      [grown]: ofGrown,
      [late]: ofLate,
      ...rest
    } = await coveredBy(shop.shopId, itemOf(items));
    expect([ofOld, ofGrown, ofLate, Object.values(rest)]).toEqual([1_000n, 300n, undefined, [-250n]]);
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("keep their old place where a payment comes back after the cutoff", async () => {
    const shop = await shopOfOne();
    const old = await earn(shop, 1_000n, new Date("2026-03-04T00:00:00Z"));
    await move(shop.shopId, itemOf(await pay(shop)), sending, settled, returned);
    const items = await pay(shop, new Date("2026-03-05T00:00:00Z"));
    expect(await coveredBy(shop.shopId, itemOf(items))).toEqual({ [old]: 1_000n });
  });

  it("never change, and stay", async () => {
    const shop = await shopOfOne();
    await earn(shop, 1_000n);
    const itemId = itemOf(await pay(shop));
    const own = eq(payoutCoverings.itemId, itemId);
    const changed = db().update(payoutCoverings).set({ amountMinor: 1n }).where(own);
    await expect(refusalOf(changed)).resolves.toContain("A payout is frozen: UPDATE");
    await expect(refusalOf(db().delete(payoutCoverings).where(own))).resolves.toContain("DELETE");
  });

  it("read the open lines of an affiliate by an index that paid ones are not in", async () => {
    const { rows } = await db().execute<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'balance_lines_open'`,
    );
    expect(rows[0]?.indexdef).toContain("WHERE (open_minor <> 0)");
  });

  it("take from the payment itself what it pays beyond the balance", async () => {
    const shop = await shopOfOne();
    const earned = await earn(shop, 600n);
    const [item] = await pay(shop);
    if (!item) throw new Error("Nobody was paid.");
    await move(shop.shopId, item.itemId, { said: "app", to: "cancelled" });
    // As `recordPayment` does for a payment that a statement names.
    const outside = {
      ...item,
      amountMinor: 1_000n,
      withheldMinor: 0n,
      itemId: newId<PayoutItemId>("pit", now),
    };
    await inTransaction(async (tx) => {
      const { shopId } = shop;
      await insertItems(tx, [
        { ...outside, shopId, status: "planned", revision: 1, plannedAt: now, closedAt: null, chunkId: null },
      ]);
      await postTransfers(
        tx,
        shopId,
        startEntries({ ...outside, revision: 1 }).map((one) => ({ ...one, happenedAt: now })),
        now,
      );
      await coverPaidOutside(tx, shopId, outside, now);
    });
    await move(shop.shopId, outside.itemId, sending, settled);
    expect(await coveredBy(shop.shopId, outside.itemId)).toEqual({ [earned]: 600n, [outside.itemId]: 400n });
    expect(await linesOf(shop)).toEqual({
      [earned]: [0n, 0n, 600n, 0n, 0n],
      [outside.itemId]: [-400n, 0n, 400n, 0n, 0n],
    });
    expect((await wrongLines(shop.shopId)).filter((one) => !one.startsWith("payout_batches"))).toEqual([]);
    await move(shop.shopId, outside.itemId, returned);
    expect(await linesOf(shop)).toEqual({
      [earned]: [600n, 0n, 0n, 0n, 0n],
      [outside.itemId]: [0n, 0n, 0n, 0n, 0n],
    });
  });
});
