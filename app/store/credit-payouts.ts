import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { ProviderStatementId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import type { PayoutRequest } from "./payout-requests.ts";
import { payoutRequests, payoutPayments } from "./schema/payouts.ts";
import { statementLines } from "./schema/provider-statements.ts";

/** A payout by store credit, with the request that holds its account. */
export type CreditPayout = {
  readonly payment: typeof payoutPayments.$inferSelect;
  readonly request: PayoutRequest;
};

type CreditPayoutsInput = {
  readonly since: Date;
  readonly until: Date;
  /** Continues after this payout. */
  readonly after: string;
  readonly limit: number;
};

/**
 * Payouts by store credit that were paid or ended within some days, or sent within them and still open, by
 * id.
 */
export async function creditPayouts(
  db: Db,
  shopId: ShopId,
  { since, until, after, limit }: CreditPayoutsInput,
): Promise<CreditPayout[]> {
  const [from, to] = [since.toISOString(), until.toISOString()];
  const { settledAt, closedAt, sentAt, method, paymentId } = payoutPayments;
  return db
    .select({ payment: payoutPayments, request: payoutRequests })
    .from(payoutPayments)
    .innerJoin(
      payoutRequests,
      and(
        eq(payoutRequests.shopId, payoutPayments.shopId),
        eq(payoutRequests.requestId, payoutPayments.requestId),
      ),
    )
    .where(
      and(
        eq(payoutPayments.shopId, shopId),
        eq(method, "store_credit"),
        gt(paymentId, after as typeof payoutPayments.$inferSelect.paymentId),
        sql`((${settledAt} >= ${from} and ${settledAt} < ${to})
          or (${closedAt} >= ${from} and ${closedAt} < ${to})
          or (${closedAt} is null and ${sentAt} >= ${from} and ${sentAt} < ${to}))`,
      ),
    )
    .orderBy(asc(paymentId))
    .limit(limit);
}

/**
 * Payments whose transaction on an account is unknown: those of its open intent, if that was tried (M17), on
 * any day.
 */
export async function openCredits(
  db: Db,
  shopId: ShopId,
  { customerId, currency }: { readonly customerId: string; readonly currency: string },
) {
  const { paymentId, amountMinor } = payoutPayments;
  const rows = await db
    .select({ paymentId, amountMinor, seenBefore: payoutRequests.seenBefore })
    .from(payoutRequests)
    .innerJoin(
      payoutPayments,
      and(
        eq(payoutPayments.shopId, payoutRequests.shopId),
        eq(payoutPayments.requestId, payoutRequests.requestId),
      ),
    )
    .where(
      and(
        eq(payoutRequests.shopId, shopId),
        eq(payoutRequests.intentAccount, `${customerId}:${currency}`),
        isNotNull(payoutRequests.seenBefore),
        isNull(payoutPayments.closedAt),
        eq(payoutPayments.providerTransactionId, ""),
      ),
    );
  return rows.map((row) => ({ ...row, seenBefore: row.seenBefore ?? "" }));
}

/** Those of these identities that a statement's lines have already. */
export async function existingLines(
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
