import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { rowOfDifference } from "#app/domain/ledger/difference.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { importedBalances } from "#app/store/schema/file-imports.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

it("names an imported balance that was changed, and an import whose totals were", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const { affiliateId } = await addAffiliate(merchant);
  const ctx = { ...merchant, now: new Date("2026-04-01T09:00:00Z") };
  const bytes = Buffer.from(`Email,Balance\n${affiliateId}@example.com,12.50\n`);
  const file = accepted(await uploadImport(ctx, { bytes, fileName: "balances.csv", system: null }));
  accepted(await checkImport(ctx, file.importId, { kind: "balances", currency: "USD" }));
  accepted(await startImport(ctx, file.importId));
  await runImport({ shopId, importId: file.importId }, () => ctx.now);
  const found = async () => (await verifyShop(shopId)).differences.map(rowOfDifference);
  expect(await found()).toEqual([]);
  const [balance] = await db().select().from(importedBalances).where(eq(importedBalances.shopId, shopId));
  await db().execute(sql`update imported_balances set current_minor = 1200 where shop_id = ${shopId}`);
  expect(await found()).toEqual([{ table: "imported_balances", key: balance?.entryId }]);
  await db().execute(sql`update imported_balances set current_minor = 1250 where shop_id = ${shopId}`);
  await db().execute(sql`update file_imports set totals = jsonb_set(totals, '{0,payableMinor}', '"1300"')
    where shop_id = ${shopId}`);
  expect(await found()).toEqual([{ table: "file_imports", key: file.importId }]);
});
