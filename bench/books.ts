import type pg from "pg";
import type { Bench } from "./figure.ts";
import { dropIndexes } from "./indexes.ts";
import { lookingTerms } from "./order-facts.ts";
import { giveCodes, onDatabase, seedShop, type Seeded } from "./seed.ts";
import type { OrderWork } from "./workers/order-worker.ts";

/**
 * Everybody who can be credited in these books: few, so that in the small books too each has sales on most days, and
 * what differs is the ledger.
 */
export const affiliates = 50;
const days = 90;

/** A database with one shop whose ledger has `rows` ledger entries, two of each order: earned and released. */
export type Books = { readonly databaseUrl: string; readonly seeded: Seeded; readonly orders: number };

/**
 * The app processes one order for each affiliate; their rows are multiplied by SQL under ids of their own, so that
 * what stands in the tables is what the app writes, whatever columns it may have tomorrow.
 */
export async function seedBooks(bench: Bench, rows: number): Promise<Books> {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates, days: 0, orders: 0, allActive: true, terms: lookingTerms };
  const seeded = await seedShop(databaseUrl, "bench.myshopify.com", size);
  await giveCodes(databaseUrl, seeded.shopId);
  const worker = bench.startWorker("workers/order-worker.ts", databaseUrl);
  const { shopId } = seeded;
  const fill: OrderWork = { kind: "fill", shopId, from: 0, count: affiliates, affiliates, lines: 1 };
  await worker.ask(fill);
  await worker.ask({ kind: "work-off", atOnce: 200 } satisfies OrderWork);
  const orders = rows / 2;
  await onDatabase(databaseUrl, (client) => multiply(client, { shopId, orders }));
  return { databaseUrl, seeded, orders };
}

type Size = { readonly shopId: string; readonly orders: number };

async function multiply(client: pg.Client, { shopId, orders }: Size): Promise<void> {
  const copy = (table: string, given: Record<string, string>) =>
    copyRows(client, { table, given, shopId, orders });
  // The rows keep every constraint; having each checked would take longer than all figures together.
  await client.query("set session_replication_role = replica");
  const indexes = await dropIndexes(client, ["orders", "commissions", "ledger_entries"]);
  await copy("orders", {
    order_id: orderId,
    name: "'#' || n",
    facts: `t.facts || jsonb_build_object('id', ${orderId}, 'name', '#' || n)`,
    placed_at: at,
    changed_at: at,
    first_seen_at: at,
    processed_at: at,
    customer_hash: "md5((n % 500000)::text)",
  });
  await copy("commissions", {
    commission_id: commissionId,
    order_id: orderId,
    created_at: at,
    approves_at: `${at} + interval '1 day'`,
    released_at: `${at} + interval '1 day'`,
  });
  const entry = { subject: commissionId, happened_at: at, recorded_at: at };
  const key = `replace(t.idempotency_key, t.subject, ${commissionId})`;
  await copy("ledger_entries", { ...entry, ledger_entry_id: ledgerEntryId("e"), idempotency_key: key });
  await copy("ledger_entries", {
    ...entry,
    ledger_entry_id: ledgerEntryId("r"),
    code: "'released'",
    debit_account: "t.credit_account",
    credit_account: "replace(t.credit_account, 'pending', 'payable')",
    idempotency_key: `replace(${key}, 'earned', 'released')`,
  });
  await sumUp(client, shopId);
  for (const index of indexes) {
    // One after the other: each takes what memory the server may use.
    // oxlint-disable-next-line no-await-in-loop
    await client.query(index);
  }
  await client.query("set session_replication_role = default");
  await requireRows(client, orders);
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}

async function requireRows(client: pg.Client, orders: number): Promise<void> {
  const { rows } = await client.query<{ count: string }>("select count(*) from ledger_entries");
  const expected = affiliates + 2 * orders;
  const count = Number(rows[0]?.count);
  if (count !== expected) throw new Error(`The ledger has ${count} rows instead of ${expected}.`);
}

