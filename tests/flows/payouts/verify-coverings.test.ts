import { sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { givePayable, makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { startSection } from "../../support/section.ts";
import { takeOut, withFalsified } from "../ledger/falsify.ts";
import { makeRichBooks } from "../ledger/rich-books.ts";

const now = new Date("2026-03-10T12:00:00Z");

/** A payment of 5.00 that is settled and deducts 1.00, and one that is open. */
async function paidShop() {
  const shop = await makePayingShop([600n, 700n]);
  const { shopId, ada, people } = shop;
  const [first = shop.affiliateId] = people;
  await givePayable(shopId, first, -100n);
  const asked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null } as const;
  const seen = { count: 2, totalMinor: 1_200n };
  const sectionId = await startSection(shopId, asked, seen, { actor: ada, now });
  await runPlan(shopId, sectionId, () => now);
  const payments = await listPayments(db(), shopId, { filter: { sectionId }, limit: 9, offset: 0 });
  const paid = payments.find((one) => one.affiliateId === first);
  const open = payments.find((one) => one.affiliateId !== first);
  if (!paid || !open) throw new Error("Two payments are planned.");
  for (const move of [
    { said: "app", to: "sending" },
    { said: "provider", to: "paid" },
  ] as const) {
    await inTransaction((tx) => movePayments(tx, shopId, [{ paymentId: paid.paymentId, move }], { now }));
  }
  return { shopId, paid: paid.paymentId, open: open.paymentId, first };
}

let books: Awaited<ReturnType<typeof paidShop>>;
beforeAll(async () => {
  books = await paidShop();
});

const differences = async () => (await verifyShop(books.shopId)).differences.map(differenceText);

const raised = (column: string) => ({ [column]: sql`${sql.identifier(column)} + 1` });
const credit = () => sql`affiliate_id = ${books.first} and payable_minor > 0`;
const deduction = () => sql`affiliate_id = ${books.first} and payable_minor < 0`;
const paid = () => sql`payment_id = ${books.paid} and amount_minor > 0`;

describe("the lines and coverings of payments (M22)", () => {
  it("agree when nothing was falsified", async () => {
    expect(await differences()).toEqual([]);
  });

  const lines: readonly [string, () => SQL, Record<string, SQL>][] = [
    ["pending amount", credit, raised("pending_minor")],
    ["payable amount", credit, raised("payable_minor")],
    ["place", credit, raised("first_sequence")],
    ["amount in payout", credit, raised("in_payout_minor")],
    ["paid amount", credit, raised("paid_minor")],
    ["amount being deducted", deduction, raised("deducting_minor")],
    ["deducted amount", deduction, raised("deducted_minor")],
    ["day of its deduction", deduction, { debited_at: sql`debited_at + interval '1 day'` }],
    ["kind", credit, { kind: sql`'commission'` }],
  ];
  it.each(lines)("name the line of which somebody changed the %s", async (_what, where, set) => {
    const falsified = { table: "balance_lines", where: where(), set };
    const [first] = await withFalsified(books.shopId, falsified, differences);
    expect(first).toMatch(/^balance_lines adj_/);
  });

  it.each([
    ["currency", { currency: sql`'EUR'` }],
    [
      "affiliate",
      {
        affiliate_id: sql`(select max(affiliate_id) from affiliates a
          where a.shop_id = balance_lines.shop_id and a.affiliate_id <> balance_lines.affiliate_id)`,
      },
    ],
  ])("name the payment and the line of which somebody changed the %s", async (_what, set) => {
    const falsified = { table: "balance_lines", where: credit(), set };
    const found = await withFalsified(books.shopId, falsified, differences);
    expect(found[0]).toMatch(/^payout_coverings pit_/);
    expect(found[1]).toMatch(/^balance_lines adj_/);
  });

  const coverings: readonly [string, () => SQL, Record<string, SQL>][] = [
    ["amount", paid, raised("amount_minor")],
    ["state of a paid covering", paid, { state: sql`'in_payout'` }],
    ["state of an open covering", () => sql`payment_id = ${books.open}`, { state: sql`'paid'` }],
    ["payment", paid, { payment_id: sql`'pit_nobody'` }],
    ["line", paid, { line_id: sql`'adj_nobody'` }],
  ];
  it.each(coverings)("name the payment of which somebody changed the %s", async (_what, where, set) => {
    const falsified = { table: "payout_coverings", where: where(), set };
    const [first] = await withFalsified(books.shopId, falsified, differences);
    expect(first).toMatch(/^payout_coverings pit_/);
  });

  it("name a line and a covering that were taken out", async () => {
    const { shopId, open, paid: settled } = await paidShop();
    await takeOut(shopId, "payout_coverings", sql`payment_id = ${open}`);
    await takeOut(shopId, "balance_lines", sql`payable_minor < 0`);
    const found = (await verifyShop(shopId)).differences.map(differenceText).join("\n");
    expect(found).toContain(`payout_coverings ${open}: covers 0, and pays `);
    expect(found).toContain(`payout_coverings ${settled}: covers lines of another affiliate or currency`);
    expect(found).toMatch(/balance_lines adj_\w+: is kept as nothing/);
  });

  it("name a commission of which somebody changed the day in the list", async () => {
    const { shopId } = await makeRichBooks();
    const set = { created_at: sql`created_at + interval '1 day'` };
    const falsified = { table: "balance_lines", where: sql`kind = 'commission'`, set };
    const all = async () => (await verifyShop(shopId)).differences.map(differenceText);
    expect(await all()).toEqual([]);
    const [first] = await withFalsified(shopId, falsified, all);
    expect(first).toMatch(/^balance_lines com_/);
  });
});
