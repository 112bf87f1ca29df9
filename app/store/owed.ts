import { sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Money } from "../domain/money.ts";
import { type Db, planned } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import type { Balances } from "./ledger.ts";

/** A balance with an available amount, with an amount in payout, or below zero. */
export type OwedStatus = "available" | "in_transit" | "negative";

export type OwedFilter = {
  readonly status?: OwedStatus | undefined;
  readonly currency?: string | undefined;
  /** Part of an affiliate's name or email address. */
  readonly search?: string | undefined;
};

/** The last row already shown, with the amount that the list is sorted by. */
export type OwedPosition = {
  readonly affiliateId: string;
  readonly currency: string;
  readonly minor: bigint;
};

type CountOwedQuery = {
  readonly filter: OwedFilter;
  /** Balances before this instant. Null for current ones. */
  readonly until: Date | null;
};

/**
 * Balances of affiliates by account. Current ones are stored. Past ones are the current ones minus everything
 * recorded since, which is fast for a recent day, however long the books are.
 */
function balancesAt(shopId: ShopId, until: Date | null, affiliateIds?: readonly AffiliateId[]): SQL {
  const ofThese =
    affiliateIds === undefined ? sql`` : sql`and affiliate_id = any(${sql.param([...affiliateIds])})`;
  if (until === null) {
    return sql`select affiliate_id, account, currency, balance_minor as minor from ledger_balances
      where shop_id = ${shopId} ${ofThese}`;
  }
  const since = sql`shop_id = ${shopId} and recorded_at >= ${until.toISOString()} and affiliate_id is not null ${ofThese}`;
  return sql`
    select kept.affiliate_id, kept.account, kept.currency, kept.balance_minor - coalesce(moved.minor, 0) as minor
    from (select * from ledger_balances where shop_id = ${shopId} ${ofThese}) as kept
    left join (
      select affiliate_id, account, currency, sum(minor) as minor from (
        select affiliate_id, split_part(credit_account, ':', 1) as account, currency, amount_minor as minor
        from ledger_entries where ${since} and credit_account like '%:%'
        union all
        select affiliate_id, split_part(debit_account, ':', 1), currency, -amount_minor
        from ledger_entries where ${since} and debit_account like '%:%'
      ) as sides group by affiliate_id, account, currency
    ) as moved using (affiliate_id, account, currency)`;
}

/** The condition of each status, written so that the planner can use the index of amounts. */
const where: Record<OwedStatus, SQL> = {
  available: sql`account = 'payable' and minor > 0`,
  in_transit: sql`account = 'in_transit' and minor > 0`,
  negative: sql`account = 'payable' and minor < 0`,
};

function matching(shopId: ShopId, { currency, search }: OwedFilter): SQL {
  const ofCurrency = currency === undefined ? sql`` : sql`and currency = ${currency}`;
  const found = search
    ? sql`and exists (select 1 from affiliates a where a.shop_id = ${shopId} and a.affiliate_id = held.affiliate_id
        and a.search_text like ${holding(search.toLowerCase())})`
    : sql``;
  return sql`${ofCurrency} ${found}`;
}

/** The rows that match a filter: affiliate and currency, with the amount that the list is sorted by. */
function owedKeys(shopId: ShopId, { filter, until }: CountOwedQuery): SQL {
  const narrowed = matching(shopId, filter);
  if (filter.status === undefined) {
    return sql`select distinct affiliate_id, currency, 0::bigint as minor
      from (select affiliate_id, currency from ledger_balances where shop_id = ${shopId}) as held
      where true ${narrowed}`;
  }
  return sql`select affiliate_id, currency, minor from (${balancesAt(shopId, until)}) as held
    where ${where[filter.status]} ${narrowed}`;
}

/** By affiliate without a status, otherwise by amount, each in the direction of its index. */
const orders: Record<OwedStatus | "any", SQL> = {
  any: sql`held.affiliate_id desc, held.currency desc`,
  available: sql`held.currency desc, held.minor desc, held.affiliate_id desc`,
  in_transit: sql`held.currency desc, held.minor desc, held.affiliate_id desc`,
  negative: sql`held.currency, held.minor, held.affiliate_id`,
};

type Page = CountOwedQuery & {
  readonly limit: number;
  readonly offset: number;
  readonly after?: OwedPosition | undefined;
};

/**
 * One page. With a status, largest amounts first by currency; otherwise newest affiliates first. With `after`
 * the cost does not grow with depth.
 */
