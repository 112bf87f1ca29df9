import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { affiliateAccount, shopAccount } from "#app/domain/ledger/entries.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { postEntries } from "#app/store/ledger.ts";
import { ledgerBalances, ledgerEntries } from "#app/store/schema/ledger.ts";
import { dailyFigures } from "#app/store/schema/figures.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { deliver, emptyInbox, currentBalance, postedEntries } from "../support/inbox.ts";
import { orderBody, refundBody } from "../support/order-bodies.ts";
import { makeSellingShop } from "../support/selling-shop.ts";

const at = new Date("2026-03-02T12:00:00Z");

async function soldShop() {
  const shop = await makeSellingShop();
  const body = orderBody({ ref: shop.code });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return { ...shop, body };
}

const causeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "it was allowed",
    (error: unknown) =>
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error),
  );

describe("the books", () => {
  it("refuse to be changed, shortened or emptied", async () => {
    const shop = await soldShop();
    const own = sql`shop_id = ${shop.shopId}`;
    const refused = /only ever added to/;
    expect(await causeOf(db().update(ledgerEntries).set({ amountMinor: 1n }).where(own))).toMatch(refused);
    expect(await causeOf(db().delete(ledgerEntries).where(own))).toMatch(refused);
    expect(await causeOf(db().execute(sql`truncate ledger_entries`))).toMatch(refused);
    expect(await postedEntries(shop)).toHaveLength(1);
  });

  it("take a key once, and keep the balance when the second is refused (M3)", async () => {
    const shop = await soldShop();
    const [kept] = await postedEntries(shop);
    const again = {
      code: "earned",
      debit: shopAccount("expense"),
      credit: affiliateAccount("pending", shop.affiliateId),
      amountMinor: 1000n,
      currency: "USD",
      subject: { kind: "commission", id: kept?.subject ?? "" },
      revision: 1,
      idempotencyKey: kept?.idempotencyKey ?? "",
      happenedAt: at,
    } as const;
    expect(await causeOf(inTransaction((tx) => postEntries(tx, shop.shopId, [again], at)))).toMatch(
      /ledger_entries_key/,
    );
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("release what is due once, and let a refund after that make the affiliate owe (M1, M11)", async () => {
    const shop = await soldShop();
    await releaseCommissions(new Date("2026-03-20T00:00:00Z"));
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    const due = new Date("2026-04-02T00:00:00Z");
    await releaseCommissions(due);
    await releaseCommissions(due);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 1000n });
    await deliver(shop, "refunds/create", refundBody(shop.body.id, { amount: "100.00" }));
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    expect((await postedEntries(shop)).map((one) => one.code)).toEqual(["earned", "released", "reversed"]);
  });

  it("release nothing of a suspended affiliate, nor of an order that is not paid (M11)", async () => {
    const suspended = await soldShop();
    await db()
      .update(affiliates)
      .set({ status: "suspended", updatedAt: at })
      .where(sql`shop_id = ${suspended.shopId}`);
    const unpaid = await makeSellingShop();
    await deliver(unpaid, "orders/create", orderBody({ ref: unpaid.code, financialStatus: "pending" }));
    await emptyInbox();
    await releaseCommissions(new Date("2026-06-01T00:00:00Z"));
    expect(await currentBalance(suspended)).toEqual({ pending: 1000n, payable: 0n });
    expect(await currentBalance(unpaid)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("give a suspended affiliate no new credit, but keep the order from before the suspension (M20)", async () => {
    const shop = await soldShop();
    await db()
      .update(affiliates)
      .set({ status: "suspended", updatedAt: at })
      .where(sql`shop_id = ${shop.shopId}`);
    const before = orderBody({ ref: shop.code, createdAt: "2026-03-02T11:00:00Z" });
    const after = orderBody({ ref: shop.code, createdAt: "2026-03-02T13:00:00Z" });
    await deliver(shop, "orders/create", before);
    await deliver(shop, "orders/create", after);
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 2000n, payable: 0n });
  });

  it("are verified: right as posted, and each falsified sum is named", async () => {
    const shop = await soldShop();
    const own = async () => (await verifyShop(shop.shopId)).differences.map(differenceText);
    expect(await own()).toEqual([]);
    await db()
      .update(ledgerBalances)
      .set({ balanceMinor: 999n })
      .where(sql`shop_id = ${shop.shopId}`);
    await db()
      .update(dailyFigures)
      .set({ revenueMinor: 1n })
      .where(sql`shop_id = ${shop.shopId}`);
    const findings = (await own()).join("\n");
    expect(findings).toContain("is kept as 999, its transfers sum to 1000");
    expect(findings).toContain(`daily_figures ${shop.affiliateId} ${shop.programId} 2026-03-02 USD: revenue`);
    expect(findings).toContain("daily_shop_figures 2026-03-02 USD: revenue");
  });
});
