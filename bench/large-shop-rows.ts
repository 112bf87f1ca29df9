/** How the rows of `seedLargeShop` are made: sales and visits by chance, everything else from these. */

type Made = { readonly orders: number; readonly affiliates: number };

/** Greater powers give more to the first. */
const byPower = (count: number, power: number) => `1 + floor(${count} * random() ^ ${power})::int`;

/** The first ones are the most frequent. */
const countries =
  "array['US','CA','GB','DE','FR','AU','NL','SE','JP','IT','ES','CH','AT','BE','DK','NO','FI','IE','NZ','PL']";
const channels = "array['web','pos','shopify_draft_order']";

/** The n-th of `of` days, more of them late than early and with a peak each quarter; a few hours at the end are left. */
const dayOfYear = "(365 * x ^ 0.7 + 8 * sin(365 * x ^ 0.7 * 2 * pi() / 91))";

/** One row for each order, with all that the tables say of it. Amounts in minor units, days in UTC. */
export function salesSql({ orders, affiliates, programId }: Made & { readonly programId: string }): string {
  return `
    create unlogged table bench_sales as
    select n, at, at::date as day, affiliate_id, program_id, credited, product, extra, sale, extra_sale, back,
      least(at::date + 3 + n % 20, now()::date) as back_day, (sale + extra_sale) / 10 as commission, sale / 10 as own,
      place, wait, country, channel, page, sub, case way when 0 then 'save' || owner else '' end as code,
      case way when 1 then 'lnk_' || lpad(owner::text, 26, '0') else '' end as link,
      (way = 1)::int as clicked
    from (
      select n, date_trunc('second', now() - interval '365 days' + least(${dayOfYear}, 364.9) * interval '1 day') as at,
        'aff_' || lpad(owner::text, 26, '0') as affiliate_id, owner,
        case owner % 3 when 0 then '${programId}' when 1 then '${programId}2' else '${programId}3' end as program_id,
        credited, product, case when extra < 60 and extra <> product then extra end as extra, sale,
        case when extra < 60 and extra <> product then 900 + extra * 10 else 0 end as extra_sale,
        case when returned < 0.07 then sale when returned < 0.1 then sale / 2 else 0 end as back,
        place, wait, (${countries})[country] as country, (${channels})[channel] as channel,
        '/products/' || page as page, case way when 1 then 'sub-' || sub else '' end as sub, way
      from (
        select n, (n - random()) / ${orders} as x, ${byPower(affiliates, 3)} as owner, random() < 0.8 as credited,
          ${byPower(60, 2)} as product, ${byPower(150, 1)} as extra, 1500 + floor(12000 * random() ^ 2)::int as sale,
          random() as returned, ${byPower(4, 1.5)} as place, 60 + floor(700000 * random() ^ 3)::int as wait,
          ${byPower(20, 4)} as country, ${byPower(3, 4)} as channel, ${byPower(40, 2)} as page,
          ${byPower(40, 2)} as sub, floor(3 * random())::int as way
        from generate_series(1, ${orders}) n
      ) drawn
    ) named`;
}

/** Five clicks for each order, at least one for each affiliate each day and page. */
export function visitsSql({ orders, affiliates }: Made): string {
  return `
    create unlogged table bench_visits as
    select day::date as day, 'aff_' || lpad(owner::text, 26, '0') as affiliate_id,
      case variant when 0 then '' else 'lnk_' || lpad(owner::text, 26, '0') end as link,
      '/products/' || (owner * 7 + variant * 3) % 40 + 1 as page,
      case variant when 0 then '' else 'sub-' || (owner * 3 + variant) % 40 + 1 end as sub,
      ceil(${5 * orders} / 365.0 / 4 * (owner ^ (1 / 3.0) - (owner - 1) ^ (1 / 3.0)) / ${affiliates} ^ (1 / 3.0))::int as clicks
    from generate_series((now() - interval '364 days')::date, now()::date, interval '1 day') day
      cross join generate_series(1, ${affiliates}) owner cross join generate_series(0, 3) variant`;
}

/** As `orders.counted` keeps an order: only what is not zero; counts as numbers, amounts as text. */
const saleCounts = `"orders": 1, "clickOrders": %s, "timedOrders": %s, "clickSeconds": %s, "newCustomers": %s`;
const counts = "clicked, clicked, clicked * wait, (place = 1)::int";

