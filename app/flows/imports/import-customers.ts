import type { AffiliateId } from "#app/domain/ids.ts";
import type { CustomerRow } from "#app/domain/imports/import-rows.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { endBinding, endBindingsSince, insertBinding, lockBinding } from "#app/store/bindings.ts";
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
  const { decisionKey: _decided, ...details } = row.details;
  const nameless = { ...row, label: "", details };
  if (outcome !== "create" || affiliateId === null) return nameless;
  const hash = customerHash(shopId, (row.values as unknown as CustomerRow).customerEmail);
  const owner = await lockBinding(tx, shopId, hash);
  if (owner?.affiliateId === affiliateId) {
    return { ...nameless, outcome: "skip", code: "customer_known" } as const;
  }
  const isMoved = row.code === "customer_moved";
  if (owner && !isMoved) return { ...nameless, outcome: "decide", code: "customer_taken" } as const;
  if (owner) await endBinding(tx, shopId, hash, now);
  await insertBinding(tx, {
    shopId,
    customerHash: hash,
    since: now,
    affiliateId,
    createdBy: file.createdBy.name,
  });
  return {
    ...nameless,
    isApplied: true,
    details: { since: now.toISOString(), ...(owner && { from: owner.affiliateId, hash }) },
  };
}

/** Releases the customers of an undone import, unless a person reassigned them since. Moved ones go back. */
export async function releaseCustomers(
  tx: Tx,
  { shop: { shopId }, row: file, now }: ImportingBatch,
  rows: readonly FileImportRow[],
): Promise<void> {
  const applied = rows.flatMap(({ isApplied, affiliateId, details }) =>
    isApplied && affiliateId !== null
      ? [{ affiliateId, since: new Date(String(details["since"])), details }]
      : [],
  );
  for (const { affiliateId, since, details } of applied) {
    const { hash, from } = details;
    if (typeof hash !== "string") continue;
    const owner = await lockBinding(tx, shopId, hash);
    if (owner?.affiliateId !== affiliateId || owner.since.getTime() !== since.getTime()) continue;
    await endBinding(tx, shopId, hash, now);
    await insertBinding(tx, {
      shopId,
      customerHash: hash,
      since: now,
      affiliateId: from as AffiliateId,
      createdBy: file.createdBy.name,
    });
  }
  for (const { affiliateId, since } of applied) {
    await endBindingsSince(tx, shopId, { affiliateId, since, until: now });
  }
}
