import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import type { AffiliateId, FileImportId } from "#app/domain/ids.ts";
import type { Decisions } from "#app/domain/imports/decisions.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { checkImport, type DecisionChange, decideRows } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { listImportRows } from "#app/store/file-imports.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { fileImports } from "#app/store/schema/file-imports.ts";
import type { makeMerchant } from "./merchant.ts";
import { addAffiliate } from "./selling-shop.ts";

export type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

export const importedAt = new Date("2026-04-01T09:00:00Z");
export const undoneAt = new Date("2026-04-02T09:00:00Z");

export const importContext = ({ shop }: Merchant, now = importedAt) => ({
  shop,
  actor: { ...systemActor, name: "Ann" },
  now,
});

export const csvFile = (...rows: readonly string[]) => Buffer.from(`${rows.join("\n")}\n`);

/** Orders that the store lacks and other currencies are imported, as most tests' files have them. */
export const importedAnyway: Decisions = {
  "order_unknown:*": { action: "import" },
  "currency_foreign:*": { action: "import" },
};

/** Decides about rows before a check. */
export async function decideAhead(importId: string, decisions: Decisions): Promise<void> {
  await db()
    .update(fileImports)
    .set({ decisions })
    .where(sql`${fileImports.importId} = ${importId}`);
}

/** Uploads a file, and answers its check. */
export async function checkFile(
  merchant: Merchant,
  bytes: Buffer,
  choices: ImportChoices = {},
  decisions = importedAnyway,
) {
  const context = importContext(merchant);
  const file = await uploadImport(context, { bytes, fileName: "export.csv", system: null });
  if (isRefusal(file)) throw new Error(file.reason.code);
  const { importId, system, kind } = file;
  await decideAhead(importId, decisions);
  return { importId, system, kind, checked: await checkImport(context, importId, choices) };
}

export async function decide(merchant: Merchant, importId: FileImportId, ...changes: DecisionChange[]) {
  return await decideRows(importContext(merchant), importId, changes);
}

export async function runFile(merchant: Merchant, importId: FileImportId): Promise<void> {
  expect(isRefusal(await startImport(importContext(merchant), importId))).toBe(false);
  await runImport({ shopId: merchant.shopId, importId }, () => importedAt);
}

export async function undoFile(merchant: Merchant, importId: FileImportId): Promise<void> {
  expect(isRefusal(await startUndo(importContext(merchant, undoneAt), importId))).toBe(false);
  await runImport({ shopId: merchant.shopId, importId }, () => undoneAt);
}

/** Row, outcome and code of each row. */
export async function rowsOfFile({ shopId }: Merchant, importId: FileImportId) {
  const rows = await listImportRows(db(), shopId, { importId, limit: 100, offset: 0 });
  return rows.map(({ number, outcome, code }) => [number, outcome, code]);
}

export async function faultsOf({ shopId }: Merchant) {
  return (await verifyShop(shopId)).differences.map(differenceText);
}

/** An affiliate with an address. */
export async function affiliateAt(merchant: Merchant, code: string, email: string): Promise<AffiliateId> {
  const { affiliateId } = await addAffiliate(merchant, { code });
  await db()
    .update(affiliates)
    .set({ email, emailKey: email.toLowerCase() })
    .where(eq(affiliates.affiliateId, affiliateId));
  return affiliateId;
}
