import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { findSection } from "#app/store/payout-requests.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { accepted } from "../../support/accepted.ts";
import { postSteps } from "../../support/booked.ts";
import { makeMerchant } from "../../support/merchant.ts";
import {
  affiliateAt,
  checkFile,
  csvFile,
  importContext,
  runFile,
  undoFile,
  undoneAt,
} from "../../support/import-file.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
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
  const { payments } = await createPaidSection(merchant, ["paid"]);
  const own = line(`OWN${fileName}`, "-10.00", {
    reference: `${merchant.shopId}:${payments[0]?.paymentId}`,
    fee: "0.00",
  });
  const bytes = Buffer.from([head, own, ...others].join("\r\n"));
  const found = await importStatement(merchant, { bytes, said: { provider: "paypal", fileName } }, now);
  if (isRefusal(found)) throw new Error(found.reason.code);
  await matchStatement(found, () => now);
  return found.statementId;
}

async function linesOf({ shopId }: Merchant, id: string) {
  const view = await readProviderStatement(shopId, id);
  if (isRefusal(view)) throw new Error(view.reason.code);
  return accepted(await readLines(view.statement, {}, { page: 1, limit: 250 })).lines;
}

const record = ({ shopId, actor }: Merchant, id: string, affiliate: string, numbers = [3]) =>
  resolveLines({ shop: { shopId }, actor, now }, id, {
    numbers,
    step: "record",
    note: "Paid by hand at PayPal",
    affiliate,
  });

const balance = async (shopId: ShopId, affiliateId: AffiliateId) =>
  (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId)?.[0];

/** An affiliate with 20.00 available. */
async function payee(merchant: Merchant) {
  const { affiliateId } = await addAffiliate(merchant);
  await postSteps({ ...merchant, affiliateId }, [
    ["2026-03-01T00:00:00Z", "adjusted", "expense", "payable", 2000n],
  ]);
  return affiliateId;
}

it("is refused while an import with the affiliate's balance is being undone", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const ada = await affiliateAt(merchant, "ADA", "ada@x.example");
  const file = csvFile(
    "order_name,date,affiliate_email,commission,status,currency,tracking_by",
    "#1,2026-03-01,ada@x.example,80.00,Approved,USD,l",
  );
  const { importId } = await checkFile(merchant, file);
  await runFile(merchant, importId);
  const id = await taken(merchant, [line("HAND1", "-15.00")]);
  await startUndo(importContext(merchant, undoneAt), importId);
  const refused = await record(merchant, id, ada);
  expect(isRefusal(refused) && refused.reason.code).toBe("import_being_undone");
  expect(await balance(shopId, ada)).toMatchObject({ payableMinor: 8000n, paidMinor: 0n });
  await undoFile(merchant, importId);
  expect(await record(merchant, id, ada)).toBe(1);
  expect(await balance(shopId, ada)).toMatchObject({ payableMinor: -1500n, paidMinor: 1500n });
});

it("a payment outside any payout is recorded for a named affiliate, and reconciles", async () => {
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
  // 22.00 were paid of 20.00 available: the affiliate owes the rest.
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
  const paymentId = recorded?.payment?.paymentId;
  if (!paymentId || !recorded.sectionId) throw new Error("It is a payout by now.");
  expect(await findPayment(db(), shopId, paymentId)).toMatchObject({
    status: "paid",
    method: "manual",
    feeMinor: 25n,
    providerTransactionId: "HAND1",
    reason: "Paid by hand at PayPal",
  });
  expect(await findSection(db(), shopId, recorded.sectionId)).toMatchObject({
    status: "done",
    confirmedBy: merchant.actor,
  });
  expect(await readSectionBooks(shopId, recorded.sectionId)).toMatchObject({
    identity: { startedMinor: 1500n, settledMinor: 1500n, feeMinor: 25n, differenceMinor: 0n },
    reconciled: { payments: 1, reconciled: 1, paidMinor: 1500n, toldMinor: 1500n },
  });
  expect(
    (await verifyShop(shopId)).differences.filter((one) => differenceText(one).startsWith("payout")),
  ).toEqual([]);
});

it("is recorded once, however often it is requested and in however many statements it appears", async () => {
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
  // The first statement tells of its own payout, so that the second does not miss it.
  expect((await linesOf(merchant, second)).map((one) => one.line.match)).toEqual(["matched", "matched"]);
  expect(await balance(shopId, affiliateId)).toMatchObject({ payableMinor: 500n, paidMinor: 1500n });
});

it("changes nothing where it cannot be recorded, and says why at the field", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const affiliateId = await payee(merchant);
  const id = await taken(merchant, [line("HAND1", "-15.00")]);
  expect(await record(merchant, id, "")).toMatchObject({ errors: [{ field: "affiliate" }] });
  expect(await record(merchant, id, "nobody@example.com")).toMatchObject({
    errors: [{ field: "affiliate" }],
  });
  const stranger = await makeMerchant();
  expect(await record(merchant, id, stranger.affiliateId)).toMatchObject({
    errors: [{ field: "affiliate" }],
  });
  expect(await record(stranger, id, affiliateId)).toMatchObject({ refused: "not-found" });
  // A line that agrees is no difference.
  expect(await record(merchant, id, affiliateId, [2])).toMatchObject({ errors: [{ field: "step" }] });
  const open = await createPaidSection(merchant, ["sent"]);
  const owner = open.payments[0]?.affiliateId ?? "";
  expect(await record(merchant, id, owner)).toMatchObject({
    refused: "conflict",
    errors: [{ field: "affiliate", reason: { code: "payout_open" } }],
  });
  const { rows } = await db().execute(
    sql`select 1 from payout_payments where shop_id = ${shopId} and method = 'manual'`,
  );
  expect(rows).toEqual([]);
  expect(await balance(shopId, affiliateId)).toMatchObject({ payableMinor: 2000n });
});