const countedRow = `format('{"day": "%s", "affiliateId": "%s", "programId": "%s", "currency": "USD", "keptOrders": %s,
  ${saleCounts}, "revenueMinor": "%s", "commissionMinor": "%s", "earnedMinor": "%s"}', day, affiliate_id, program_id,
  (back < sale + extra_sale)::int, ${counts}, sale + extra_sale, commission, commission)`;

const returnedRow = `format(', {"day": "%s", "affiliateId": "%s", "programId": "%s", "currency": "USD",
  "revenueMinor": "-%s", "refundsMinor": "%s"}', back_day, affiliate_id, program_id, back, back)`;

const productRow = (product: string, sale: string, commission: string) =>
  `format('{"value": "%s", "day": "%s", "currency": "USD", ${saleCounts}, "revenueMinor": "%s", "commissionMinor": "%s"}',
    ${product}, day, ${counts}, ${sale}, ${commission})`;

const returnedProduct = `format(', {"value": "%s", "day": "%s", "currency": "USD", "revenueMinor": "-%s",
  "refundsMinor": "%s"}', product, back_day, back, back)`;

const counted = `case when not credited then format('{"rows": [], "dimensions": {}, "signalDay": "%s"}', day) else
  '{"rows": [' || ${countedRow} || case when back > 0 then ${returnedRow} else '' end || '], "dimensions": {"products": ['
  || ${productRow("product", "sale", "own")}
  || case when extra is null then '' else ', ' || ${productRow("extra", "extra_sale", "commission - own")} end
  || case when back > 0 then ${returnedProduct} else '' end
  || format('], "values": {"code": "%s", "link": "%s", "sub-id": "%s", "landing": "%s", "country": "%s",
    "customer": "%s", "channel": "%s"}}, "signalDay": "%s"}', code, link, sub, page, country,
    case place when 1 then 'new' else 'returning' end, channel, day) end`;

/** Facts have what these pages read of them: what products are called. */
const facts = `format('{"id": "%s", "lines": [{"id": "1", "productId": "%s", "title": "Mug %s"}%s]}', n, product, product,
  case when extra is null then '' else format(', {"id": "2", "productId": "%s", "title": "Mug %s"}', extra, extra) end)`;

export function ordersSql(shopId: string): string {
  return `
    insert into orders (shop_id, order_id, name, placed_at, changed_at, facts, facts_hash, currency, net_minor,
      commission_minor, credited, reason, affiliate_id, program_id, program_version, attribution, customer_hash, counted,
      first_seen_at, processed_at)
    select '${shopId}', (1000000000 + n)::text, '#' || n, at, at, (${facts})::jsonb, 'bench', 'USD',
      sale + extra_sale - back, case when credited then commission else 0 end, credited,
      case when credited then 'won-by-landing' else 'no-signal' end, case when credited then affiliate_id end,
      case when credited then program_id end, case when credited then 1 end, '{}', md5((n % 500000)::text),
      (${counted})::jsonb, at, at
    from bench_sales`;
}

/** Those whose thirty days are over are released; a few are held. */
export function commissionsSql(shopId: string): string {
  return `
    insert into commissions (shop_id, commission_id, kind, order_id, affiliate_id, role, program_id, program_version,
      currency, inputs, decision, created_at, approves_at, released_at)
    select '${shopId}', 'com_' || lpad(n::text, 26, '0'), 'order', (1000000000 + n)::text, affiliate_id, 'affiliate',
      program_id, 1, 'USD', '{}', case when late and n % 5000 = 0 then 'held' end, at, at + interval '30 days',
      case when late then null else at + interval '30 days' end
    from (select *, at > now() - interval '30 days' as late from bench_sales where credited) sold`;
}

/** Clicks of the last month, and the figures of all of them. */
export function clicksSql(shopId: string): string[] {
  return [
    `insert into clicks (shop_id, click_id, occurred_at, affiliate_id, target, sub_id, link_id)
      select '${shopId}', 'clk_' || lpad((row_number() over ())::text, 26, '0'),
        day + (one - 0.5) / clicks * interval '1 day', affiliate_id, page, sub, link
      from bench_visits cross join generate_series(1, clicks) one where day > now()::date - 31`,
    `insert into dimension_values (shop_id, dimension, value)
      select distinct '${shopId}', dimension, value from (
        select 'sub-id' as dimension, sub as value from bench_visits union all select 'landing', page from bench_visits
        union all select 'sub-id', sub from bench_sales union all select 'landing', page from bench_sales
        union all select 'channel', channel from bench_sales
      ) named where value <> ''`,
  ];
}
