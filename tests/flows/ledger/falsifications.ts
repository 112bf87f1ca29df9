import { sql, type SQL } from "drizzle-orm";
import { textOf } from "./falsify.ts";
import type { RichBooks } from "./rich-books.ts";

/** One row of rich books, and what somebody writes into it past the triggers. */
export type RowFalsified = {
  readonly what: string;
  readonly table: string;
  readonly key: (books: RichBooks) => string | Promise<string>;
  readonly where: (key: string, books: RichBooks) => SQL;
  readonly set: Readonly<Record<string, SQL>>;
};

type OrderName = keyof RichBooks["orders"];

/** Id of the affiliate's own commission for an order, or of the bonus that it reached. */
export const commissionOf =
  (order: OrderName, kind = "order") =>
  (books: RichBooks) =>
    textOf(sql`select commission_id as text from commissions where shop_id = ${books.shopId}
    and order_id = ${books.orders[order]} and kind = ${kind} and affiliate_id = ${books.affiliateId}`);

export const transferOf = (order: OrderName, code: string) => async (books: RichBooks) =>
  textOf(sql`select ledger_entry_id as text from ledger_entries where shop_id = ${books.shopId}
    and code = ${code} and subject = ${await commissionOf(order)(books)}`);

export const byTransfer = (key: string) => sql`ledger_entry_id = ${key}`;
export const byCommission = (key: string) => sql`commission_id = ${key}`;
export const byOrder = (key: string) => sql`order_id = ${key}`;

const plusOne = (column: string) => ({ [column]: sql`${sql.identifier(column)} + 1` });

const entries = (
  [
    ["amount", plusOne("amount_minor")],
    ["instant", { happened_at: sql`happened_at + interval '1 day'` }],
    ["instant of recording", { recorded_at: sql`recorded_at - interval '31 days'` }],
    ["hash", { input_hash: sql`repeat('0', 64)` }],
    ["key", { idempotency_key: sql`idempotency_key || ':2'` }],
    ["currency", { currency: sql`'EUR'` }],
    ["code", { code: sql`'adjusted'` }],
    ["affiliate", { affiliate_id: sql`'aff_nobody'` }],
    ["debit account", { debit_account: sql`'bank'` }],
    ["credit account", { credit_account: sql`replace(credit_account, 'pending', 'payable')` }],
    ["subject", { subject: sql`'com_other'` }],
  ] as const
).map(([what, set]): RowFalsified => ({
  what: `the ${what} of a ledger entry`,
  table: "ledger_entries",
  key: transferOf("clicked", "earned"),
  where: byTransfer,
  set,
}));

const another = sql`(select max(affiliate_id) from affiliates a
  where a.shop_id = commissions.shop_id and a.affiliate_id <> commissions.affiliate_id)`;

const commissions = (
  [
    ["lifted decision", "denied", { decision: sql`null` }],
    ["made up decision", "clicked", { decision: sql`'approved'` }],
    ["affiliate", "clicked", { affiliate_id: another }],
    ["version", "clicked", { program_version: sql`99` }],
    ["inputs", "clicked", { inputs: sql`jsonb_set(inputs, '{reached,fallback,orders}', '0')` }],
    ["currency", "clicked", { currency: sql`'EUR'` }],
    ["role", "clicked", { role: sql`'partner'` }],
    ["order", "clicked", { order_id: sql`null` }],
    ["forgotten release", "clicked", { released_at: sql`null` }],
    ["moved release", "clicked", { released_at: sql`released_at + interval '1 day'` }],
    ["made up release", "restored", { released_at: sql`now()` }],
    ["approval", "restored", { approval: sql`'manual'` }],
    ["hold", "restored", { approves_at: sql`'2026-03-01'::timestamptz` }],
    ["hold that has not begun", "restored", { approves_at: sql`null` }],
  ] as const
).map(([what, order, set]): RowFalsified => ({
  what: `the ${what} of a commission`,
  table: "commissions",
  key: commissionOf(order),
  where: byCommission,
  set,
}));

const bonuses = (
  [
    ["amount", "sold", { inputs: sql`'{"amountMinor": "501"}'::jsonb` }],
    ["key", "sold", { bonus_key: sql`bonus_key || '7'` }],
    ["kind", "sold", { kind: sql`'manual'` }],
    [
      "bonus in the key",
      "restored",
      { bonus_key: sql`program_id || ':1:gone:1'`, role: sql`program_id || ':1:gone:1'` },
    ],
    ["revision", "sold", { revision: sql`0` }],
  ] as const
).map(([what, order, set]): RowFalsified => ({
  what: `the ${what} of a bonus`,
  table: "commissions",
  key: commissionOf(order, "bonus"),
  where: byCommission,
  set,
}));

