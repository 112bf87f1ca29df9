import type pg from "pg";
import type { Bench } from "./figure.ts";
import { dropIndexes } from "./indexes.ts";
import { dimensionSql, shopFiguresSql } from "./large-shop-figures.ts";
import { clicksSql, commissionsSql, ordersSql, salesSql, visitsSql } from "./large-shop-rows.ts";
import { onDatabase, seedShop, type Seeded } from "./seed.ts";

/** Everybody who sells, whatever the number of orders: what differs between two shops is how many there are. */
const affiliates = 50;

/** A database with one shop that has sold for a year. */
export type LargeShop = { readonly databaseUrl: string; readonly seeded: Seeded; readonly orders: number };

/**
 * Affiliates, products, countries and pages by a power law, a growing number of orders with four seasons, refunds on
 * days of their own, four of five orders credited, five clicks for each order of which the last month's are rows too.
 * All of it is made by the database from numbers of which the first is always the same.
 */
export async function seedLargeShop(bench: Bench, orders: number): Promise<LargeShop> {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates, days: 0, orders: 0, allActive: true };
  const seeded = await seedShop(databaseUrl, "bench.myshopify.com", size);
  await onDatabase(databaseUrl, (client) => fill(client, { ...seeded, orders, databaseUrl }));
  return { databaseUrl, seeded, orders };
}

type Filling = Seeded & { readonly orders: number; readonly databaseUrl: string };

/** For these connections only. Measurements run with the server's own settings. */
const settings = [
  "set work_mem = '256MB'",
  "set maintenance_work_mem = '512MB'",
  "set synchronous_commit = off",
  // Both read the same table, each from its beginning, so that rows lie in the order of their time.
  "set synchronize_seqscans = off",
];

const filled = ["orders", "commissions", "daily_figures"];

async function fill(client: pg.Client, shop: Filling): Promise<void> {
  const { shopId, programId } = shop;
  // Here figures and balances follow from orders, so those of `seedShop` go.
  await run(client, ["delete from daily_figures", "delete from ledger_balances"]);
  await client.query(programsSql, [shopId, programId]);
  await client.query(linksSql, [shopId]);
  await client.query(tagsSql, [shopId]);
  await run(client, [...settings, "select setseed(0.42)"]);
  await client.query(salesSql({ orders: shop.orders, affiliates, programId }));
  await client.query(visitsSql({ orders: shop.orders, affiliates }));
  await run(client, ["analyze bench_sales", "analyze bench_visits"]);
  const indexes = await dropIndexes(client, filled);
  // Two connections: the machine's cores have orders to write and sums to make.
  await Promise.all([
    unchecked(client, [ordersSql(shopId)]),
    onDatabase(shop.databaseUrl, (other) =>
      unchecked(other, [
        commissionsSql(shopId),
        ...clicksSql(shopId),
        ...dimensionSql(shopId),
        ...shopFiguresSql(shopId),
      ]),
    ),
  ]);
  await run(client, indexes);
  await run(client, ["drop table bench_sales, bench_visits", "vacuum analyze", "checkpoint"]);
}

/** The rows keep every constraint; having each checked would take longer than writing them. */
async function unchecked(client: pg.Client, statements: readonly string[]): Promise<void> {
  await run(client, [...settings, "set session_replication_role = replica", ...statements]);
  await client.query("set session_replication_role = default");
}

async function run(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    // One after the other: each needs what the one before wrote.
    // oxlint-disable-next-line no-await-in-loop
    await client.query(statement);
  }
}

const programsSql = `
  with made as (
    insert into programs (shop_id, program_id, name, status, version, created_at, updated_at)
    select shop_id, program_id || n, 'Partners ' || n, 'active', 1, created_at, updated_at
    from programs cross join generate_series(2, 3) n where shop_id = $1 and program_id = $2
    returning program_id
  ), versions as (
    insert into program_versions (shop_id, program_id, version, terms, effective_from, created_by)
    select shop_id, made.program_id, 1, terms, effective_from, 'bench'
    from program_versions of cross join made where shop_id = $1 and of.program_id = $2
  )
  insert into program_status_periods (shop_id, program_id, ordinal, status, since)
  select $1, program_id, 1, 'active', now() from made`;

const linksSql = `
  insert into links (shop_id, link_id, affiliate_id, name, target, created_at, created_by, updated_at)
  select shop_id, 'lnk_' || substr(affiliate_id, 5), affiliate_id, 'Link of ' || name, '/', created_at, 'bench', created_at
  from affiliates where shop_id = $1`;

/** Two tags for each affiliate, out of five. */
const tagsSql = `
  insert into affiliate_tags (shop_id, affiliate_id, tag_key, tag, added_at)
  select shop_id, affiliate_id, 'tag ' || of, 'Tag ' || of, created_at
  from (select *, row_number() over (order by affiliate_id) as n from affiliates where shop_id = $1) numbered
    cross join generate_series(0, 4) of where of in (n % 5, (n + 1) % 5)`;