export async function listOwed(db: Db, shopId: ShopId, page: Page): Promise<OwedPosition[]> {
  const { filter, limit, after } = page;
  const beyondIt = after ? beyond(filter.status, after) : sql`true`;
  const ordered = sql`order by ${orders[filter.status ?? "any"]} limit ${limit} offset ${after ? 0 : page.offset}`;
  // The condition is at the level of the sorting, so that the planner reads the index only as far as the page
  // needs.
  const { rows } = await db.execute<{ affiliate_id: string; currency: string; told: string }>(
    filter.status === undefined
      ? sql`select distinct held.affiliate_id, held.currency, '0' as told from ledger_balances as held
          where shop_id = ${shopId} ${matching(shopId, filter)} and ${beyondIt} ${ordered}`
      : sql`select held.affiliate_id, held.currency, held.minor::text as told
          from (${owedKeys(shopId, page)}) as held where ${beyondIt} ${ordered}`,
  );
  return rows.map((row) => ({
    affiliateId: row.affiliate_id,
    currency: row.currency,
    minor: BigInt(row.told),
  }));
}

function beyond(status: OwedStatus | undefined, { affiliateId, currency, minor }: OwedPosition): SQL {
  const amount = sql`${minor.toString()}::bigint`;
  if (status === undefined) return sql`(held.affiliate_id, held.currency) < (${affiliateId}, ${currency})`;
  const further = status === "negative" ? sql`>` : sql`<`;
  return sql`(held.currency, held.minor, held.affiliate_id) ${further} (${currency}, ${amount}, ${affiliateId})`;
}

/** Larger lists report this number. */
const countCap = 10_000;

/** Number of rows that match a filter, counted up to 10,000. */
export async function countOwed(db: Db, shopId: ShopId, query: CountOwedQuery): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select 1 from (${owedKeys(shopId, query)}) as found limit ${countCap}) as counted`);
  return rows[0]?.total ?? 0;
}

const payableSums = planned<{ shopId: ShopId }, { currency: string; minor: string }>(
  ({ shopId }) => sql`
    select currency, sum(balance_minor)::text as minor from ledger_balances
    where shop_id = ${shopId} and account = 'payable' and balance_minor > 0 group by currency order by currency`,
);

/** Sums of available balances by currency. */
export async function listPayable(db: Db, shopId: ShopId): Promise<Money[]> {
  const rows = await payableSums(db, { shopId });
  return rows.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) }));
}

/** Balances of some affiliates, by affiliate and currency, currently or before an instant. */
export async function owedTo(
  db: Db,
  shopId: ShopId,
  { affiliateIds, until }: { readonly affiliateIds: readonly AffiliateId[]; readonly until: Date | null },
): Promise<Map<string, Balances>> {
  if (affiliateIds.length === 0) return new Map();
  const { rows } = await db.execute<BalanceColumns & { affiliate_id: string }>(sql`
    select affiliate_id::text, currency, ${pivot} from (${balancesAt(shopId, until, affiliateIds)}) as held
    group by affiliate_id, currency`);
  return new Map(rows.map((row) => [`${row.affiliate_id} ${row.currency}`, balancesFrom(row)]));
}

type BalanceColumns = {
  currency: string;
  pending: string;
  payable: string;
  in_transit: string;
  paid: string;
};

const accountSum = (account: string, more = sql``) => sql`
  coalesce(sum(minor) filter (where account = ${sql.raw(`'${account}'`)} ${more}), 0)::text`;

const pivot = sql`${accountSum("pending")} as pending, ${accountSum("payable")} as payable, ${accountSum("in_transit")} as in_transit,
  ${accountSum("paid")} as paid`;

function balancesFrom(row: BalanceColumns): Balances {
  return {
    currency: row.currency,
    pendingMinor: BigInt(row.pending),
    payableMinor: BigInt(row.payable),
    inTransitMinor: BigInt(row.in_transit),
    paidMinor: BigInt(row.paid),
  };
}

/**
 * A shop's totals in one currency. `payableMinor` is what it owes, `negativeMinor` what affiliates owe it.
 * Minor units.
 */
export type OwedTotal = Balances & { readonly negativeMinor: bigint };

/** Totals over all affiliates by currency, currently or before an instant. */
export async function totalsOwed(db: Db, shopId: ShopId, until: Date | null): Promise<OwedTotal[]> {
  const { rows } = await db.execute<BalanceColumns & { negative: string }>(sql`
    select currency, ${accountSum("pending")} as pending, ${accountSum("payable", sql`and minor > 0`)} as payable,
      ${accountSum("payable", sql`and minor < 0`)} as negative, ${accountSum("in_transit")} as in_transit, ${accountSum("paid")} as paid
    from (${balancesAt(shopId, until)}) as held group by currency order by currency`);
  return rows.map((row) => ({ ...balancesFrom(row), negativeMinor: BigInt(row.negative) }));
}