const stranger = `{"decisionId": "dec_x", "affiliateId": "aff_x", "programId": "prg_x", "at": "x"}`;

const orders = (
  [
    ["facts", { facts: sql`jsonb_set(facts, '{cancelledAt}', '"2026-03-05T00:00:00Z"')` }],
    ["hash", { facts_hash: sql`repeat('0', 64)` }],
    ["name", { name: sql`'#1'` }],
    ["instant of placing", { placed_at: sql`placed_at - interval '1 day'` }],
    ["instant of change", { changed_at: sql`changed_at + interval '1 day'` }],
    ["currency", { currency: sql`'EUR'` }],
    ["customer", { customer_hash: sql`'somebody'` }],
    ["net sales", plusOne("net_minor")],
    ["commission", plusOne("commission_minor")],
    ["credit", { credited: sql`not credited` }],
    ["reason", { reason: sql`'won-by-code'` }],
    ["affiliate", { affiliate_id: sql`null` }],
    ["program", { program_id: sql`null` }],
    ["version", { program_version: sql`2` }],
    ["winner", { attribution: sql`jsonb_set(attribution, '{decided,winner}', 'null')` }],
    ["reassignment", { attribution: sql`jsonb_set(attribution, '{reassigned}', ${stranger}::jsonb)` }],
    ["signals", { signals: sql`array['code']` }],
    ["missed signals", { lost_without: sql`array['click']` }],
    ["moved signals", { elsewhere_without: sql`'{}'` }],
    ["counted day of the signals", { counted: sql`jsonb_set(counted, '{signalDay}', '"2026-03-20"')` }],
    ["counted link", { counted: sql`jsonb_set(counted, '{dimensions,values,link}', '"lnk_x"')` }],
    ["counted page", { counted: sql`jsonb_set(counted, '{dimensions,values,landing}', '"/x"')` }],
    ["counted product", { counted: sql`jsonb_set(counted, '{dimensions,products,0,value}', '"9"')` }],
    [
      "counted sale of a product",
      { counted: sql`jsonb_set(counted, '{dimensions,products,0,revenueMinor}', '"1"')` },
    ],
    ["counted dimensions", { counted: sql`jsonb_set(counted, '{dimensions}', '{}')` }],
    ["counted figures", { counted: sql`jsonb_set(counted, '{rows,0,revenueMinor}', '"1"')` }],
    ["revision", { revision: sql`0` }],
  ] as const
).map(([what, set]): RowFalsified => ({
  what: `the ${what} of an order`,
  table: "orders",
  key: (books) => books.orders.clicked,
  where: byOrder,
  set,
}));

const day = "2026-03-02";
const sales = [
  "orders",
  "click_orders",
  "kept_orders",
  "revenue_minor",
  "commission_minor",
  "earned_minor",
  "refunds_minor",
  "new_customers",
  "timed_orders",
  "click_seconds",
];
const visits = ["clicks", "visitors"];

const figures: RowFalsified[] = [
  ...sales.map((column): RowFalsified => ({
    what: `${column} of an affiliate's day`,
    table: "daily_figures",
    key: ({ affiliateId, programId }) => `${affiliateId} ${programId} ${day} USD`,
    where: (_key, { affiliateId, programId }) =>
      sql`affiliate_id = ${affiliateId} and program_id = ${programId} and day = ${day}`,
    set: plusOne(column),
  })),
  ...visits.map((column): RowFalsified => ({
    what: `${column} of an affiliate's day`,
    table: "daily_figures",
    key: ({ affiliateId }) => `${affiliateId} ${day} USD`,
    where: (_key, { affiliateId }) => sql`affiliate_id = ${affiliateId} and program_id = '' and day = ${day}`,
    set: plusOne(column),
  })),
  {
    what: "the program of an affiliate's clicks, which have none",
    table: "daily_figures",
    key: ({ affiliateId }) => `${affiliateId} gone ${day} USD`,
    where: (_key, { affiliateId }) => sql`affiliate_id = ${affiliateId} and program_id = '' and day = ${day}`,
    set: { program_id: sql`'gone'` },
  },
  ...[...visits, ...sales].map((column): RowFalsified => ({
    what: `${column} of the shop's day`,
    table: "daily_shop_figures",
    key: () => `${day} USD`,
    where: () => sql`day = ${day}`,
    set: plusOne(column),
  })),
];

