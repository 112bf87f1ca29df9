import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Language } from "../domain/languages.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { payoutReminders } from "./schema/payouts.ts";

const byId = (shopId: ShopId, affiliateId: AffiliateId) =>
  and(eq(payoutReminders.shopId, shopId), eq(payoutReminders.affiliateId, affiliateId));

/** True if an affiliate wants reminders that money waits. */
export async function wantsReminders(db: Db, shopId: ShopId, affiliateId: AffiliateId): Promise<boolean> {
  const [row] = await db
    .select({ stoppedAt: payoutReminders.stoppedAt })
    .from(payoutReminders)
    .where(byId(shopId, affiliateId));
  return row === undefined || row.stoppedAt === null;
}

/** Saves an affiliate's choice about reminders. */
export async function saveReminderWish(
  tx: Tx,
  of: { readonly shopId: ShopId; readonly affiliateId: AffiliateId; readonly stoppedAt: Date | null },
): Promise<void> {
  const { stoppedAt } = of;
  await tx
    .insert(payoutReminders)
    .values(of)
    .onConflictDoUpdate({
      target: [payoutReminders.shopId, payoutReminders.affiliateId],
      set: { stoppedAt },
    });
}

/** Resets the count for an affiliate with details, so reminders start over if they ever have none again. */
export async function forgetReminders(tx: Tx, shopId: ShopId, affiliateId: AffiliateId): Promise<void> {
  await tx.update(payoutReminders).set({ sent: 0, lastSentAt: null }).where(byId(shopId, affiliateId));
}

/** Days before the next reminder: after the first one, and after each later one. */
export type ReminderPauses = { readonly first: number; readonly later: number };

export type AffiliateToRemind = {
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly email: string;
  /** Their choice. Null until they make one. */
  readonly language: Language | null;
  /** Waiting balances at or above the shop's minimum. Minor units as text. */
  readonly waiting: readonly { readonly currency: string; readonly minor: string }[];
};

/**
 * Affiliates with a balance that can't be paid because they have no confirmed details, in the order of their
 * ids: active, not paused, willing to be reminded, and not reminded lately. Uses ledger_balances_amount.
 */
export async function affiliatesToRemind(
  db: Db,
  shopId: ShopId,
  of: { readonly now: Date; readonly pauses: ReminderPauses; readonly after: string; readonly limit: number },
): Promise<AffiliateToRemind[]> {
  const { rows } = await db.execute<AffiliateToRemind>(sql`
    select a.affiliate_id as "affiliateId", a.name, a.email, a.language,
      jsonb_agg(jsonb_build_object('currency', b.currency, 'minor', b.balance_minor::text) order by b.currency) as waiting
    from ledger_balances b
    join affiliates a on a.shop_id = b.shop_id and a.affiliate_id = b.affiliate_id
    left join payout_limits l on l.shop_id = b.shop_id and l.currency = b.currency
    left join payout_reminders r on r.shop_id = b.shop_id and r.affiliate_id = b.affiliate_id
    where b.shop_id = ${shopId} and b.account = 'payable' and b.balance_minor > 0
      and b.balance_minor >= coalesce(case when l.next_minimum_from <= now() then l.next_minimum_minor else l.minimum_minor end, 0) and b.affiliate_id > ${of.after}
      and a.status = 'active' and r.stopped_at is null and ${isDue(of)}
      and not exists (select 1 from payout_details d where d.shop_id = b.shop_id
        and d.affiliate_id = b.affiliate_id and d.confirmed_at is not null and d.ended_at is null)
      and not exists (select 1 from payout_pauses h where h.shop_id = b.shop_id and h.affiliate_id = b.affiliate_id)
    group by a.affiliate_id, a.name, a.email, a.language order by a.affiliate_id limit ${of.limit}`);
  return rows;
}

/** Counts a reminder for each affiliate. Returns those that nobody else reminded meanwhile. */
export async function countReminders(
  tx: Tx,
  shopId: ShopId,
  of: { readonly affiliateIds: readonly AffiliateId[]; readonly now: Date; readonly pauses: ReminderPauses },
): Promise<Set<AffiliateId>> {
  const { rows } = await tx.execute<{ affiliateId: AffiliateId }>(sql`
    insert into payout_reminders as r (shop_id, affiliate_id, sent, last_sent_at)
    select ${shopId}, one, 1, ${of.now} from unnest(${sql.param([...of.affiliateIds])}::text[]) as one order by one
    on conflict (shop_id, affiliate_id) do update set sent = r.sent + 1, last_sent_at = ${of.now}
      where r.stopped_at is null and ${isDue(of)}
    returning affiliate_id as "affiliateId"`);
  return new Set(rows.map((row) => row.affiliateId));
}

function isDue({ now, pauses }: { readonly now: Date; readonly pauses: ReminderPauses }): SQL {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  return sql`(r.last_sent_at is null
    or r.last_sent_at <= case when r.sent <= 1 then ${daysAgo(pauses.first)}::timestamptz
      else ${daysAgo(pauses.later)}::timestamptz end)`;
}
