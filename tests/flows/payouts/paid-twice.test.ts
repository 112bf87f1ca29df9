import { expect, it } from "vitest";
import type { Step } from "#app/domain/statements/match.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection, type PaidPayment } from "../../support/paid-shop.ts";

const now = new Date("2026-03-20T10:00:00Z");
/** Behind the last day of the files: a day that is still to come is not understood. */
const importedAt = new Date("2026-04-06T10:00:00Z");
const head = "Booking date,Currency,Amount,Bank reference,Reference,Beneficiary";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** A booking of the bank; without a reference of its own where it gives none. */
const booked = (
  payment: PaidPayment | undefined,
  bankReference: string,
  day = "2026-03-05",
  amount = "-10.00",
) => [day, "USD", amount, bankReference, `Commission ${payment?.paymentId}`, "Ben"].join(",");

async function take(merchant: Merchant, ...lines: string[]): Promise<string> {
  const bytes = Buffer.from([head, ...lines].join("\r\n"));
  return accepted(
    await importStatement(merchant, { bytes, said: { provider: "bank", fileName: "march.csv" } }, importedAt),
  ).statementId;
}

async function compared({ shopId }: Merchant, statementId: string) {
  await compareAgain(shopId, statementId);
  await matchStatement({ shopId, statementId }, () => now);
  return await linesOf(shopId, statementId);
}

async function linesOf(shopId: Merchant["shopId"], statementId: string) {
  const { statement } = accepted(await readProviderStatement(shopId, statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 250 }));
  return lines;
}

const matchesOf = async (merchant: Merchant, ...lines: string[]) =>
  (await compared(merchant, await take(merchant, ...lines))).map((one) => one.line.match);

const resolve = ({ shopId, actor }: Merchant, id: string, number: number, step: Step) =>
  resolveLines({ shop: { shopId }, actor, now }, id, {
    numbers: [number],
    step,
    note: "The file went up twice",
  });

const payable = async ({ shopId }: Merchant, payment: PaidPayment | undefined) =>
  payment && (await balancesOf(db(), shopId, [payment.affiliateId])).get(payment.affiliateId)?.[0];

const toldMinor = async ({ shopId }: Merchant, sectionId: string) =>
  accepted(await readSectionBooks(shopId, sectionId)).reconciled.toldMinor;

const wrongPayouts = async ({ shopId }: Merchant) =>
  (await verifyShop(shopId)).differences
    .map((one) => differenceText(one))
    .filter((text) => /payout|statement/i.test(text));

it("a payment that the bank made twice is unexpected, counts in the sums, and is taken of the balance once", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const { sectionId, payments } = await createPaidSection(merchant, ["paid", "paid"], { method: "bank" });
  const [first, second] = payments;
  const twice = [booked(first, "B1"), booked(first, "B2", "2026-03-06"), booked(second, "B3")];
  const id = await take(merchant, ...twice);
  const lines = await compared(merchant, id);
  expect(lines.map((one) => [one.line.match, one.steps])).toEqual([
    ["matched", []],
    ["unexpected", ["adjust", "noted"]],
    ["matched", []],
  ]);
  expect(lines[1]?.payment?.paymentId).toBe(first?.paymentId);
  expect(lines.map((one) => [one.adjustsMinor, one.paidBy?.number])).toEqual([
    [null, undefined],
    [-1000n, lines[0]?.line.number],
    [null, undefined],
  ]);
  expect(await readSectionBooks(shopId, sectionId)).toMatchObject({
    reconciled: { payments: 2, reconciled: 1, paidMinor: 2000n, toldMinor: 3000n },
  });

  // Neither compared again nor told by a statement of the same days is it another one.
  expect((await compared(merchant, id)).map((one) => one.line.match)).toEqual([
    "matched",
    "unexpected",
    "matched",
  ]);
  const overlapping = await take(merchant, ...twice.toReversed(), booked(second, "B4", "2026-03-07"));
  expect((await compared(merchant, overlapping)).map((one) => one.line.match)).toEqual([
    "matched",
    "unexpected",
    "matched",
    "unexpected",
  ]);
  expect(await toldMinor(merchant, sectionId)).toBe(4000n);

  expect(await resolve(merchant, id, 3, "adjust")).toBe(1);
  expect(await payable(merchant, first)).toMatchObject({ payableMinor: -1000n, paidMinor: 1000n });
  expect(await resolve(merchant, overlapping, 3, "adjust")).toMatchObject({
    refused: "conflict",
    reason: { code: "already_adjusted", before: 3, statement: id },
  });
  expect(await resolve(merchant, overlapping, 3, "noted")).toBe(1);
  expect(await payable(merchant, first)).toMatchObject({ payableMinor: -1000n });
  expect(await wrongPayouts(merchant)).toEqual([]);
});

