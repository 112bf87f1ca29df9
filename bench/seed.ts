import pg from "pg";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { toPlain } from "#app/domain/plain.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { benchTerms, fiveLines } from "./order-facts.ts";

export type Seeded = {
  readonly shopId: string;
  readonly domain: string;
  /** A session cookie of the shop's owner. */
  readonly cookie: string;
  readonly programId: string;
};

type Size = {
  readonly affiliates: number;
  readonly days: number;
  readonly orders: number;
  /** Everybody can be credited; otherwise every other affiliate. */
  readonly allActive?: boolean;
  readonly terms?: ProgramTerms;
};

const mixed = ["active", "active", "active", "invited", "pending", "suspended"];

const names = [
  "Ada",
  "Ben",
  "Carla",
  "Dario",
  "Elif",
  "Finn",
  "Grete",
  "Hana",
  "Ivo",
  "Jana",
  "Kofi",
  "Lena",
];

/** Runs `work` on a connection of its own. */
export async function onDatabase<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A shop as it is after a while: affiliates in every status, each in the program and with figures, balances of some,
 * daily figures, credited orders. The affiliates' ids and codes are their numbers, so that others can name them.
 */
export async function seedShop(url: string, domain: string, size: Size): Promise<Seeded> {
  const now = new Date();
  const shopId = newId("shp", now);
  const programId = newId("prg", now);
  const token = `${shopId}.${randomToken()}`;
  await onDatabase(url, async (client) => {
    await client.query("begin");
    await insertShop(client, {
      shopId,
      programId,
      domain,
      tokenHash: hashToken(token),
      terms: size.terms ?? benchTerms,
    });
    const statuses = size.allActive ? ["active"] : mixed;
    await insertAffiliates(client, { shopId, programId, count: size.affiliates, statuses });
    await insertFigures(client, { shopId, days: size.days });
    await insertOrders(client, { shopId, programId, count: size.orders });
    await client.query("commit");
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  });
  return { shopId, domain, programId, cookie: `merchant_session=${token}` };
}

type NewShop = {
  shopId: string;
  programId: string;
  domain: string;
  tokenHash: string;
  terms: ProgramTerms;
};

async function insertShop(client: pg.Client, shop: NewShop): Promise<void> {
  const { shopId, programId, domain, tokenHash, terms } = shop;
  await client.query(
    `insert into shops (shop_id, domain, store_name, storefront_url, currency, time_zone, installed_at, created_at)
      values ($1, $2, 'Bench', 'https://' || $2 || '/', 'USD', 'UTC', now(), now())`,
    [shopId, domain],
  );
  await client.query(
    `insert into staff (shop_id, staff_id, name, email, account_owner, seen_at)
      values ($1, '1', 'Olive Owner', 'owner@example.com', 1, now())`,
    [shopId],
  );
  await client.query(
    `insert into merchant_sessions (shop_id, session_id, token_hash, staff_id, created_at, expires_at)
      values ($1, $2, $3, '1', now(), now() + interval '1 day')`,
    [shopId, newId("ses", new Date()), tokenHash],
  );
  await client.query(
    `insert into programs (shop_id, program_id, name, status, version, created_at, updated_at)
      values ($1, $2, 'Partners', 'active', 1, now(), now())`,
    [shopId, programId],
  );
  await client.query(
    `insert into program_versions (shop_id, program_id, version, terms, effective_from, created_by)
      values ($1, $2, 1, $3, now(), 'bench')`,
    [shopId, programId, JSON.stringify(toPlain(terms))],
  );
  await client.query(
    `insert into program_status_periods (shop_id, program_id, ordinal, status, since)
      values ($1, $2, 1, 'active', now())`,
    [shopId, programId],
  );
}

/** The search index is made after the rows: row by row it takes ten times as long. */
async function withoutIndex(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = $1",
    [name],
  );
  const definition = rows[0]?.indexdef;
  if (definition) await client.query(`drop index ${name}`);
  await work();
  if (definition) await client.query(definition);
}

type NewAffiliates = { shopId: string; programId: string; count: number; statuses: string[] };

