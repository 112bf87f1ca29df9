import type { ShopId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { changeStatement, lockStatement } from "#app/store/provider-statements.ts";

/** Messages after the last attempt, by the step that failed. */
export const givenUp = {
  reading:
    "It was tried for more than an hour, and Shopify gave no usable answer. What was read stands; see whether the store can be reached and the app is allowed to read store credit, then go on.",
  matching:
    "Comparing failed again and again. What was compared stands, and nothing was posted; go on, and if it stops again, tell whoever runs this app to look into its log.",
} as const;

/**
 * Stops a statement until a person resumes it, and stores the reason: when its job gave up, or when retrying is
 * known not to help. A statement that is ready by now stays as it is.
 */
export async function stopStatement(
  of: { readonly shopId: string; readonly statementId: string },
  why?: string,
): Promise<void> {
  await inTransaction(async (tx) => {
    const statement = await lockStatement(tx, of.shopId as ShopId, of.statementId);
    if (!statement || statement.status === "ready" || statement.stopped !== "") return;
    await changeStatement(tx, statement, { stopped: why ?? givenUp[statement.status] });
  });
}
