/** The sums that follow from the sales and visits of `seedLargeShop`, as the app writes them order by order. */

const measures =
  "clicks, visitors, orders, click_orders, revenue_minor, refunds_minor, commission_minor, new_customers, timed_orders, click_seconds";

const sums = measures
  .split(", ")
  .map((name) => `sum(${name})`)
  .join(", ");

const saleOf = (sale: string, commission: string) =>
  `0 as clicks, 0 as visitors, 1 as orders, clicked as click_orders, ${sale} as revenue_minor, 0 as refunds_minor,
    ${commission} as commission_minor, (place = 1)::int as new_customers, clicked as timed_orders,
    clicked * wait::bigint as click_seconds`;

const wholeSale = saleOf("sale + extra_sale", "commission");
const returned = "0, 0, 0, 0, -back, back, 0, 0, 0, 0";
/** Four of five clicks are of a new visitor. */
const visited = "clicks, clicks - clicks / 5, 0, 0, 0, 0, 0, 0, 0, 0";
const isReturned = "credited and back > 0";

/** Columns of `bench_sales` by dimension. `clicked`: clicks have a value of it too. */
const values: Record<string, { readonly value: string; readonly clicked: boolean }> = {
  code: { value: "code", clicked: false },
  link: { value: "link", clicked: true },
  "sub-id": { value: "sub", clicked: true },
  landing: { value: "page", clicked: true },
  country: { value: "country", clicked: false },
  customer: { value: "case place when 1 then 'new' else 'returning' end", clicked: false },
  channel: { value: "channel", clicked: false },
};

function insertDimension(shopId: string, dimension: string, moved: string): string {
  return `
    insert into daily_dimension_figures (shop_id, dimension, value, day, currency, ${measures})
    select '${shopId}', '${dimension}', value, day, 'USD', ${sums} from (${moved}) moved group by value, day
    order by day, value`;
}

export function dimensionSql(shopId: string): string[] {
  const products = `
    select product::text as value, day, ${saleOf("sale", "own")} from bench_sales where credited
    union all
    select extra::text, day, ${saleOf("extra_sale", "commission - own")} from bench_sales
    where credited and extra is not null
    union all select product::text, back_day, ${returned} from bench_sales where ${isReturned}`;
  const ofOrders = Object.entries(values).map(([dimension, { value, clicked }]) =>
    insertDimension(
      shopId,
      dimension,
      `select ${value} as value, day, ${wholeSale} from bench_sales where credited
      union all select ${value}, back_day, ${returned} from bench_sales where ${isReturned}
      ${clicked ? `union all select ${value}, day, ${visited} from bench_visits` : ""}`,
    ),
  );
  return [insertDimension(shopId, "product", products), ...ofOrders];
}

/** Sums of affiliates and of the shop, and what affiliates have. */
export function shopFiguresSql(shopId: string): string[] {
  const all = `${measures}, kept_orders, earned_minor`;
  const kept = "(back < sale + extra_sale)::int as kept_orders, commission as earned_minor";
  const allSums = `${sums}, sum(kept_orders), sum(earned_minor)`;
  return [
    `insert into daily_figures (shop_id, affiliate_id, program_id, day, currency, ${all})
      select '${shopId}', affiliate_id, program_id, day, 'USD', ${allSums} from (
        select affiliate_id, program_id, day, ${wholeSale}, ${kept} from bench_sales where credited
        union all
        select affiliate_id, program_id, back_day, ${returned}, 0, 0 from bench_sales where ${isReturned}
        union all
        select affiliate_id, '', day, ${visited}, 0, 0 from bench_visits
      ) moved group by affiliate_id, program_id, day order by day, affiliate_id`,
    `insert into daily_shop_figures (shop_id, day, currency, ${all}, updated_at)
      select '${shopId}', day, 'USD', ${allSums}, now() from daily_figures group by day`,
    `insert into ledger_balances (shop_id, affiliate_id, account, currency, balance_minor)
      select '${shopId}', affiliate_id, case when at > now() - interval '30 days' then 'pending' else 'payable' end, 'USD',
        sum(commission) from bench_sales where credited group by 2, 3`,
    `insert into balance_lines (shop_id, line_id, kind, affiliate_id, currency, created_at, pending_minor, payable_minor,
        first_sequence)
      select '${shopId}', 'com_' || lpad(n::text, 26, '0'), 'commission', affiliate_id, 'USD', at,
        case when at > now() - interval '30 days' then commission else 0 end,
        case when at > now() - interval '30 days' then 0 else commission end, n
      from bench_sales where credited`,
  ];
}
