import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AffiliateId, CommissionId, PaymentId, ShopId } from "#app/domain/ids.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { entriesForDifference, releaseEntries } from "#app/domain/ledger/entries.ts";
import { startEntries } from "#app/domain/payouts/payment.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { coverPaidOutside } from "#app/flows/payouts/cover-payments.ts";
import { type PaymentMove, movePayments } from "#app/flows/payouts/move-payments.ts";
import { previewSection } from "#app/flows/payouts/preview-section.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { postedOf, postEntries } from "#app/store/ledger.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { insertPayments } from "#app/store/payout-plan.ts";
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
async function bring(shop: Shop, commissionId: CommissionId, currentMinor: bigint, at = now) {
  const { shopId, affiliateId, currency } = shop;
  await inTransaction(async (tx) => {
    const none = { pendingMinor: 0n, payableMinor: 0n };
    const posted = (await postedOf(tx, shopId, [commissionId])).get(commissionId) ?? none;
    revision += 1;
    const of = { commissionId, affiliateId, currency, revision };
    const drafts = entriesForDifference({ ...of, posted, currentMinor });
    await postEntries(
      tx,
      shopId,
      drafts.map((one) => ({ ...one, happenedAt: at })),
      at,
    );
    const after = (await postedOf(tx, shopId, [commissionId])).get(commissionId) ?? none;
    const released = releaseEntries({ ...of, posted: after });
    await postEntries(
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
  const { totals } = accepted(await previewSection(shopId, asked, { page: 1, limit: 9 }, now));
  if (totals.count === 0) return [];
  const seen = { count: totals.count, totalMinor: totals.amountMinor };
  const sectionId = await startSection(shopId, asked, seen, { actor: ada, now });
  await runPlan(shopId, sectionId, () => now);
  return listPayments(db(), shopId, { filter: { sectionId }, limit: 9, offset: 0 });
}

const paymentOf = (payments: Awaited<ReturnType<typeof pay>>) => payments[0]?.paymentId ?? ("" as PaymentId);

async function move(shopId: ShopId, paymentId: PaymentId, ...moves: PaymentMove["move"][]) {
  for (const one of moves) {
    await inTransaction((tx) => movePayments(tx, shopId, [{ paymentId, move: one }], { now }));
  }
}

const sending = { said: "app", to: "sending" } as const;
const settled = { said: "provider", to: "paid" } as const;
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

async function coveredBy(shopId: ShopId, paymentId: PaymentId) {
  const rows = await db().select().from(payoutCoverings).where(eq(payoutCoverings.paymentId, paymentId));
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
    await move(shop.shopId, paymentOf(await pay(shop)), sending, settled);
    await bring(shop, refunded, 0n);
    const later = await earn(shop, 1_000n);
    const payments = await pay(shop);
    expect(payments.map((one) => one.amountMinor)).toEqual([600n]);
    expect(await coveredBy(shop.shopId, paymentOf(payments))).toEqual({ [later]: 1_000n, [refunded]: -400n });
    expect(await linesOf(shop)).toEqual({
      [paid]: [0n, 0n, 1_000n, 0n, 0n],
      [refunded]: [0n, 0n, 400n, 400n, 0n],
      [later]: [0n, 1_000n, 0n, 0n, 0n],
    });
    await move(shop.shopId, paymentOf(payments), sending, settled);
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
    const payments = await pay(shop);
    const paymentId = paymentOf(payments);
    expect(payments).toMatchObject([{ amountMinor: 980n, withheldMinor: 20n }]);
    expect(await coveredBy(shop.shopId, paymentId)).toEqual({ [earned]: 1_000n });
    expect(await wrongLines(shop.shopId)).toEqual([]);
    await move(shop.shopId, paymentId, sending, settled);
    expect(await linesOf(shop)).toEqual({ [earned]: [0n, 0n, 1_000n, 0n, 0n] });
    await move(shop.shopId, paymentId, returned);
    expect(await linesOf(shop)).toEqual({
      [earned]: [1_000n, 0n, 0n, 0n, 0n],
      [paymentId]: [-20n, 0n, 0n, 0n, 0n],
    });
    expect(await wrongLines(shop.shopId)).toEqual([]);
    const again = paymentOf(await pay(shop));
    expect(await coveredBy(shop.shopId, again)).toEqual({ [earned]: 1_000n, [paymentId]: -20n });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("leave no fee behind where a payment comes back before it was paid", async () => {
    const shop = await shopOfOne();
    await letAffiliatesBearFees(shop.shopId);
    const earned = await earn(shop, 1_000n);
    const paymentId = paymentOf(await pay(shop));
    await move(shop.shopId, paymentId, sending, returned);
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
    await move(shop.shopId, paymentOf(await pay(shop)), sending, settled);
    await bring(shop, first, 0n);
    const second = await earn(shop, 700n);
    expect(await pay(shop)).toEqual([]);
    const third = await earn(shop, 500n);
    const payments = await pay(shop);
    expect(payments).toMatchObject([{ amountMinor: 200n }]);
    expect(await coveredBy(shop.shopId, paymentOf(payments))).toEqual({
      [first]: -1_000n,
      [second]: 700n,
      [third]: 500n,
    });
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("are open again where the payment is canceled, and covered again where it was paid after all", async () => {
    const shop = await shopOfOne();
    const earned = await earn(shop, 1_000n);
    const paymentId = paymentOf(await pay(shop));
    await move(shop.shopId, paymentId, { said: "app", to: "canceled" });
    expect(await linesOf(shop)).toEqual({ [earned]: [1_000n, 0n, 0n, 0n, 0n] });
    const second = paymentOf(await pay(shop));
    await move(shop.shopId, second, sending, settled);
    await move(shop.shopId, paymentId, { said: "person", to: "paid" });
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
    const payments = await pay(shop, cutoffAt);
    expect(payments).toMatchObject([{ amountMinor: 1_050n }]);
    const {
      [old]: ofOld,
      [grown]: ofGrown,
      [late]: ofLate,
      ...rest
    } = await coveredBy(shop.shopId, paymentOf(payments));
    expect([ofOld, ofGrown, ofLate, Object.values(rest)]).toEqual([1_000n, 300n, undefined, [-250n]]);
    expect(await wrongLines(shop.shopId)).toEqual([]);
  });

  it("keep their old place where a payment comes back after the cutoff", async () => {
    const shop = await shopOfOne();
    const old = await earn(shop, 1_000n, new Date("2026-03-04T00:00:00Z"));
    await move(shop.shopId, paymentOf(await pay(shop)), sending, settled, returned);
    const payments = await pay(shop, new Date("2026-03-05T00:00:00Z"));
    expect(await coveredBy(shop.shopId, paymentOf(payments))).toEqual({ [old]: 1_000n });
  });

  it("never change, and stay", async () => {
    const shop = await shopOfOne();
    await earn(shop, 1_000n);
    const paymentId = paymentOf(await pay(shop));
    const own = eq(payoutCoverings.paymentId, paymentId);
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
    const [payment] = await pay(shop);
    if (!payment) throw new Error("Nobody was paid.");
    await move(shop.shopId, payment.paymentId, { said: "app", to: "canceled" });
    // As `recordPayment` does for a payment that a statement names.
    const outside = {
      ...payment,
      amountMinor: 1_000n,
      withheldMinor: 0n,
      paymentId: newId<PaymentId>("pit", now),
    };
    await inTransaction(async (tx) => {
      const { shopId } = shop;
      await insertPayments(tx, [
        {
          ...outside,
          shopId,
          status: "planned",
          revision: 1,
          plannedAt: now,
          closedAt: null,
          requestId: null,
        },
      ]);
      await postEntries(
        tx,
        shopId,
        startEntries({ ...outside, revision: 1 }).map((one) => ({ ...one, happenedAt: now })),
        now,
      );
      await coverPaidOutside(tx, shopId, outside, now);
    });
    await move(shop.shopId, outside.paymentId, sending, settled);
    expect(await coveredBy(shop.shopId, outside.paymentId)).toEqual({
      [earned]: 600n,
      [outside.paymentId]: 400n,
    });
    expect(await linesOf(shop)).toEqual({
      [earned]: [0n, 0n, 600n, 0n, 0n],
      [outside.paymentId]: [-400n, 0n, 400n, 0n, 0n],
    });
    expect((await wrongLines(shop.shopId)).filter((one) => !one.startsWith("payout_sections"))).toEqual([]);
    await move(shop.shopId, outside.paymentId, returned);
    expect(await linesOf(shop)).toEqual({
      [earned]: [600n, 0n, 0n, 0n, 0n],
      [outside.paymentId]: [0n, 0n, 0n, 0n, 0n],
    });
  });
});
