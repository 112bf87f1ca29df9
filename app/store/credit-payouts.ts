import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
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

type CreditPayoutsInput = {
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
  { since, until, after, limit }: CreditPayoutsInput,
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

/**
 * Payouts that an account may have been given, of which nobody knows the transaction: of an intent that stands for it
 * and was tried (M17). Whichever days they were sent on.
 */
export async function openCredits(
  db: Db,
  shopId: ShopId,
  { customerId, currency }: { readonly customerId: string; readonly currency: string },
) {
  const { itemId, amountMinor } = payoutItems;
  const rows = await db
    .select({ itemId, amountMinor, seenBefore: payoutChunks.seenBefore })
    .from(payoutChunks)
    .innerJoin(
      payoutItems,
      and(eq(payoutItems.shopId, payoutChunks.shopId), eq(payoutItems.chunkId, payoutChunks.chunkId)),
    )
    .where(
      and(
        eq(payoutChunks.shopId, shopId),
        eq(payoutChunks.intentAccount, `${customerId}:${currency}`),
        isNotNull(payoutChunks.seenBefore),
        isNull(payoutItems.closedAt),
        eq(payoutItems.providerTransactionId, ""),
      ),
    );
  return rows.map((row) => ({ ...row, seenBefore: row.seenBefore ?? "" }));
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
