import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { verifyShop } from "#app/flows/orders/verify-books.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readBatchBooks } from "#app/flows/payouts/read-batch-books.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { takeFile } from "#app/http/take-file.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { findBatch } from "#app/store/payout-batches.ts";
import { findItem } from "#app/store/payout-items.ts";
import { postSteps } from "../../support/booked.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { makePaidBatch } from "../../support/paid-shop.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

const now = new Date("2026-03-20T10:00:00Z");
const head = "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number,To Email Address";
const line = (
  transaction: string,
  amount: string,
  { reference = "", type = "Mass Payment", fee = "-0.25" } = {},
) => `2026-03-05,${type},Completed,USD,${amount},${fee},${transaction},${reference},a@b.example`;

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** A statement with one payment that is a payout, and others that are none. */
async function taken(merchant: Merchant, others: readonly string[], fileName = "march.csv"): Promise<string> {
  const { items } = await makePaidBatch(merchant, ["settled"]);
  const own = line(`OWN${fileName}`, "-10.00", {
    reference: `${merchant.shopId}:${items[0]?.itemId}`,
    fee: "0.00",
  });
  const bytes = Buffer.from([head, own, ...others].join("\r\n"));
  const found = await takeFile(merchant, { bytes, said: { provider: "paypal", fileName } }, now);
  if (isRefusal(found)) throw new Error(found.message);
  await matchStatement(found, () => now);
  return found.statementId;
}

async function linesOf({ shopId }: Merchant, id: string) {
  const view = await readProviderStatement(shopId, id);
  if (isRefusal(view)) throw new Error(view.message);
  return (await readLines(view.statement, {}, { page: 1, limit: 250 })).lines;
}

const record = ({ shopId, actor }: Merchant, id: string, affiliate: string, numbers = [3]) =>
  resolveLines(
    shopId,
    id,
    { numbers, step: "record", note: "Paid by hand at PayPal", affiliate },
    { actor, now },
  );

const balance = async (shopId: ShopId, affiliateId: AffiliateId) =>
  (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId)?.[0];

/** An affiliate to whom 20.00 are payable. */
async function payee(merchant: Merchant) {
  const { affiliateId } = await addAffiliate(merchant);
  await postSteps({ ...merchant, affiliateId }, [
    ["2026-03-01T00:00:00Z", "adjusted", "expense", "payable", 2000n],
  ]);
  return affiliateId;
}

it("a payment that no payout is, is recorded for whom a person names, and reconciles", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const affiliateId = await payee(merchant);
  const id = await taken(merchant, [line("HAND1", "-15.00"), line("HAND2", "-7.00")]);
  expect((await linesOf(merchant, id)).map((one) => [one.line.match, one.steps[0]])).toEqual([
    ["matched", undefined],
    ["unexpected", "record"],
    ["unexpected", "record"],
  ]);
  expect(await record(merchant, id, affiliateId, [3, 4])).toBe(2);
  // 22.00 were paid of 20.00 that were payable: the affiliate owes the rest.
  expect(await balance(shopId, affiliateId)).toMatchObject({
    payableMinor: -200n,
    inTransitMinor: 0n,
    paidMinor: 2200n,
  });
  const lines = await linesOf(merchant, id);
  expect(lines.map(({ line: { match, resolution } }) => [match, resolution])).toEqual([
    ["matched", ""],
    ["matched", "record"],
    ["matched", "record"],
  ]);
  const [, recorded] = lines;
  const itemId = recorded?.item?.itemId;
  if (!itemId || !recorded.batchId) throw new Error("It is a payout by now.");
  expect(await findItem(db(), shopId, itemId)).toMatchObject({
    status: "settled",
    method: "outside",
    feeMinor: 25n,
    providerTransactionId: "HAND1",
    reason: "Paid by hand at PayPal",
  });
  expect(await findBatch(db(), shopId, recorded.batchId)).toMatchObject({
    status: "done",
    confirmedBy: merchant.actor,
  });
  expect(await readBatchBooks(shopId, recorded.batchId)).toMatchObject({
    identity: { startedMinor: 1500n, settledMinor: 1500n, feeMinor: 25n, differenceMinor: 0n },
    reconciled: { items: 1, reconciled: 1, paidMinor: 1500n, toldMinor: 1500n },
  });
  expect(
    (await verifyShop(shopId)).differences.filter((one) => differenceText(one).startsWith("payout")),
  ).toEqual([]);
});

