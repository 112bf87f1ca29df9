import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { z } from "zod";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { CommissionState } from "#app/domain/commission-state.ts";
import { commissionEntryWire } from "#app/contracts/commission.ts";
import { encode } from "#app/contracts/wire.ts";
import { toDecimal } from "#app/domain/money.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import {
  countCommissionsOf,
  readAllCommissions,
  readCommissions,
} from "#app/flows/commissions/read-commissions.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { namePayout, readPayment } from "#app/flows/payouts/read-payouts.ts";
import { readStatement } from "#app/flows/payouts/read-statement.ts";
import { entryInWords } from "#app/http/explained.ts";
import { statementCsv } from "#app/http/statement-response.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { countCovered } from "#app/store/paid-lines.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { accepted } from "../../support/accepted.ts";
import { askApi } from "../../support/ask-api.ts";
import { commissionOf, faultsOfBooks, muchLater, sell } from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { refundBody } from "../../support/order-bodies.ts";
import { giveDetails, runPlan } from "../../support/paying-shop.ts";
import { words } from "../../support/words.ts";
import { startSection } from "../../support/section.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function entriesOf(shopId: ShopId, status?: CommissionState, kind?: "deduction") {
  const asked = { status, kind, page: 1, limit: 50 };
  const { entries, total } = accepted(await readCommissions(shopId, asked, muchLater));
  expect(total).toBe(entries.length);
  return entries.map((one) => encode(commissionEntryWire, entryInWords(one, words)));
}

async function earnedOf(shopId: ShopId, affiliateId: AffiliateId) {
  const { earned } = accepted(await readEarned(shopId, affiliateId, { limit: 50 }, muchLater));
  return earned.map(({ kind, state, amount, payment }) => [kind, state, amount.minor, payment?.id ?? null]);
}

/** The movements of the affiliate's statement, and its closing balance by state. */
async function statementOf(shopId: ShopId, affiliateId: AffiliateId) {
  const shop = { shopId, timeZone: "UTC", name: "Demo Store", domain: "demo.example" };
  const span = { since: new Date(0), until: new Date("2100-01-01T00:00:00Z") };
  let text = "";
  const taken = await readStatement(shop, { affiliateId, ...span }, async (statement) => {
    for await (const part of statementCsv(statement)) text += part;
  });
  accepted(taken);
  const rows: Record<string, string>[] = parse(text, { columns: true });
  const movements = rows.filter((row) => row["Row"] === "movement");
  const closing = rows.filter((row) => ["pending", "available", "in_payout"].includes(row["Row"] ?? ""));
  return {
    movements: movements.map((row) => [row["Description"], row["Amount"], row["Current status"]]),
    closing: closing.map((row) => row["Balance"]),
  };
}

async function plan(merchant: Merchant, totalMinor: bigint) {
  const { shopId, actor } = merchant;
  const asked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null } as const;
  const by = { actor, now: muchLater };
  const sectionId = await startSection(shopId, asked, { count: 1, totalMinor }, by);
  await runPlan(shopId, sectionId, () => muchLater);
  const [item] = await listPayments(db(), shopId, { filter: { sectionId }, limit: 1, offset: 0 });
  if (!item) throw new Error("Nobody is paid.");
  return item.paymentId;
}

async function settle(shopId: ShopId, paymentId: Awaited<ReturnType<typeof plan>>) {
  for (const move of [
    { said: "app", to: "sending" },
    { said: "provider", to: "paid" },
  ] as const) {
    await inTransaction((tx) => movePayments(tx, shopId, [{ paymentId, move }], { now: muchLater }));
  }
}