const bankHead = "Date,Amount,Currency,Reference,Beneficiary";

/** A bank's file of some days: one payment that names a payout, and others that have no number of the bank's. */
async function takenOfBank(merchant: Merchant, others: readonly string[], fileName: string): Promise<string> {
  const { payments } = await createPaidSection(merchant, ["paid"], { method: "bank" });
  const own = `2026-03-05,-10.00,USD,${merchant.shopId}:${payments[0]?.paymentId},Ben`;
  const bytes = Buffer.from([bankHead, own, ...others].join("\r\n"));
  const found = await importStatement(merchant, { bytes, said: { provider: "bank", fileName } }, now);
  if (isRefusal(found)) throw new Error(JSON.stringify(found));
  await matchStatement(found, () => now);
  return found.statementId;
}

it("a payment to which no number was given is known again in another statement, and recorded once", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const [affiliateId, another] = [await payee(merchant), await payee(merchant)];
  const twice = ["2026-03-06,-15.00,USD,March,Ada", "2026-03-06,-15.00,USD,Again,Ada"];
  const first = await takenOfBank(merchant, twice.slice(0, 1), "first.csv");
  const second = await takenOfBank(merchant, twice, "second.csv");
  // Two people at once, from two statements, for two affiliates: the index lets one of them through.
  const asked = await Promise.all([
    record(merchant, first, affiliateId),
    record(merchant, second, another),
    record(merchant, first, affiliateId),
  ]);
  expect(asked.filter((one) => one === 1)).toHaveLength(1);
  await compareAgain(shopId, second);
  await matchStatement({ shopId, statementId: second }, () => now);
  const lines = await linesOf(merchant, second);
  expect(lines.map((one) => one.line.match).slice(0, 3)).toEqual(["matched", "matched", "unexpected"]);
  // The other payment of that day and amount is another one.
  expect(await record(merchant, second, affiliateId, [4])).toBe(1);
  const { rows } = await db().execute(
    sql`select amount_minor::text from payout_payments where shop_id = ${shopId} and method = 'manual'`,
  );
  expect(rows).toHaveLength(2);
});

it("a return of an unrecorded payment is recorded as paid and returned", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const affiliateId = await payee(merchant);
  const back = line("BACK", "15.00", { type: "Mass Pay Reversal" });
  const id = await taken(merchant, [back]);
  expect(await record(merchant, id, affiliateId)).toBe(1);
  expect(await balance(shopId, affiliateId)).toMatchObject({ payableMinor: 2000n, paidMinor: 0n });
  const [, told] = await linesOf(merchant, id);
  expect(told).toMatchObject({
    line: { match: "matched" },
    payment: { status: "returned", amountMinor: 1500n },
  });
  await compareAgain(shopId, id);
  await matchStatement({ shopId, statementId: id }, () => now);
  expect((await linesOf(merchant, id)).map((one) => one.line.match)).toEqual(["matched", "matched"]);
  expect(
    (await verifyShop(shopId)).differences.filter((one) => differenceText(one).startsWith("payout")),
  ).toEqual([]);
});

it.each([
  ["the affiliate bore", 40n, ["adjust", "noted"], 15n],
  ["the shop bore", 0n, ["fee", "noted"], 0n],
] as const)(
  "of a lower fee that %s what was too much is given back",
  async (_who, withheldMinor, steps, given) => {
    const merchant = await makeMerchant();
    const { shopId, actor } = merchant;
    const { payments, sectionId } = await createPaidSection(merchant, ["paid"], { withheldMinor });
    const [payment] = payments;
    if (!payment) throw new Error("There is one.");
    const bytes = Buffer.from(
      [head, line("T1", "-10.00", { reference: `${shopId}:${payment.paymentId}` })].join("\r\n"),
    );
    const known = { said: "provider", to: "paid" } as const;
    await inTransaction((tx) =>
      movePayments(tx, shopId, [{ paymentId: payment.paymentId, move: known, feeMinor: 40n }], { now }),
    );
    const found = await importStatement(
      merchant,
      { bytes, said: { provider: "paypal", fileName: "fee.csv" } },
      now,
    );
    if (isRefusal(found)) throw new Error(found.reason.code);
    await matchStatement(found, () => now);
    expect((await linesOf(merchant, found.statementId)).map((one) => one.steps)).toEqual([steps]);
    const asked = { numbers: [2], step: steps[0], note: "PayPal kept 0.25" };
    expect(await resolveLines({ shop: { shopId }, actor, now }, found.statementId, asked)).toBe(1);
    expect(await balance(shopId, payment.affiliateId)).toMatchObject({
      payableMinor: given,
      paidMinor: 1000n,
    });
    expect(await readSectionBooks(shopId, sectionId)).toMatchObject({
      identity: { differenceMinor: 0n, feeMinor: 25n, withheldMinor },
      reconciled: { feesMinor: 25n, toldFeesMinor: 25n },
    });
    await compareAgain(shopId, found.statementId);
    await matchStatement(found, () => now);
    expect((await linesOf(merchant, found.statementId)).map((one) => one.line.match)).toEqual(["matched"]);
    // An older answer of PayPal does not lower the fee, and the books agree.
    await inTransaction((tx) =>
      movePayments(tx, shopId, [{ paymentId: payment.paymentId, move: known, feeMinor: 10n }], { now }),
    );
    expect(await findPayment(db(), shopId, payment.paymentId)).toMatchObject({ feeMinor: 25n });
    expect(
      (await verifyShop(shopId)).differences.filter((one) => differenceText(one).startsWith("payout")),
    ).toEqual([]);
  },
);