it("is recorded once, however often it is asked and in however many statements it stands", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const affiliateId = await payee(merchant);
  const first = await taken(merchant, [line("HAND1", "-15.00")]);
  const second = await taken(merchant, [line("HAND1", "-15.00")], "again.csv");
  const asked = await Promise.all([1, 2, 3].map(() => record(merchant, first, affiliateId)));
  expect(asked).toEqual(expect.arrayContaining([0, 0, 1]));
  expect(asked.filter((done) => done === 1)).toHaveLength(1);
  expect(await record(merchant, second, affiliateId)).toMatchObject({ refused: "conflict" });
  await compareAgain(shopId, second);
  await matchStatement({ shopId, statementId: second }, () => now);
  expect((await linesOf(merchant, second)).map((one) => one.line.match)).toEqual([
    "matched",
    "matched",
    "missing",
  ]);
  expect(await balance(shopId, affiliateId)).toMatchObject({ payableMinor: 500n, paidMinor: 1500n });
});

it("changes nothing where it cannot be recorded, and says why at the field", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const affiliateId = await payee(merchant);
  const back = line("BACK", "15.00", { type: "Mass Pay Reversal" });
  const id = await taken(merchant, [line("HAND1", "-15.00"), back]);
  expect(await record(merchant, id, "")).toMatchObject({ errors: [{ field: "affiliate" }] });
  expect(await record(merchant, id, "nobody@example.com")).toMatchObject({
    errors: [{ field: "affiliate" }],
  });
  const stranger = await makeMerchant();
  expect(await record(merchant, id, stranger.affiliateId)).toMatchObject({
    errors: [{ field: "affiliate" }],
  });
  expect(await record(stranger, id, affiliateId)).toMatchObject({ refused: "not-found" });
  // Money back is no payment, and what agrees is no difference.
  expect(await record(merchant, id, affiliateId, [4])).toMatchObject({ errors: [{ field: "step" }] });
  expect(await record(merchant, id, affiliateId, [2])).toMatchObject({ errors: [{ field: "step" }] });
  const open = await makePaidBatch(merchant, ["sent"]);
  const owner = open.items[0]?.affiliateId ?? "";
  expect(await record(merchant, id, owner)).toMatchObject({
    refused: "conflict",
    errors: [{ field: "affiliate", message: expect.stringContaining("is open") }],
  });
  const { rows } = await db().execute(
    sql`select 1 from payout_items where shop_id = ${shopId} and method = 'outside'`,
  );
  expect(rows).toEqual([]);
  expect(await balance(shopId, affiliateId)).toMatchObject({ payableMinor: 2000n });
});

it("a lower fee gives back what the affiliate bore too much, and what the shop was posted stays", async () => {
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const { items, batchId } = await makePaidBatch(merchant, ["settled"], { withheldMinor: 40n });
  const [item] = items;
  if (!item) throw new Error("There is one.");
  const bytes = Buffer.from(
    [head, line("T1", "-10.00", { reference: `${shopId}:${item.itemId}` })].join("\r\n"),
  );
  await db().execute(sql`update payout_items set fee_minor = 40 where item_id = ${item.itemId}`);
  const found = await takeFile(merchant, { bytes, said: { provider: "paypal", fileName: "fee.csv" } }, now);
  if (isRefusal(found)) throw new Error(found.message);
  await matchStatement(found, () => now);
  expect((await linesOf(merchant, found.statementId)).map((one) => one.steps)).toEqual([["adjust", "noted"]]);
  const asked = { numbers: [2], step: "adjust", note: "PayPal kept 0.25" } as const;
  expect(await resolveLines(shopId, found.statementId, asked, { actor, now })).toBe(1);
  expect(await balance(shopId, item.affiliateId)).toMatchObject({ payableMinor: 15n, paidMinor: 1000n });
  expect(await readBatchBooks(shopId, batchId)).toMatchObject({ identity: { differenceMinor: 0n } });
});
