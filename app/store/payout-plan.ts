import { and, asc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import type { AffiliateId, PaymentId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Payee } from "../domain/payouts/eligible.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { laterMinorOf } from "./balance-lines.ts";
import { affiliatesBeingUndone } from "./imported-balances.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { effectiveDetails, type EffectiveDetails } from "./payout-details.ts";
import { affiliates, programMembers } from "./schema/affiliates.ts";
import { ledgerBalances } from "./schema/ledger.ts";
import { payoutDetails, payoutPauses, payoutPayments } from "./schema/payouts.ts";

/** The affiliates that a section considers. */
export type Candidates = {
  /** Null pays each affiliate by their own method. */
  readonly method: PayoutMethod | null;
  readonly currency: string;
  /** Amounts approved later than this are not paid. Null pays all. */
  readonly cutoffAt: Date | null;
  /** The affiliates that a person chose. Null considers everybody with a balance. */
  readonly chosen: readonly AffiliateId[] | null;
  /** Only members of this program. Null or undefined for everybody. */
  readonly programId?: ProgramId | null | undefined;
  /** Replaces the shop's minimum. Null or undefined keeps it. Minor units. */
  readonly minimumMinor?: bigint | null | undefined;
};

/** An affiliate as the pay rule sees them, with the data that lists show. */
export type NamedPayee = Payee & {
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly email: string;
  /** Their payout details. Null if none are in effect or none are needed. */
  readonly details: Omit<EffectiveDetails, "sealed" | "customerMissingAt"> | null;
  /** When waiting details take effect. Null if none wait or they are not confirmed. */
  readonly usableFrom: Date | null;
};

/** The next affiliates that a section considers after this one, in the order of their ids. */
export async function candidateIds(
  db: Db,
  shopId: ShopId,
  { currency, chosen, programId }: Candidates,
  { after, limit }: { after: string; limit: number },
): Promise<AffiliateId[]> {
  if (chosen && !programId) {
    const rest = chosen.filter((one) => one > after).toSorted((a, b) => (a < b ? -1 : 1));
    return rest.slice(0, limit);
  }
  const rows = await db
    .select({ affiliateId: ledgerBalances.affiliateId })
    .from(ledgerBalances)
    .where(
      and(
        eq(ledgerBalances.shopId, shopId),
        gt(ledgerBalances.affiliateId, after as AffiliateId),
        eq(ledgerBalances.account, "payable"),
        eq(ledgerBalances.currency, currency),
        ne(ledgerBalances.balanceMinor, sql`0`),
        chosen ? isOneOf(ledgerBalances.affiliateId, chosen) : undefined,
        programId ? isMember(shopId, programId) : undefined,
      ),
    )
    .orderBy(asc(ledgerBalances.affiliateId))
    .limit(limit);
  return rows.map((row) => row.affiliateId);
}

const isMember = (shopId: ShopId, programId: ProgramId) => sql`exists (
  select 1 from ${programMembers} member where member.shop_id = ${shopId} and member.program_id = ${programId}
    and member.affiliate_id = ${ledgerBalances.affiliateId} and member.left_at is null)`;

/** The currencies in which an affiliate has an available balance, by code. */
export async function payableCurrencies(db: Db, shopId: ShopId): Promise<string[]> {
  const { currency, account, balanceMinor } = ledgerBalances;
  const rows = await db
    .selectDistinct({ currency })
    .from(ledgerBalances)
    .where(and(eq(ledgerBalances.shopId, shopId), eq(account, "payable"), gt(balanceMinor, sql`0`)))
    .orderBy(asc(currency));
  return rows.map((row) => row.currency);
}

/**
 * Locks the balances of some affiliates in the order of all postings, after the affiliates and before rows of
 * payouts. Until the transaction ends, nothing is released to them, deducted from them or planned for them.
 */
export async function lockPayees(
  tx: Tx,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
  currency: string,
): Promise<void> {
  await tx.execute(sql`
    select 1 from ledger_balances
    where shop_id = ${shopId} and affiliate_id = any(${sql.param([...affiliateIds])})
      and account in ('in_transit', 'payable') and currency = ${currency}
    order by affiliate_id, account, currency for update`);
}

/** The inputs of the pay rule for these affiliates, in the order of their ids. Unknown ids are skipped. */
export async function readPayees(
  db: Db,
  shopId: ShopId,
  { method, currency, cutoffAt }: Candidates,
  { ids, at }: { ids: readonly AffiliateId[]; at: Date },
): Promise<NamedPayee[]> {
  if (ids.length === 0) return [];
  const details =
    method === "manual"
      ? new Map<AffiliateId, EffectiveDetails>()
      : await effectiveDetails(db, shopId, ids, at);
  const without = method === "manual" ? [] : ids.filter((one) => !details.has(one));
  const waiting = await waitingDetails(db, shopId, without, at);
  const later = await laterMinorOf(db, shopId, { affiliateIds: ids, currency, cutoffAt });
  const rows = await selectPayees(db, shopId, ids, currency);
  return rows.map(({ affiliateId, payableMinor, ...row }) => {
    const found = details.get(affiliateId);
    return {
      ...row,
      affiliateId,
      payableMinor: payableMinor ?? 0n,
      laterMinor: later.get(affiliateId) ?? 0n,
      method: found?.method ?? null,
      hasWaitingDetails: waiting.has(affiliateId),
      isCustomerMissing: (found?.customerMissingAt ?? null) !== null,
      usableFrom: waiting.get(affiliateId) ?? null,
      details: found ? { detailsId: found.detailsId, method: found.method, masked: found.masked } : null,
    };
  });
}

function selectPayees(db: Db, shopId: ShopId, ids: readonly AffiliateId[], currency: string) {
  const { affiliateId, name, email, status } = affiliates;
  const { balanceMinor } = ledgerBalances;
  return db
    .select({
      affiliateId,
      name,
      email,
      status,
      payableMinor: balanceMinor,
      isHeld: sql<boolean>`exists (select 1 from ${payoutPauses} held
        where held.shop_id = ${shopId} and held.affiliate_id = ${affiliateId})
        or ${affiliateId} in (${affiliatesBeingUndone(shopId)})`,
      hasOpenPayment: sql<boolean>`exists (select 1 from ${payoutPayments} payment where payment.shop_id = ${shopId}
        and payment.affiliate_id = ${affiliateId} and payment.currency = ${currency} and payment.closed_at is null)`,
    })
    .from(affiliates)
    .leftJoin(
      ledgerBalances,
      and(
        eq(ledgerBalances.shopId, shopId),
        eq(ledgerBalances.affiliateId, affiliateId),
        eq(ledgerBalances.account, "payable"),
        eq(ledgerBalances.currency, currency),
      ),
    )
    .where(and(eq(affiliates.shopId, shopId), isOneOf(affiliateId, ids)))
    .orderBy(asc(affiliateId));
}

/** Affiliates with payout details that are not in effect yet: not confirmed, or within the waiting period. */
async function waitingDetails(
  db: Db,
  shopId: ShopId,
  ids: readonly AffiliateId[],
  at: Date,
): Promise<Map<AffiliateId, Date | null>> {
  if (ids.length === 0) return new Map();
  const { affiliateId, effectiveAt, endedAt } = payoutDetails;
  const rows = await db
    .select({ affiliateId, effectiveAt })
    .from(payoutDetails)
    .where(
      and(
        eq(payoutDetails.shopId, shopId),
        isOneOf(affiliateId, ids),
        isNull(endedAt),
        or(isNull(effectiveAt), gt(effectiveAt, at)),
      ),
    )
    .orderBy(sql`${effectiveAt} asc nulls first`);
  return new Map(rows.map((row) => [row.affiliateId, row.effectiveAt]));
}

type NewPayment = typeof payoutPayments.$inferInsert;

/**
 * Plans payments and returns the ids of those created. An affiliate with an open payment in the currency gets
 * no second (M16).
 */
export async function insertPayments(tx: Tx, rows: readonly NewPayment[]): Promise<Set<PaymentId>> {
  const made = await insertRows<typeof payoutPayments, { payment_id: PaymentId }>(
    tx,
    payoutPayments,
    rows,
    sql`on conflict do nothing returning payment_id`,
  );
  return new Set(made.map((row) => row.payment_id));
}
