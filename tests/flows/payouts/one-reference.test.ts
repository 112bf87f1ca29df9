import { expect, it } from "vitest";
import { decideSection } from "#app/flows/payouts/decide-payments.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { importStatement } from "../../support/import-statement.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";

const now = new Date("2026-03-20T10:00:00Z");

it.each([
  [1, "RUN-7", true],
  [2, "RUN-7", false],
])("of %i payments that were made under one reference, a line with it tells one: %s %s", async (...given) => {
  const [count, reference, isTold] = given;
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const states = Array.from({ length: count }, () => "sent" as const);
  const { sectionId, payments } = await createPaidSection(merchant, states, { method: "bank" });
  const said = { to: "paid", reference, note: "", happenedAt: now } as const;
  expect(await decideSection({ shop: { shopId }, actor, now }, sectionId, said)).toBe(count);
  const text = `Booking date,Type,Currency,Amount,Bank reference,Reference\r\n2026-03-20,Debit,USD,-10.00,${reference},Run`;
  const file = { bytes: Buffer.from(text), said: { provider: "bank", fileName: "march.csv" } };
  const found = accepted(await importStatement(merchant, file, now));
  await matchStatement(found, () => now);
  const { statement } = accepted(await readProviderStatement(shopId, found.statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 50 }));
  const line = lines[0]?.line;
  expect([line?.match, line?.paymentId]).toEqual(
    isTold ? ["matched", payments[0]?.paymentId] : ["unexpected", null],
  );
});
