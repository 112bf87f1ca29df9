import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { addLifetimeCustomer, readLifetimeCustomers } from "#app/flows/attribution/lifetime-customers.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { db } from "#app/platform/db.server.ts";
import { listImportRows } from "#app/store/file-imports.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { lifetimeCustomers } from "#app/store/schema/attribution.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

const importedAt = new Date("2026-04-01T09:00:00Z");
const before = new Date("2026-03-01T09:00:00Z");
const undoneAt = new Date("2026-04-02T09:00:00Z");

it("imports lifetime customers, keeps those of others, and undoes only its own", async () => {
  const merchant = await makeMerchant();
  const { shop, shopId, actor } = merchant;
  const ctx = { shop, actor, now: importedAt };
  const ada = await addAffiliate(merchant, { code: "ADA" });
  const bea = await addAffiliate(merchant, { code: "BEA" });
  const emails = [
    [ada, "ada@x.example"],
    [bea, "bea@x.example"],
  ] as const;
  for (const [{ affiliateId }, email] of emails) {
    await db()
      .update(affiliates)
      .set({ email, emailKey: email })
      .where(eq(affiliates.affiliateId, affiliateId));
  }
  const asked = { email: "taken@c.example", affiliate: bea.affiliateId };
  expect(isRefusal(await addLifetimeCustomer({ ...ctx, now: before }, asked))).toBe(false);
  const bytes = Buffer.from(
    [
      "id,Date,Affiliate ID,Affiliate Email,Referral code,Customer Email,Customer Name,Source",
      "1,2025-01-02,7,ADA@x.example,ADA,one@c.example,One,order",
      "2,2025-01-02,7,ada@x.example,ADA,ONE@c.example,One,form",
      "3,2025-01-02,7,ada@x.example,ADA,taken@c.example,Two,order",
      "4,2025-01-02,8,nobody@x.example,X,three@c.example,Three,order",
      "5,2025-01-02,7,ada@x.example,ADA,,Four,order",
      "6,2025-01-02,7,ada@x.example,ADA,not an address,Five,order",
    ].join("\n"),
  );
  const file = await uploadImport(ctx, { bytes, fileName: "connected-customers.csv", system: null });
  if (isRefusal(file)) throw new Error(file.reason.code);
  const { importId } = file;
  expect(file).toMatchObject({ system: "goaffpro", kind: "customers" });
  expect(await checkImport(ctx, importId, {})).toEqual({ questions: null });
  const page = { importId, limit: 10, offset: 0 };
  expect((await listImportRows(db(), shopId, page)).map(({ code }) => code)).toEqual([
    "customer_new",
    "customer_repeated",
    "customer_taken",
    "affiliate_unknown",
    "customer_missing",
    "customer_invalid",
  ]);

  await startImport(ctx, importId);
  for (let run = 0; run < 2; run += 1) await runImport({ shopId, importId }, () => importedAt);
  const bound = async (email: string) => {
    const found = await readLifetimeCustomers(shopId, { email, status: "active", page: 1, limit: 10 });
    return isRefusal(found) ? found : found.bindings.map(({ affiliate }) => affiliate.id);
  };
  expect(await bound("one@c.example")).toEqual([ada.affiliateId]);
  expect(await bound("taken@c.example")).toEqual([bea.affiliateId]);
  expect(JSON.stringify(await listImportRows(db(), shopId, page))).not.toContain("c.example");

  await startUndo({ ...ctx, now: undoneAt }, importId);
  await runImport({ shopId, importId }, () => undoneAt);
  expect(await bound("one@c.example")).toEqual([]);
  expect(await bound("taken@c.example")).toEqual([bea.affiliateId]);
  const all = await db().select().from(lifetimeCustomers).where(eq(lifetimeCustomers.shopId, shopId));
  expect(all).toHaveLength(2);
});
