import { and, eq, ne, sql } from "drizzle-orm";
import type { PayoutItemId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import type { StatementLineRow } from "./provider-statements.ts";
import { statementLines } from "./schema/provider-statements.ts";

/** Held until the transaction ends: of two statements that tell of one payout, the second sees how the first stands. */
export async function lockComparing(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' statements', 0))`);
}

const { shopId: ofShop, statementId, number, identity, match, itemId, outcome, resolution } = statementLines;

/** The lines of all statements that stand to be about one of these payouts, and tell that it was paid. */
export async function paidLines(db: Db, shopId: ShopId, itemIds: readonly PayoutItemId[]) {
  if (itemIds.length === 0) return [];
  return db
    .select({ itemId, statementId, number, identity, match, resolution })
    .from(statementLines)
    .where(and(eq(ofShop, shopId), isOneOf(itemId, itemIds), eq(outcome, "settled"), ne(match, "waiting")));
}

/** The other line of the same payment for which the balance was adjusted already, or null. */
export async function adjustedLine(db: Db, line: StatementLineRow) {
  const { shopId, identity: known, itemId: about } = line;
  if (known === "" || about === null) return null;
  const rows = await db
    .select({ statementId, number })
    .from(statementLines)
    .where(
      and(
        eq(ofShop, shopId),
        eq(itemId, about),
        eq(identity, known),
        eq(outcome, line.outcome),
        isOneOf(resolution, ["adjust", "exchange"]),
      ),
    );
  return rows.find((one) => one.statementId !== line.statementId || one.number !== line.number) ?? null;
}