it("a commission and its deduction say the same at every step in each list", async () => {
  const merchant = await makeMerchant();
  const { shopId, affiliateId } = merchant;
  await giveDetails(shopId, affiliateId);
  const first = await sell(merchant);
  const { commissionId } = await commissionOf(merchant, first);
  const states = async () =>
    (await entriesOf(shopId)).map((one) => [
      one.kind,
      one.status,
      one.amount.amount,
      one.payment?.id ?? null,
    ]);

  expect(await states()).toEqual([["order", "pending", "10.00", null]]);
  expect(await statementOf(shopId, affiliateId)).toEqual({
    movements: [[`Order #${first}`, "10.00", "Pending"]],
    closing: ["10.00", "0.00", "0.00"],
  });
  await releaseCommissions(muchLater);
  expect(await states()).toEqual([["order", "approved", "10.00", null]]);
  expect(await entriesOf(shopId, "approved")).toMatchObject([
    { id: commissionId, approved: { amount: "10.00" } },
  ]);

  const paymentId = await plan(merchant, 1_000n);
  expect(await states()).toEqual([["order", "in_payout", "10.00", paymentId]]);
  const payday = muchLater.toISOString().slice(0, 10);
  expect(await statementOf(shopId, affiliateId)).toEqual({
    movements: [[`Order #${first}`, "10.00", `On its way, PayPal ${payday}`]],
    closing: ["0.00", "0.00", "10.00"],
  });
  await settle(shopId, paymentId);
  expect(await states()).toEqual([["order", "paid", "10.00", paymentId]]);
  expect(await entriesOf(shopId, "approved")).toEqual([]);
  expect(await entriesOf(shopId, "paid")).toMatchObject([{ id: commissionId, paid: { amount: "10.00" } }]);
  expect(await earnedOf(shopId, affiliateId)).toEqual([["order", "paid", 1_000n, paymentId]]);

  await deliver(merchant, "refunds/create", refundBody(first, { amount: "100.00", quantity: 1 }));
  await emptyInbox(muchLater);
  expect(await states()).toEqual(
    expect.arrayContaining([
      ["deduction", "approved", "-10.00", null],
      ["order", "paid", "10.00", paymentId],
    ]),
  );
  expect(await entriesOf(shopId, "approved")).toMatchObject([
    {
      kind: "deduction",
      commissionId,
      reason: { text: `Refund of #${first}` },
      affiliate: { id: affiliateId },
    },
  ]);
  expect(await entriesOf(shopId, undefined, "deduction")).toHaveLength(1);
  expect(await entriesOf(shopId, "reversed")).toEqual([]);

  expect(await statementOf(shopId, affiliateId)).toEqual({
    movements: [
      [`Order #${first}`, "10.00", `Paid, PayPal ${payday}`],
      [expect.stringMatching(/^Payout by PayPal/), "-10.00", ""],
      [`Deduction: Refund of #${first}`, "-10.00", "To deduct"],
    ],
    closing: ["0.00", "-10.00", "0.00"],
  });

  const second = await sell(merchant, { price: "150.00" });
  await releaseCommissions(new Date(muchLater.getTime() + 90 * 86_400_000));
  const deducting = await plan(merchant, 500n);
  expect(await entriesOf(shopId, "in_payout")).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ kind: "deduction" })]) as object,
  );
  await settle(shopId, deducting);
  const paid = await entriesOf(shopId, "paid");
  expect(new Set(paid.map((one) => `${one.kind} ${one.amount.amount} ${one.payment?.id}`))).toEqual(
    new Set([`deduction -10.00 ${deducting}`, `order 10.00 ${paymentId}`, `order 15.00 ${deducting}`]),
  );
  expect((await statementOf(shopId, affiliateId)).movements).toEqual([
    [`Order #${first}`, "10.00", `Paid, PayPal ${payday}`],
    [expect.stringMatching(/^Payout by PayPal/), "-10.00", ""],
    [`Deduction: Refund of #${first}`, "-10.00", `Deducted, PayPal ${payday}`],
    [`Order #${second}`, "15.00", `Paid, PayPal ${payday}`],
    [expect.stringMatching(/^Payout by PayPal/), "-5.00", ""],
  ]);
  const ofPayout = async (payoutId: string) => {
    const asked = { payoutId, page: 1, limit: 50 };
    const { entries, total } = accepted(await readCommissions(shopId, asked, muchLater));
    expect([total, await countCommissionsOf(shopId, payoutId, muchLater)]).toEqual([entries.length, total]);
    return new Set(entries.map(({ kind, amount }) => `${kind} ${toDecimal(amount)}`));
  };
  const covered = await readPayment(shopId, deducting);
  const { section: sectionId = "", payout: payoutId = "" } = covered?.payment ?? {};
  for (const id of [deducting, sectionId, payoutId]) {
    expect(await ofPayout(id)).toEqual(new Set(["deduction -10.00", "order 15.00"]));
  }
  expect(await ofPayout(paymentId)).toEqual(new Set(["order 10.00"]));
  expect([...(await countCovered(db(), shopId, [paymentId, deducting]))]).toEqual(
    expect.arrayContaining([
      [paymentId, 1],
      [deducting, 2],
    ]),
  );
  for (const id of ["checking", "pyo_1", commissionId]) {
    expect([id, (await ofPayout(id)).size]).toEqual([id, 0]);
  }
  const { commissions } = z
    .object({ commissions: z.array(z.object({ id: z.string() })) })
    .parse(await askApi(merchant.token, `/api/v1/commissions?payout=${paymentId}`));
  expect(commissions).toEqual([{ id: commissionId }]);
  const stranger = await makeMerchant();
  expect(await countCommissionsOf(stranger.shopId, deducting, muchLater)).toBe(0);
  expect(await namePayout(stranger.shopId, deducting)).toBeNull();
  expect(await namePayout(shopId, sectionId)).toMatchObject({ kind: "section", method: "paypal" });

  const view = await readPayment(shopId, deducting);
  expect(view?.payment.covers).toMatchObject({
    total: 2,
    lines: [
      { id: commissionId, amount: { minor: -1_000n }, order: { name: `#${first}` } },
      { order: { name: `#${second}` }, amount: { minor: 1_500n } },
    ],
  });
  expect(await faultsOfBooks(merchant)).toEqual([]);
});