const dimensions = [
  ...["landing", "link", "sub-id"].flatMap((dimension) =>
    visits.map((column) => [dimension, column] as const),
  ),
  ...["product", "code", "link", "sub-id", "landing", "country", "customer", "channel"].map(
    (dimension) => [dimension, "orders"] as const,
  ),
  ...[
    "click_orders",
    "revenue_minor",
    "refunds_minor",
    "commission_minor",
    "new_customers",
    "timed_orders",
    "click_seconds",
  ].map((column) => ["product", column] as const),
].map(([dimension, column]): RowFalsified => {
  const value = ({ shopId }: RichBooks) => sql`(select min(value) from daily_dimension_figures
    where shop_id = ${shopId} and dimension = ${dimension} and day = ${day} and orders > 0)`;
  return {
    what: `${column} of a day's ${dimension}`,
    table: "daily_dimension_figures",
    key: (books) =>
      textOf(
        sql`select concat_ws(' ', ${dimension}::text, nullif(${value(books)}, ''), ${day}::text, 'USD') as text`,
      ),
    where: (_key, books) => sql`dimension = ${dimension} and day = ${day} and value = ${value(books)}`,
    set: plusOne(column),
  };
});

const signals = ["orders", "credited", "missed", "moved"].flatMap((column) =>
  ["", "click"].map((signal): RowFalsified => ({
    what: `${column} of a day's ${signal === "" ? "orders" : "clicks"}`,
    table: "daily_signals",
    key: () => `${day} ${signal === "" ? "all" : signal}`,
    where: () => sql`day = ${day} and signal = ${signal}`,
    set: plusOne(column),
  })),
);

const kept: RowFalsified[] = [
  {
    what: "a balance",
    table: "ledger_balances",
    key: ({ affiliateId }) => `${affiliateId} payable USD`,
    where: (_key, { affiliateId }) => sql`affiliate_id = ${affiliateId} and account = 'payable'`,
    set: plusOne("balance_minor"),
  },
  {
    what: "how many affiliates are active",
    table: "affiliate_counts",
    key: () => "active",
    where: () => sql`status = 'active'`,
    set: plusOne("count"),
  },
  {
    what: "the status of an affiliate",
    table: "affiliates",
    key: ({ affiliateId }) => affiliateId,
    where: (key) => sql`affiliate_id = ${key}`,
    set: { status: sql`'suspended'` },
  },
  {
    what: "the status of a program",
    table: "programs",
    key: ({ programId }) => programId,
    where: (key) => sql`program_id = ${key}`,
    set: { status: sql`'paused'` },
  },
  {
    what: "the newest version of a program",
    table: "programs",
    key: ({ programId }) => programId,
    where: (key) => sql`program_id = ${key}`,
    set: { version: sql`3` },
  },
  {
    what: "the amount of an addition by hand",
    table: "commissions",
    key: ({ manualId }) => manualId,
    where: byCommission,
    set: { inputs: sql`jsonb_set(inputs, '{amountMinor}', '"9900"')` },
  },
  {
    what: "the amount of an adjustment",
    table: "adjustments",
    key: ({ shopId }) =>
      textOf(sql`select max(adjustment_id) as text from adjustments where shop_id = ${shopId}`),
    where: (key) => sql`adjustment_id = ${key}`,
    set: { amount_minor: sql`amount_minor - 1` },
  },
  {
    what: "the amount of a write-off",
    table: "balance_entries",
    key: ({ shopId }) =>
      textOf(
        sql`select max(entry_id) as text from balance_entries where shop_id = ${shopId} and kind = 'write_off'`,
      ),
    where: (key) => sql`entry_id = ${key}`,
    set: { amount_minor: sql`amount_minor + 1` },
  },
  {
    what: "the account of an opening balance",
    table: "balance_entries",
    key: ({ shopId }) =>
      textOf(sql`select max(entry_id) as text from balance_entries
        where shop_id = ${shopId} and kind = 'opening_balance'`),
    where: (key) => sql`entry_id = ${key}`,
    set: { account: sql`'pending'` },
  },
];

const decisions = (
  [
    ["kind", { kind: sql`'approved'` }],
    ["subject", { subject_id: sql`'com_other'` }],
    ["instant", { at: sql`at - interval '1 day'` }],
  ] as const
).map(([what, set]): RowFalsified => ({
  what: `the ${what} of a decision`,
  table: "decisions",
  key: async (books) =>
    textOf(sql`select decision_id as text from decisions where shop_id = ${books.shopId}
      and subject_id = ${await commissionOf("denied")(books)}`),
  where: (key) => sql`decision_id = ${key}`,
  set,
}));

/** Every kind of row that is recomputed, and every column that says something about money. */
export const falsifications: readonly RowFalsified[] = [
  ...entries,
  ...commissions,
  ...bonuses,
  ...decisions,
  ...orders,
  ...figures,
  ...dimensions,
  ...signals,
  ...kept,
];
