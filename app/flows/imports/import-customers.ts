import type { CustomerRow } from "#app/domain/imports/import-rows.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { endBindingsSince, insertBinding, lockBinding } from "#app/store/bindings.ts";
import type { AppliedRow, FileImportRow } from "#app/store/file-imports.ts";
import type { ImportingBatch } from "./importing-batch.ts";

/** Makes the customers of some rows lifetime customers, for orders from now on. Only hashes of addresses are kept. */
export async function importCustomers(
  tx: Tx,
  batch: ImportingBatch,
  rows: readonly FileImportRow[],
): Promise<AppliedRow[]> {
  const applied: AppliedRow[] = [];
  for (const row of rows) applied.push(await importCustomer(tx, batch, row));
  return applied;
}

async function importCustomer(tx: Tx, { shop, row: file, now }: ImportingBatch, row: FileImportRow) {
  const { shopId } = shop;
  const { affiliateId, outcome } = row;
  const nameless = { ...row, label: "" };
  if (outcome !== "create" || affiliateId === null) return nameless;
  const hash = customerHash(shopId, (row.values as unknown as CustomerRow).customerEmail);
  const owner = await lockBinding(tx, shopId, hash);
  if (owner?.affiliateId === affiliateId) {
    return { ...nameless, outcome: "skip", code: "customer_known" } as const;
  }
  if (owner) return { ...nameless, outcome: "decide", code: "customer_taken" } as const;
  await insertBinding(tx, {
    shopId,
    customerHash: hash,
    since: now,
    affiliateId,
    createdBy: file.createdBy.name,
  });
  return { ...nameless, isApplied: true, details: { since: now.toISOString() } };
}

/** Ends what an import began, unless somebody has assigned the customer again since. */
export async function releaseCustomers(
  tx: Tx,
  { shop: { shopId }, now }: ImportingBatch,
  rows: readonly FileImportRow[],
): Promise<void> {
  for (const { isApplied, affiliateId, details } of rows) {
    if (!isApplied || affiliateId === null) continue;
    await endBindingsSince(tx, shopId, {
      affiliateId,
      since: new Date(String(details["since"])),
      until: now,
    });
  }
}
