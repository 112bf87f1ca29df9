import { sql } from "drizzle-orm";
import type { Db } from "../platform/db.server.ts";

/**
 * Figures of the whole installation for its operator. They count the rows of all shops and name none, so the
 * rule that each query is bound to its shop does not apply.
 */
export type OperationFigures = {
  readonly inbox: { readonly waiting: number; readonly oldestSeconds: number; readonly failed: number };
  readonly payouts: { readonly unanswered: number; readonly needAttention: number };
  readonly queues: readonly QueueFigures[];
};

export type QueueFigures = {
  readonly name: string;
  /** Due jobs, and how long the first of them has been due. */
  readonly due: number;
  readonly lagSeconds: number;
  /** Jobs whose last attempt failed, as the queue counted them within the last minute. */
  readonly failed: number;
};

export async function readOperationFigures(db: Db, now: Date): Promise<OperationFigures> {
  // One after the other on one connection, because work needs the pool.
  const inbox = await readInbox(db, now);
  const payouts = await readPayouts(db);
  const queues = await readQueues(db);
  return { inbox, payouts, queues };
}

/** Indexes: deliveries_waiting, deliveries_set_aside. */
async function readInbox(db: Db, now: Date): Promise<OperationFigures["inbox"]> {
  const { rows } = await db.execute<{ waiting: number; oldest: number; failed: number }>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(received_at)), 0)::float8 as oldest,
      (select count(*)::int from deliveries where status = 'failed') as failed
    from deliveries where status = 'waiting'`);
  const { waiting = 0, oldest = 0, failed = 0 } = rows[0] ?? {};
  return { waiting, oldestSeconds: Math.max(0, oldest), failed };
}

/** Indexes: payout_requests_due, payout_payments_attention. */
async function readPayouts(db: Db): Promise<OperationFigures["payouts"]> {
  const { rows } = await db.execute<{ unanswered: number; people: number }>(sql`
    select
      (select coalesce(sum(payment_count), 0)::int from payout_requests
        where next_at is not null and status = 'checking') as unanswered,
      (select count(*)::int from payout_payments where status = 'needs_attention' or contradiction <> '') as people`);
  const { unanswered = 0, people = 0 } = rows[0] ?? {};
  return { unanswered, needAttention: people };
}

/** Indexes: job_common_i11 (name, priority, created_on, start_after where state < 'active'); pgboss.queue has a row per queue. */
async function readQueues(db: Db): Promise<QueueFigures[]> {
  const { rows: there } = await db.execute<{ name: string | null }>(
    sql`select to_regclass('pgboss.queue')::text as name`,
  );
  // A database that no worker has used yet has no queue.
  if (!there[0]?.name) return [];
  const { rows } = await db.execute<QueueFigures>(sql`
    select queue.name, coalesce(waiting.due, 0)::int as due,
      coalesce(waiting.lag, 0)::float8 as "lagSeconds", queue.failed_count as failed
    from pgboss.queue left join (
      select name, count(*) as due, extract(epoch from now() - min(greatest(created_on, start_after))) as lag
      from pgboss.job where state < 'active' and not blocked and start_after <= now() group by name
    ) as waiting on waiting.name = queue.name
    order by queue.name`);
  return rows;
}
