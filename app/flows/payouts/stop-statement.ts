import type { ShopId } from "#app/domain/ids.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { changeStatement, lockStatement } from "#app/store/provider-statements.ts";

/**
 * Stops a statement until a person resumes it, and stores the reason: when its job gave up, or when retrying is
 * known not to help. A statement that is ready by now stays as it is.
 */
export async function stopStatement(
  of: { readonly shopId: string; readonly statementId: string },
  why?: Reason,
): Promise<void> {
  await inTransaction(async (tx) => {
    const statement = await lockStatement(tx, of.shopId as ShopId, of.statementId);
    if (!statement || statement.status === "ready" || statement.stopped !== "") return;
    const reason = why ?? { code: "statement_gave_up", what: statement.status };
    await changeStatement(tx, statement, { stopped: reasonAsText(reason) });
  });
}