it("a line of another amount that was resolved with a note leaves the payout's own payment to another line", async () => {
  const merchant = await makeMerchant();
  const { payments } = await createPaidSection(merchant, ["paid"], { method: "bank" });
  const wrong = await take(merchant, booked(payments[0], "B1", "2026-03-05", "-10.40"));
  expect((await compared(merchant, wrong)).map((one) => one.line.match)).toEqual(["amount"]);
  const right = await take(merchant, booked(payments[0], "B2"));
  expect((await compared(merchant, right)).map((one) => one.line.match)).toEqual(["unexpected"]);
  expect(await resolve(merchant, wrong, 2, "noted")).toBe(1);
  expect((await compared(merchant, right)).map((one) => one.line.match)).toEqual(["matched"]);
  expect(await wrongPayouts(merchant)).toEqual([]);
});

it("a payment that was made again later is unexpected in the file of its days, whichever is compared first", async () => {
  const merchant = await makeMerchant();
  const { sectionId, payments } = await createPaidSection(merchant, ["paid"], { method: "bank" });
  const [payment] = payments;
  const [march, april] = [
    await take(merchant, booked(payment, "B1")),
    await take(merchant, booked(payment, "B2", "2026-04-05", "-9.40")),
  ];
  expect((await compared(merchant, april)).map((one) => one.line.match)).toEqual(["amount"]);
  expect((await compared(merchant, march)).map((one) => one.line.match)).toEqual(["unexpected"]);
  expect((await compared(merchant, april)).map((one) => one.line.match)).toEqual(["amount"]);
  expect(await toldMinor(merchant, sectionId)).toBe(1940n);
  expect(await resolve(merchant, april, 2, "adjust")).toBe(1);
  expect(await resolve(merchant, march, 2, "adjust")).toBe(1);
  // 10.00 and 9.40 were paid; the payout is one of 10.00.
  expect(await payable(merchant, payment)).toMatchObject({ payableMinor: -940n, paidMinor: 1000n });
  expect(await wrongPayouts(merchant)).toEqual([]);
});

it("of what is open one of two payments settles, and the other one does not", async () => {
  const merchant = await makeMerchant();
  const { payments } = await createPaidSection(merchant, ["checking"], { method: "bank" });
  const [payment] = payments;
  const id = await take(merchant, booked(payment, "B1"), booked(payment, "B2"));
  expect((await compared(merchant, id)).map((one) => one.line.match)).toEqual(["paid", "unexpected"]);
  expect(await resolve(merchant, id, 3, "settle")).toMatchObject({ errors: [{ field: "step" }] });
  expect(await resolve(merchant, id, 3, "adjust")).toBe(1);
  expect(await payable(merchant, payment)).toMatchObject({ payableMinor: -1000n, inTransitMinor: 1000n });
  expect(await resolve(merchant, id, 2, "settle")).toBe(1);
  expect(await payable(merchant, payment)).toMatchObject({ payableMinor: -1000n, paidMinor: 1000n });
  expect((await compared(merchant, id)).map((one) => one.line.match)).toEqual(["matched", "unexpected"]);
});

it("where the bank gives no reference of its own, alike rows of one payout are two payments, and repeated ones are not", async () => {
  const merchant = await makeMerchant();
  const { payments } = await createPaidSection(merchant, ["paid", "paid"], { method: "bank" });
  const [first, second] = payments;
  const rows = [booked(first, ""), booked(second, "")];
  expect(await matchesOf(merchant, ...rows)).toEqual(["matched", "matched"]);
  // The newest first, as other statements have them.
  expect(await matchesOf(merchant, ...rows.toReversed())).toEqual(["matched", "matched"]);
  // A reference that only one of two statements gives tells nothing of another payment.
  expect(await matchesOf(merchant, booked(first, "B1"), rows[1] ?? "")).toEqual(["matched", "matched"]);
  const again = booked(first, "").replace("Commission", "Again");
  expect(await matchesOf(merchant, again, ...rows)).toEqual(["matched", "unexpected", "matched"]);
  expect(await matchesOf(merchant, booked(first, "", "2026-03-09"), rows[1] ?? "")).toEqual([
    "unexpected",
    "matched",
  ]);
});

it("of two statements that are compared at once, one has the payment and the other a further one", async () => {
  const merchant = await makeMerchant();
  const { payments } = await createPaidSection(merchant, ["paid"], { method: "bank" });
  const ids = [
    await take(merchant, booked(payments[0], "B1")),
    await take(merchant, booked(payments[0], "B2", "2026-03-06")),
  ];
  const lines = await Promise.all(ids.map((id) => compared(merchant, id)));
  expect(lines.flat().map((one) => one.line.match)).toEqual(
    expect.arrayContaining(["matched", "unexpected"]),
  );
});
