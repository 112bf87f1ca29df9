import { sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { changeSection } from "#app/store/payout-requests.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { putIn, takeOut, withFalsified } from "../ledger/falsify.ts";
import { startSection } from "../../support/section.ts";

const now = new Date("2026-03-10T12:00:00Z");

/** A section of four: one is open, one settled with fees, one came back after that, one failed. */
async function paidShop() {
  const shop = await makePayingShop([500n, 600n, 700n, 800n]);
  const { shopId, ada } = shop;
  const asked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null } as const;
  const made = await startSection(shopId, asked, { count: 4, totalMinor: 2600n }, { actor: ada, now });
  await runPlan(shopId, made);
  const payments = await listPayments(db(), shopId, { filter: { sectionId: made }, limit: 10, offset: 0 });
  const ids = payments.map((one) => one.paymentId);
  const move = async (at: number, to: "sent" | "paid" | "returned" | "failed", feeMinor?: bigint) => {
    const paymentId = ids[at];
    if (paymentId === undefined) throw new Error("There are fewer payments.");
    const step = { said: "app", to: "sending" } as const;
    await inTransaction((tx) => movePayments(tx, shopId, [{ paymentId, move: step }], { now }));
    const one = { paymentId, move: { said: "provider", to } as const, feeMinor };
    await inTransaction((tx) => movePayments(tx, shopId, [one], { now }));
  };
  await move(1, "paid", 12n);
  await move(2, "paid");
  await move(2, "returned");
  await move(3, "failed");
  return { shopId, sectionId: made, ids };
}

let books: Awaited<ReturnType<typeof paidShop>>;
beforeAll(async () => {
  books = await paidShop();
});

const found = async () => (await verifyShop(books.shopId)).differences;

const payment = (at: number) => () => sql`payment_id = ${books.ids[at] ?? ""}`;

describe("the books of payouts", () => {
  it("agree when nothing was falsified", async () => {
    expect((await found()).map(differenceText)).toEqual([]);
  });

  const cases: readonly [string, string, () => SQL, Record<string, SQL>][] = [
    ["the amount of an item", "payout_payments", payment(0), { amount_minor: sql`amount_minor + 1` }],
    ["the status of an open item", "payout_payments", payment(0), { status: sql`'paid'` }],
    ["the status of a settled item", "payout_payments", payment(1), { status: sql`'returned'` }],
    ["the status of a returned item", "payout_payments", payment(2), { status: sql`'paid'` }],
    ["the status of a failed item", "payout_payments", payment(3), { status: sql`'sent'` }],
    ["the end of an item", "payout_payments", payment(3), { closed_at: sql`null` }],
    ["the end of an open item", "payout_payments", payment(0), { closed_at: sql`now()` }],
    ["what a payment keeps for fees", "payout_payments", payment(1), { withheld_minor: sql`9` }],
    ["the fee of an item", "payout_payments", payment(1), { fee_minor: sql`fee_minor + 1` }],
    ["the revision of an item", "payout_payments", payment(1), { revision: sql`revision + 1` }],
    [
      "the affiliate of an item",
      "payout_payments",
      payment(1),
      {
        affiliate_id: sql`(select max(affiliate_id) from affiliates a
      where a.shop_id = payout_payments.shop_id and a.affiliate_id <> payout_payments.affiliate_id)`,
      },
    ],
    ["the currency of an item", "payout_payments", payment(1), { currency: sql`'EUR'` }],
  ];
  it.each(cases)("name the row where somebody changed %s", async (_what, table, where, set) => {
    const differences = await withFalsified(books.shopId, { table, where: where(), set }, found);
    const [first] = differences;
    expect(first && differenceText(first)).toMatch(/^payout_payments pit_/);
  });

  it.each([
    ["count", { payment_count: sql`payment_count + 1` }],
    ["total", { total_minor: sql`total_minor - 1` }],
    ["end", { status: sql`'done'` }],
    ["beginning", { status: sql`'planned'` }],
    ["currency", { currency: sql`'EUR'` }],
    ["yes", { confirmed_at: sql`null` }],
    ["need of a second yes", { needs_approval: sql`true` }],
  ] as const)("name the section where somebody changed its %s", async (_what, set) => {
    const falsified = { table: "payout_sections", where: sql`section_id = ${books.sectionId}`, set };
    const differences = await withFalsified(books.shopId, falsified, found);
    expect(JSON.stringify(differences)).toContain(books.sectionId);
  });

  it("name a payment whose start was taken out of the books", async () => {
    const change = { subject: sql`'pit_${sql.raw("0".repeat(26))}'` };
    const where = sql`subject = ${books.ids[0] ?? ""} and code = 'payout_started'`;
    const differences = await withFalsified(
      books.shopId,
      { table: "ledger_entries", where, set: change },
      found,
    );
    expect(JSON.stringify(differences)).toContain(books.ids[0]);
  });

  it("agree again afterwards", async () => {
    await changeSection(db(), books.shopId, books.sectionId, { error: "" });
    expect((await found()).map(differenceText)).toEqual([]);
  });
});

const wrong = async (shopId: Parameters<typeof verifyShop>[0]) =>
  (await verifyShop(shopId)).differences.map(differenceText);

describe("the books of payouts miss", () => {
  it("a section that was taken out", async () => {
    const { shopId, sectionId } = await paidShop();
    await takeOut(shopId, "payout_sections", sql`section_id = ${sectionId}`);
    const missed = `payout_sections ${sectionId}: is not there, and 4 payments belong to it`;
    expect(await wrong(shopId)).toEqual([missed]);
  });

  it("the payments of a section that was put in", async () => {
    const { shopId, sectionId } = await paidShop();
    // A payout has one section per method and currency.
    const set = { section_id: sql`'pob_false'::text`, currency: sql`'EUR'::text` };
    await putIn(shopId, { table: "payout_sections", where: sql`section_id = ${sectionId}`, set });
    expect(await wrong(shopId)).toEqual(["payout_sections pob_false: says 4 payments, and has 0"]);
  });
});