it("pages through commissions and deductions without losing or repeating one", async () => {
  const merchant = await makeMerchant();
  const { shopId, affiliateId } = merchant;
  await giveDetails(shopId, affiliateId);
  const orders = [await sell(merchant), await sell(merchant), await sell(merchant)];
  await releaseCommissions(muchLater);
  await settle(shopId, await plan(merchant, 3_000n));
  for (const order of orders.slice(0, 2)) {
    await deliver(merchant, "refunds/create", refundBody(order, { amount: "100.00", quantity: 1 }));
  }
  await emptyInbox(muchLater);
  const whole = (await entriesOf(shopId)).map((one) => one.id);
  expect(whole).toHaveLength(5);
  for (const sort of ["newest", "oldest"] as const) {
    const byCursor: string[] = [];
    let after: { createdAt: Date; commissionId: string } | undefined;
    for (let page = 1; page <= 5; page += 1) {
      const asked = { page: 1, limit: 1, sort, after };
      const { entries, next } = accepted(await readCommissions(shopId, asked, muchLater));
      byCursor.push(...entries.map((one) => one.id));
      const paged = { page, limit: 1, sort };
      const same = accepted(await readCommissions(shopId, paged, muchLater)).entries;
      expect(same.map((one) => one.id)).toEqual(byCursor.slice(-1));
      after = next ?? undefined;
    }
    expect(byCursor).toEqual(sort === "newest" ? whole : whole.toReversed());
    expect(after).toBeUndefined();
  }
  const file: string[] = [];
  await readAllCommissions(shopId, { now: muchLater }, (rows) => {
    file.push(...rows.map((one) => one.id));
    return Promise.resolve();
  });
  expect(file).toEqual(whole);
});
