import { sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { differenceText, rowOfDifference } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/orders/verify-books.ts";
import { takeOut, textOf, withFalsified } from "./falsify.ts";
import { makeRichBooks, type RichBooks } from "./rich-books.ts";

let books: RichBooks;

beforeAll(async () => {
  books = await makeRichBooks();
});

/** Key of a commission by its order and kind. */
const commissionOf = (order: keyof RichBooks["orders"], kind = "order", own = true) =>
  textOf(sql`select commission_id as text from commissions where shop_id = ${books.shopId}
    and order_id = ${books.orders[order]} and kind = ${kind}
    and (affiliate_id = ${books.affiliateId}) = ${own}`);

const transferOf = async (order: keyof RichBooks["orders"], code: string) =>
  textOf(sql`select transfer_id as text from ledger_transfers where shop_id = ${books.shopId}
    and code = ${code} and subject = ${await commissionOf(order)}`);

type Case = readonly [
  what: string,
  table: string,
  key: () => string | Promise<string>,
  where: (key: string) => SQL,
  set: () => Record<string, SQL>,
];

const byTransfer = (key: string) => sql`transfer_id = ${key}`;
const byCommission = (key: string) => sql`commission_id = ${key}`;
const byOrder = (key: string) => sql`order_id = ${key}`;

const transferCases: Case[] = [
  ["amount", { amount_minor: sql`amount_minor + 1` }],
  ["instant", { happened_at: sql`happened_at + interval '1 day'` }],
  ["instant of recording", { recorded_at: sql`recorded_at - interval '31 days'` }],
  ["hash", { input_hash: sql`repeat('0', 64)` }],
  ["key", { idempotency_key: sql`idempotency_key || ':2'` }],
  ["currency", { currency: sql`'EUR'` }],
  ["code", { code: sql`'adjusted'` }],
  ["affiliate", { affiliate_id: sql`'aff_nobody'` }],
  ["debit account", { debit_account: sql`'bank'` }],
].map(([what, set]): Case => [
  `a transfer's ${String(what)}`,
  "ledger_transfers",
  () => transferOf("clicked", "earned"),
  byTransfer,
  () => set as Record<string, SQL>,
]);

const commissionCases: Case[] = (
  [
    ["decision that was lifted", "denied", { decision: sql`null` }],
    ["decision that was made up", "clicked", { decision: sql`'approved'` }],
    [
      "whose it is",
      "clicked",
      {
        affiliate_id: sql`(select max(affiliate_id) from affiliates a
      where a.shop_id = commissions.shop_id and a.affiliate_id <> commissions.affiliate_id)`,
      },
    ],
    ["version", "clicked", { program_version: sql`99` }],
    ["inputs", "clicked", { inputs: sql`jsonb_set(inputs, '{reached,fallback,orders}', '0')` }],
    ["currency", "clicked", { currency: sql`'EUR'` }],
    ["release that was forgotten", "clicked", { released_at: sql`null` }],
    ["release that was moved", "clicked", { released_at: sql`released_at + interval '1 day'` }],
    ["release that was made up", "restored", { released_at: sql`now()` }],
    ["hold", "restored", { hold_until: sql`'2026-03-01'::timestamptz` }],
    ["hold that has not begun", "restored", { hold_until: sql`null` }],
  ] as const
).map(([what, order, set]): Case => [
  `a commission's ${what}`,
  "commissions",
  () => commissionOf(order),
  byCommission,
  () => set,
]);

const additionCases: Case[] = [
  [
    "the amount of an addition by hand",
    "commissions",
    () => books.manualId,
    byCommission,
    () => ({ inputs: sql`jsonb_set(inputs, '{amountMinor}', '"9900"')` }),
  ],
  [
    "the amount of a bonus",
    "commissions",
    () => commissionOf("sold", "bonus"),
    byCommission,
    () => ({ inputs: sql`'{"amountMinor": "501"}'::jsonb` }),
  ],
  [
    "the key of a bonus",
    "commissions",
    () => commissionOf("sold", "bonus"),
    byCommission,
    () => ({ bonus_key: sql`bonus_key || '7'` }),
  ],
  [
    "the ordinal of a bonus that was not released",
    "commissions",
    () => commissionOf("restored", "bonus"),
    byCommission,
    () => ({ bonus_key: sql`program_id || ':1:third:9'` }),
  ],
  [
    "the revision of a bonus",
    "commissions",
    () => commissionOf("sold", "bonus"),
    byCommission,
    () => ({ revision: sql`0` }),
  ],
];

const orderCases: Case[] = (
  [
    ["facts", { facts: sql`jsonb_set(facts, '{cancelledAt}', '"2026-03-05T00:00:00Z"')` }],
    ["hash", { facts_hash: sql`repeat('0', 64)` }],
    ["name", { name: sql`'#1'` }],
    ["instant of placing", { placed_at: sql`placed_at - interval '1 day'` }],
    ["instant of change", { changed_at: sql`changed_at + interval '1 day'` }],
    ["currency", { currency: sql`'EUR'` }],
    ["customer", { customer_hash: sql`'somebody'` }],
    ["net sales", { net_minor: sql`net_minor + 1` }],
    ["credit", { credited: sql`not credited` }],
    ["reason", { reason: sql`'won-by-code'` }],
    ["affiliate", { affiliate_id: sql`null` }],
    ["program's version", { program_version: sql`2` }],
    [
      "the winner of its attribution",
      { attribution: sql`jsonb_set(attribution, '{decided,winner}', 'null')` },
    ],
    [
      "who gave it away",
      {
        attribution: sql`jsonb_set(attribution, '{reassigned}',
      '{"decisionId": "dec_x", "affiliateId": "x", "programId": "x", "at": "x"}')`,
      },
    ],
    ["figures", { counted: sql`jsonb_set(counted, '{rows,0,revenueMinor}', '"1"')` }],
    ["revision", { revision: sql`0` }],
  ] as const
).map(([what, set]): Case => [
  `an order's ${what}`,
  "orders",
  () => books.orders.clicked,
  byOrder,
  () => set,
]);

const rollupCases: Case[] = [
  [
    "a balance",
    "ledger_balances",
    () => `${books.affiliateId} payable USD`,
    () => sql`affiliate_id = ${books.affiliateId} and account = 'payable'`,
    () => ({ balance_minor: sql`balance_minor + 1` }),
  ],
  ...["orders", "click_orders", "kept_orders", "revenue_minor", "commission_minor", "earned_minor"].map(
    (column): Case => [
      `${column} of a day`,
      "daily_figures",
      () => `${books.affiliateId} ${books.programId} 2026-03-02 USD`,
      () =>
        sql`affiliate_id = ${books.affiliateId} and program_id = ${books.programId} and day = '2026-03-02'`,
      () => ({ [column]: sql`${sql.identifier(column)} + 1` }),
    ],
  ),
  ...["clicks", "visitors"].map((column): Case => [
    `${column} of a day`,
    "daily_figures",
    () => `${books.affiliateId} 2026-03-02 USD`,
    () => sql`affiliate_id = ${books.affiliateId} and program_id = '' and day = '2026-03-02'`,
    () => ({ [column]: sql`${sql.identifier(column)} + 1` }),
  ]),
  ...["clicks", "visitors", "orders", "kept_orders", "revenue_minor", "earned_minor"].map((column): Case => [
    `${column} of the shop's day`,
    "daily_shop_figures",
    () => "2026-03-02 USD",
    () => sql`day = '2026-03-02'`,
    () => ({ [column]: sql`${sql.identifier(column)} + 1` }),
  ]),
  [
    "how many affiliates are active",
    "affiliate_counts",
    () => "active",
    () => sql`status = 'active'`,
    () => ({ count: sql`count + 1` }),
  ],
  [
    "an affiliate's status",
    "affiliates",
    () => books.affiliateId,
    (key) => sql`affiliate_id = ${key}`,
    () => ({ status: sql`'suspended'` }),
  ],
  [
    "a program's status",
    "programs",
    () => books.programId,
    (key) => sql`program_id = ${key}`,
    () => ({ status: sql`'paused'` }),
  ],
  [
    "a program's newest version",
    "programs",
    () => books.programId,
    (key) => sql`program_id = ${key}`,
    () => ({ version: sql`3` }),
  ],
  [
    "the amount of an adjustment",
    "adjustments",
    () => textOf(sql`select adjustment_id as text from adjustments where shop_id = ${books.shopId} limit 1`),
    (key) => sql`adjustment_id = ${key}`,
    () => ({ amount_minor: sql`amount_minor - 1` }),
  ],
];

describe("verifying rich books", () => {
  it("finds no difference in what the app itself posted", async () => {
    const { differences, ...size } = await verifyShop(books.shopId);
    expect(differences.map(differenceText)).toEqual([]);
    expect(size).toMatchObject({ orders: 8, differenceCount: 0 });
  });

  it.each([...transferCases, ...commissionCases, ...additionCases, ...orderCases, ...rollupCases])(
    "names first the row of %s in %s",
    async (_what, table, keyOf, where, set) => {
      const key = await keyOf();
      const found = await withFalsified(books.shopId, { table, where: where(key), set: set() }, () =>
        verifyShop(books.shopId),
      );
      const [first] = found.differences;
      expect(first && rowOfDifference(first)).toEqual({ table, key });
    },
  );

  it("has every row back as it was", async () => {
    expect((await verifyShop(books.shopId)).differences.map(differenceText)).toEqual([]);
  });
});
