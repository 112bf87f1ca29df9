import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db } from "#app/platform/db.server.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";

it("what was paid after a file was brought in is not missing in it, though its last day was still running", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const { payments } = await createPaidSection(merchant, ["paid", "paid", "paid"], { method: "bank" });
  const [told, before, after] = payments.map((one) => one.paymentId);
  const settleAt = (paymentId: string | undefined, at: string) =>
    db().execute(sql`update payout_payments set sent_at = '2026-02-20T00:00:00Z',
      settled_at = ${`2026-03-05T${at}:00Z`}::timestamptz
      where shop_id = ${shopId} and payment_id = ${paymentId}`);
  await settleAt(before, "09:00");
  await settleAt(after, "15:00");
  const now = new Date("2026-03-05T12:00:00Z");
  const bytes = Buffer.from(
    `Booking date,Currency,Amount,Bank reference,Reference\r\n2026-03-05,USD,-10.00,B1,Commission ${told}`,
  );
  const said = { provider: "bank", fileName: "march.csv" };
  const { statementId } = accepted(await importStatement(merchant, { bytes, said }, now));
  const missing = async () => {
    await matchStatement({ shopId, statementId }, () => now);
    const { statement } = accepted(await readProviderStatement(shopId, statementId));
    const { lines } = accepted(await readLines(statement, { match: "missing" }, { page: 1, limit: 50 }));
    return lines.map((one) => one.line.paymentId);
  };
  expect(await missing()).toEqual([before]);
  // Compared again days later it is still a statement of that noon.
  await compareAgain(shopId, statementId);
  expect(await missing()).toEqual([before]);
});

it("a payment that another statement reports as paid is neither missing nor returned, whichever was uploaded first", async () => {
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const { payments } = await createPaidSection(merchant, ["paid", "paid", "paid"], { method: "bank" });
  const now = new Date("2026-03-20T12:00:00Z");
  // So long before that the bank has to have paid them.
  await db().execute(
    sql`update payout_payments set sent_at = '2026-02-20T00:00:00Z' where shop_id = ${shopId}`,
  );
  const take = async (day: string, payment: (typeof payments)[number] | undefined) => {
    const head = "Booking date,Currency,Amount,Bank reference,Reference";
    const bytes = Buffer.from(
      `${head}\r\n${day},USD,-10.00,B ${day} ${payment?.paymentId},${payment?.paymentId}`,
    );
    const given = { bytes, said: { provider: "bank", fileName: "march.csv" } };
    const { statementId } = accepted(await importStatement(merchant, given, now));
    await matchStatement({ shopId, statementId }, () => now);
    return statementId;
  };
  const linesOf = async (statementId: string) => {
    const { statement } = accepted(await readProviderStatement(shopId, statementId));
    const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 50 }));
    return lines.map(({ line, steps }) => [line.paymentId, line.match, steps]);
  };
  const [first, second, third] = payments;
  // They were settled here on the 5th, and the bank booked the third one a day later.
  await take("2026-03-05", first);
  const early = await take("2026-03-05", second);
  expect(await linesOf(early)).toEqual([
    [second?.paymentId, "matched", []],
    [third?.paymentId, "missing", ["return", "noted"]],
  ]);
  await take("2026-03-06", third);
  const asked = { numbers: [3], step: "return", note: "" } as const;
  expect(await resolveLines({ shop: { shopId }, actor, now }, early, asked)).toMatchObject({
    refused: "conflict",
    reason: { code: "line_says_paid" },
  });
  await compareAgain(shopId, early);
  await matchStatement({ shopId, statementId: early }, () => now);
  expect(await linesOf(early)).toEqual([
    [second?.paymentId, "matched", []],
    [third?.paymentId, "missing", []],
  ]);
});
