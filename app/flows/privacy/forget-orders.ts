import { rememberAnswers, withoutClickIds, withoutCustomer } from "#app/domain/forget-customer.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { saveForgotten } from "#app/store/customer-traces.ts";
import { hashOfFacts, type OrderRow } from "#app/store/orders.ts";
import { forgetDimensions } from "#app/store/forget-dimensions.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";

/**
 * Deletes the buyers of locked orders. Only the results of the terms' conditions on them stay, so a later refund, a
 * verification and a replay calculate the same.
 */
export async function forgetOrders(
  tx: Tx,
  shopId: ShopId,
  { rows, now }: { readonly rows: readonly OrderRow[]; readonly now: Date },
): Promise<void> {
  const judging = rows.flatMap((row) => versionOf(row) ?? []);
  const terms = await frozenTerms(tx, shopId, judging);
  const left = rows.flatMap((row) => {
    if (!("id" in row.facts)) return [];
    const version = versionOf(row);
    const judgedBy = version === null ? null : (terms.get(versionId(version)) ?? null);
    const facts = readFacts(row.facts);
    const forgotten = rememberAnswers(facts, judgedBy, now.toISOString());
    const kept = withoutCustomer(facts, forgotten);
    return {
      orderId: row.orderId,
      facts: toPlain(kept) as Record<string, unknown>,
      factsHash: row.factsHash === "" ? "" : hashOfFacts(kept),
      attribution: withoutClickIds(row.attribution),
    };
  });
  await saveForgotten(tx, shopId, left);
  await forgetDimensions(
    tx,
    shopId,
    left.map((one) => one.orderId),
  );
}

function versionOf({ programId, programVersion }: OrderRow) {
  return programId === null || programVersion === null ? null : { programId, number: programVersion };
}
