import { expect, it } from "vitest";
import { decideBatch } from "#app/flows/payouts/decide-items.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { importStatement } from "../../support/import-statement.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { makePaidBatch } from "../../support/paid-shop.ts";

const now = new Date("2026-03-20T10:00:00Z");

it.each([
  [1, "RUN-7", true],
  [2, "RUN-7", false],
])("of %i payments that were made under one reference, a line with it tells one: %s %s", async (...given) => {
  const [count, reference, isTold] = given;
  const merchant = await makeMerchant();
  const { shopId, actor } = merchant;
  const states = Array.from({ length: count }, () => "sent" as const);
  const { batchId, items } = await makePaidBatch(merchant, states, { method: "bank" });
  const said = { to: "settled", reference, note: "", happenedAt: now } as const;
  expect(await decideBatch({ shop: { shopId }, actor, now }, batchId, said)).toBe(count);
  const text = `Booking date,Type,Currency,Amount,Bank reference,Reference\r\n2026-03-20,Debit,USD,-10.00,${reference},Run`;
  const file = { bytes: Buffer.from(text), said: { provider: "bank", fileName: "march.csv" } };
  const found = accepted(await importStatement(merchant, file, now));
  await matchStatement(found, () => now);
  const { statement } = accepted(await readProviderStatement(shopId, found.statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 50 }));
  const line = lines[0]?.line;
  expect([line?.match, line?.itemId]).toEqual(isTold ? ["matched", items[0]?.itemId] : ["unexpected", null]);
});