async function insertAffiliates(
  client: pg.Client,
  { shopId, programId, count, statuses }: NewAffiliates,
): Promise<void> {
  await client.query("alter table affiliates disable trigger user");
  await withoutIndex(client, "affiliates_search", async () => {
    await client.query(
      `insert into affiliates (shop_id, affiliate_id, name, email, email_key, status, referral_code, code_key,
          created_at, updated_at)
        select $1::text, 'aff_' || lpad(n::text, 26, '0'), given || ' ' || md5(n::text), n || '@example.com',
          n || '@example.com', ($4::text[])[n % cardinality($4::text[]) + 1],
          'BENCH' || n, 'bench' || n, at, at
        from (select n, ($3::text[])[n % cardinality($3::text[]) + 1] as given, now() - n * interval '1 minute' as at
          from generate_series(1, $2::int) n) numbers`,
      [shopId, count, names, statuses],
    );
  });
  await client.query("alter table affiliates enable trigger user");
  await client.query(
    `insert into referral_codes (shop_id, code_key, code, affiliate_id, created_at)
      select shop_id, code_key, referral_code, affiliate_id, created_at from affiliates where shop_id = $1`,
    [shopId],
  );
  await client.query(
    `insert into affiliate_status_periods (shop_id, affiliate_id, ordinal, status, since)
      select shop_id, affiliate_id, 1, status, created_at from affiliates where shop_id = $1`,
    [shopId],
  );
  await client.query(
    `insert into affiliate_counts (shop_id, status, count)
      select shop_id, status, count(*) from affiliates where shop_id = $1 group by 1, 2`,
    [shopId],
  );
  await client.query(
    `insert into program_members (shop_id, affiliate_id, program_id, joined_at)
      select shop_id, affiliate_id, $2, created_at from affiliates where shop_id = $1`,
    [shopId, programId],
  );
  await client.query(
    `insert into ledger_balances (shop_id, affiliate_id, account, currency, balance_minor)
      select shop_id, affiliate_id, account, 'USD', 1234 from affiliates
      cross join (values ('pending'), ('payable')) accounts (account) where shop_id = $1 and status = 'active'`,
    [shopId],
  );
  await client.query(
    `insert into daily_figures (shop_id, affiliate_id, program_id, day, currency, clicks, visitors, orders,
        click_orders, revenue_minor, commission_minor)
      select shop_id, affiliate_id, $2, current_date - day, 'USD', 9, 7, 1, 1, 10000, 1000
      from affiliates cross join generate_series(1, 2) day where shop_id = $1 and status = 'active'`,
    [shopId, programId],
  );
}

async function insertFigures(
  client: pg.Client,
  { shopId, days }: { shopId: string; days: number },
): Promise<void> {
  await client.query(
    `insert into daily_shop_figures (shop_id, day, currency, clicks, visitors, orders, click_orders, revenue_minor,
        commission_minor, updated_at)
      select $1, current_date - day, 'USD', 400, 300, 12, 10, 120000, 12000, now() - day * interval '1 day'
      from generate_series(1, $2::int) day`,
    [shopId, days],
  );
}

type NewOrders = { shopId: string; programId: string; count: number };

/** Facts of different orders, which repeat. */
const orderFacts = Array.from({ length: 24 }, (_, order) => JSON.stringify(toPlain(fiveLines(order))));

async function insertOrders(client: pg.Client, { shopId, programId, count }: NewOrders): Promise<void> {
  await client.query(
    `insert into orders (shop_id, order_id, name, placed_at, changed_at, facts, facts_hash, currency, net_minor,
        credited, reason, affiliate_id, program_id, program_version, attribution, first_seen_at, processed_at)
      select $1, (1000 + n)::text, '#' || (1000 + n), at, at,
        ($4::jsonb[])[n % cardinality($4::jsonb[]) + 1]
          || jsonb_build_object('id', (1000 + n)::text, 'name', '#' || (1000 + n)), 'bench', 'USD', 10000, true, 'credited',
        'aff_' || lpad((n % 10 + 1)::text, 26, '0'), $2, 1, '{}', at, at
      from (select n, now() - n * interval '1 hour' as at from generate_series(1, $3::int) n) numbers`,
    [shopId, programId, count, orderFacts],
  );
}

/** Each affiliate's own discount code, SAVE and its number, since before the orders. */
export async function giveCodes(url: string, shopId: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query(
      `insert into affiliate_codes (shop_id, code_key, code, affiliate_id, assigned_at)
        select shop_id, 'save' || substr(code_key, 6), 'SAVE' || substr(code_key, 6), affiliate_id, created_at
        from affiliates where shop_id = $1`,
      [shopId],
    );
  });
}