/** The n-th order that was multiplied. */
export function orderIdOf(n: number): string {
  return String(1_000_000_000 + n);
}

const orderId = "(1000000000 + n)::text";
const commissionId = "'com_' || lpad(n::text, 26, '0')";
const ledgerEntryId = (kind: string) => `'trf_${kind}' || lpad(n::text, 25, '0')`;
/** Spread evenly, the latest last. */
const at = `now() - (($3::int - n) * ${days}::float8 / $3::int) * interval '1 day'`;

const lastOriginal = 5_000_000_000 + affiliates - 1;

/** Which of the rows that the app wrote stand for an affiliate: one each, numbered from 0. */
const original: Record<string, string> = {
  orders: `t.order_id between '5000000000' and '${lastOriginal}'`,
  commissions: `t.kind = 'order' and t.order_id between '5000000000' and '${lastOriginal}'`,
  ledger_entries: "t.code = 'earned' and t.ledger_entry_id like 'trf\\_0%'",
};

type Copying = Size & { readonly table: string; readonly given: Record<string, string> };

async function copyRows(client: pg.Client, { table, given, shopId, orders }: Copying): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'
      order by ordinal_position`,
    [table],
  );
  const names = rows.map((row) => row.name);
  await client.query(
    `insert into ${table} (${names.join(", ")})
      select ${names.map((name) => given[name] ?? `t.${name}`).join(", ")}
      from generate_series(1, $3::int) n join (
        select t.*, row_number() over (order by t.affiliate_id) - 1 as number
        from ${table} t where t.shop_id = $1 and ${original[table]}
      ) t on t.number = n % $2::int`,
    [shopId, affiliates, orders],
  );
}

/** Balances and figures follow from the rows. */
async function sumUp(client: pg.Client, shopId: string): Promise<void> {
  await client.query("delete from ledger_balances");
  await client.query(
    `insert into ledger_balances (shop_id, affiliate_id, account, currency, balance_minor)
      select $1, affiliate_id, split_part(account, ':', 1), currency, sum(amount) from (
        select affiliate_id, credit_account as account, currency, amount_minor as amount from ledger_entries
        union all select affiliate_id, debit_account, currency, -amount_minor from ledger_entries
      ) moved where account like '%:%' group by affiliate_id, account, currency`,
    [shopId],
  );
  await client.query("delete from balance_lines");
  await client.query(
    `insert into balance_lines (shop_id, line_id, kind, affiliate_id, currency, created_at, pending_minor, payable_minor,
        first_sequence)
      select t.shop_id, t.subject, 'commission', t.affiliate_id, t.currency, min(c.created_at),
        sum(case when credit_account like 'pending:%' then amount_minor else 0 end
          - case when debit_account like 'pending:%' then amount_minor else 0 end),
        sum(case when credit_account like 'payable:%' then amount_minor else 0 end),
        min(sequence) filter (where credit_account like 'payable:%')
      from ledger_entries t join commissions c on c.shop_id = t.shop_id and c.commission_id = t.subject
      where t.shop_id = $1 group by t.shop_id, t.subject, t.affiliate_id, t.currency`,
    [shopId],
  );
  const sums = `count(*), count(*), count(*), sum(net_minor), sum(net_minor / 10), sum(net_minor / 10)`;
  const measures = "orders, click_orders, kept_orders, revenue_minor, commission_minor, earned_minor";
  await client.query("delete from daily_figures");
  await client.query(
    `insert into daily_figures (shop_id, affiliate_id, program_id, day, currency, ${measures})
      select $1, affiliate_id, program_id, placed_at::date, currency, ${sums}
      from orders group by affiliate_id, program_id, placed_at::date, currency`,
    [shopId],
  );
  await client.query("delete from daily_shop_figures");
  await client.query(
    `insert into daily_shop_figures (shop_id, day, currency, ${measures}, updated_at)
      select $1, placed_at::date, currency, ${sums}, max(placed_at) from orders group by placed_at::date, currency`,
    [shopId],
  );
}
