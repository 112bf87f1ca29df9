import type { Ctx } from "#app/domain/context.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockImportedOrders } from "#app/store/file-imports.ts";
import { findShadow, hasBooks, insertShadow } from "#app/store/shadow.ts";

/** Starts shadow mode, before the books have anything. From then on, all orders are the previous app's (M25). */
export async function startShadow({ shop: { shopId }, actor, now }: Ctx): Promise<true | Refusal> {
  return await inTransaction(async (tx) => {
    // Orders that are settled at this moment are seen below, and later ones see the row.
    await lockImportedOrders(tx, shopId);
    if (await findShadow(tx, shopId)) return refuse("conflict", { code: "shadow_started" });
    if (await hasBooks(tx, shopId)) return refuse("not-possible", { code: "shadow_too_late" });
    await insertShadow(tx, shopId, now);
    await recordAudit(tx, shopId, {
      subjectKind: "shop",
      subjectId: shopId,
      action: "shadow-started",
      actor,
      now,
    });
    return true;
  });
}
