import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { ProviderStatementId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import type { PayoutChunk } from "./payout-chunks.ts";
import { payoutChunks, payoutItems } from "./schema/payouts.ts";
import { statementLines } from "./schema/provider-statements.ts";

/** A payout by store credit, with the chunk that holds its account. */
export type CreditPayout = {
  readonly item: typeof payoutItems.$inferSelect;
  readonly chunk: PayoutChunk;
};

type Asked = {
  readonly since: Date;
  readonly until: Date;
  /** Goes on behind this payout. */
  readonly after: string;
  readonly limit: number;
};

/** Payouts by store credit that were settled or ended within some days, or sent within them and are still open, by their ids. */
export async function creditPayouts(
  db: Db,
  shopId: ShopId,
  { since, until, after, limit }: Asked,
): Promise<CreditPayout[]> {
  const [from, to] = [since.toISOString(), until.toISOString()];
  const { settledAt, closedAt, sentAt, method, itemId } = payoutItems;
  return db
    .select({ item: payoutItems, chunk: payoutChunks })
    .from(payoutItems)
    .innerJoin(
      payoutChunks,
      and(eq(payoutChunks.shopId, payoutItems.shopId), eq(payoutChunks.chunkId, payoutItems.chunkId)),
    )
    .where(
      and(
        eq(payoutItems.shopId, shopId),
        eq(method, "store_credit"),
        gt(itemId, after as typeof payoutItems.$inferSelect.itemId),
        sql`((${settledAt} >= ${from} and ${settledAt} < ${to})
          or (${closedAt} >= ${from} and ${closedAt} < ${to})
          or (${closedAt} is null and ${sentAt} >= ${from} and ${sentAt} < ${to}))`,
      ),
    )
    .orderBy(asc(itemId))
    .limit(limit);
}

/** Which of these lines a statement has already, by what they are known again by. */
export async function linesThere(
  db: Db,
  { shopId, statementId }: { readonly shopId: ShopId; readonly statementId: ProviderStatementId },
  identities: readonly string[],
): Promise<ReadonlySet<string>> {
  if (identities.length === 0) return new Set();
  const { identity } = statementLines;
  const rows = await db
    .select({ identity })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.shopId, shopId),
        eq(statementLines.statementId, statementId),
        isOneOf(identity, identities),
      ),
    );
  return new Set(rows.map((row) => row.identity));
}
