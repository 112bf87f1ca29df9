import { expect, it } from "vitest";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { moveFromItem } from "#app/flows/payouts/watch-payout.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { insertStatementLines } from "#app/store/provider-statements.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";

const now = new Date("2026-03-20T10:00:00Z");
const head = "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number";

/** Two payouts of 10.00 dollars, of which the provider tells that 9.00 euro were paid for each. */
async function paidInEuro() {
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const { sectionId, payments } = await createPaidSection(merchant, ["paid", "paid"]);
  const lines = payments.map(
    ({ paymentId }, at) => `2026-03-05,Mass Payment,Completed,EUR,-9.00,0.00,TXN${at},${shopId}:${paymentId}`,
  );
  const bytes = Buffer.from([head, ...lines].join("\r\n"));
  const found = accepted(await importStatement(merchant, { bytes, said: { provider: "paypal" } }, now));
  await matchStatement(found, () => now);
  const { statementId } = found;
  return {
    shopId,
    sectionId,
    lines: async () => {
      const { statement } = accepted(await readProviderStatement(shopId, statementId));
      return accepted(await readLines(statement, {}, { page: 1, limit: 250 })).lines;
    },
    exchange: (amount: string, numbers = [2], note = "Worth 10.80") =>
      resolveLines({ shop: { shopId }, actor, now }, statementId, {
        numbers,
        step: "exchange",
        note,
        amount,
      }),
    balanceOf: async (at: number) => {
      const affiliateId = payments[at]?.affiliateId;
      if (!affiliateId) throw new Error("There is no such payout.");
      return (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId)?.[0];
    },
  };
}

it("a payment in another currency that both sides call paid is adjusted to the value that a person enters", async () => {
  const { shopId, sectionId, lines, exchange, balanceOf } = await paidInEuro();
  const way = ["exchange", "noted"];
  expect((await lines()).map((one) => [one.line.match, one.steps])).toEqual([
    ["amount", way],
    ["amount", way],
  ]);

  // Two requests at once adjust once.
  expect((await Promise.all([exchange("-0.80"), exchange("-0.80")])).toSorted()).toEqual([0, 1]);
  expect(await balanceOf(0)).toMatchObject({ payableMinor: -80n, paidMinor: 1000n });
  expect(await exchange("+0.25", [3])).toBe(1);
  expect(await balanceOf(1)).toMatchObject({ payableMinor: 25n, paidMinor: 1000n });
  expect((await lines()).map((one) => [one.line.resolution, one.steps])).toEqual([
    ["exchange", []],
    ["exchange", []],
  ]);
  expect(await readSectionBooks(shopId, sectionId)).toMatchObject({ identity: { differenceMinor: 0n } });
});

it.each([
  ["no amount", "amount", "", [2], "Worth 10.80"],
  ["nothing", "amount", "0", [2], "Worth 10.80"],
  ["a part of a cent", "amount", "-0.805", [2], "Worth 10.80"],
  ["no reason", "note", "-0.80", [2], " "],
  ["one amount for two payments", "lines", "-0.80", [2, 3], "Worth 10.80"],
] as const)("%s is refused at its field and changes nothing", async (...given) => {
  const [, field, amount, numbers, note] = given;
  const { lines, exchange, balanceOf } = await paidInEuro();
  expect(await exchange(amount, [...numbers], note)).toMatchObject({ errors: [{ field }] });
  expect(await balanceOf(0)).toMatchObject({ payableMinor: 0n, paidMinor: 1000n });
  expect((await lines()).map((one) => one.line.resolution)).toEqual(["", ""]);
});

it("a fee in another currency is shown with its payment, and not posted", async () => {
  const merchant = await makeMerchant();
  const { payments } = await createPaidSection(merchant, ["sent"]);
  const payment = await findPayment(db(), merchant.shopId, payments[0]?.paymentId ?? newId("pit", now));
  if (!payment) throw new Error("There is one.");
  const told = {
    paymentId: "PPI",
    senderItemId: "",
    batchId: "PPB",
    transactionId: "TXN",
    status: "SUCCESS",
    outcome: "paid",
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    feeMinor: null,
    otherFee: "0.25 EUR",
    processedAt: now,
    error: "",
  } as const;
  expect(moveFromItem(payment, told)).toMatchObject({
    feeMinor: undefined,
    reason: reasonAsText({ code: "paypal_other_fee", fee: "0.25 EUR" }),
  });
  expect(moveFromItem(payment, { ...told, otherFee: "" })).toMatchObject({ reason: "" });
});

it("a file in one currency misses no payout in another, and finds the ones that an older file seemed to miss", async () => {
  const { shopId, shop, actor, ...merchant } = await makeMerchant();
  const dollars = await createPaidSection({ shopId, ...merchant }, ["paid", "paid"], { method: "bank" });
  const euros = await createPaidSection({ shopId, ...merchant }, ["paid", "sent"], {
    method: "bank",
    currency: "EUR",
  });
  const bytes = Buffer.from(
    `Date,Currency,Amount,Reference\r\n2026-03-05,USD,-10.00,${dollars.payments[0]?.paymentId}`,
  );
  const found = accepted(await importStatement({ shop, actor }, { bytes, said: { provider: "bank" } }, now));
  await matchStatement(found, () => now);
  const { statementId } = found;
  const standing = async () => {
    const { statement } = accepted(await readProviderStatement(shopId, statementId));
    const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 250 }));
    return lines.map(({ line }) => [line.match, line.paymentId, line.resolution]);
  };
  const [agreed, awaited] = dollars.payments.map((one) => one.paymentId);
  expect(await standing()).toEqual([
    ["matched", agreed, ""],
    ["awaited", awaited, ""],
  ]);

  // As a comparison wrote it that looked at no currency.
  const wrong = euros.payments[0]?.paymentId ?? null;
  const line = { shopId, statementId, number: 4, senderItemId: wrong ?? "", paymentId: wrong };
  const told = { amountMinor: 1000n, currency: "EUR", outcome: "", match: "missing" };
  await inTransaction((tx) => insertStatementLines(tx, [{ ...line, ...told }]));
  await compareAgain(shopId, statementId);
  await matchStatement(found, () => now);
  expect(await standing()).toEqual([
    ["matched", agreed, ""],
    ["awaited", awaited, ""],
    ["missing", wrong, "found"],
  ]);
});
