import pg from "pg";
import type { Attribution } from "#app/domain/attribution.ts";
import { evaluate } from "#app/domain/commission.ts";
import type { AffiliateId, BacktestId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { runBacktest } from "#app/flows/backtests/run-backtest.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findBacktest, insertBacktest } from "#app/store/backtests.ts";
import { benchTerms, fiveLines } from "../order-facts.ts";

type Shop = { readonly shopId: string; readonly programId: string };

/** A message to this worker. It answers in seconds. */
export type BacktestWork =
  /** Puts credited orders of the last months into the shop. */
  | { readonly kind: "fill"; readonly shop: Shop; readonly orders: number; readonly affiliates: number }
  | { readonly kind: "backtest"; readonly shop: Shop; readonly orders: number }
  /** The pure function alone, once for each order, as `engine.pure` measures it: from the JSON of the facts. */
  | { readonly kind: "pure"; readonly orders: number };

const shapes = Array.from({ length: 2_400 }, (_, number) => shape(number));
const texts = shapes.map((facts) => JSON.stringify(toPlain(facts)));

/** From one to five lines; prices, pieces, taxes, discounts, refunds, tips and cancellations differ. */
function shape(number: number): OrderFacts {
  const facts = fiveLines(number);
  return {
    ...facts,
    lines: facts.lines.slice(0, 1 + (number % 5)),
    tipMinor: number % 7 === 0 ? 300n : 0n,
    cancelledAt: number % 61 === 0 ? "2026-11-23T09:00:00-05:00" : null,
  };
}

/** The draft looks at other orders in each way: it has tiers, a cap for a month and a bonus. */
const draft: ProgramTerms = {
  ...benchTerms,
  commission: {
    kind: "tiered",
    period: { kind: "calendar", unit: "month" },
    below: { kind: "percentage", rateBps: 800 },
    steps: [
      {
        atLeast: { measure: "sales", amount: { minor: 500_000n, currency: "USD" } },
        pay: { kind: "percentage", rateBps: 1200 },
      },
    ],
  },
  caps: {
    perOrder: { minor: 20_000n, currency: "USD" },
    perAffiliate: {
      amount: { minor: 2_000_000n, currency: "USD" },
      period: { kind: "calendar", unit: "month" },
    },
  },
  bonuses: [
    {
      id: "sales",
      name: "Every 5,000.00",
      atLeast: { measure: "sales", amount: { minor: 500_000n, currency: "USD" } },
      repeats: true,
      amount: { minor: 2_500n, currency: "USD" },
    },
  ],
};

async function fill({ shop, orders, affiliates }: Extract<BacktestWork, { kind: "fill" }>): Promise<void> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  try {
    await client.query("create temporary table shapes (number int, facts jsonb)");
    await client.query(
      "insert into shapes select row_number() over () - 1, value from jsonb_array_elements($1::jsonb)",
      [JSON.stringify(toPlain(shapes))],
    );
    await client.query(
      `insert into orders (shop_id, order_id, name, placed_at, changed_at, facts, facts_hash, currency, net_minor,
          credited, reason, affiliate_id, program_id, program_version, attribution, first_seen_at, processed_at)
        select $1, n::text, '#' || n, at, at,
          facts || jsonb_build_object('id', n::text, 'createdAt', at_text, 'updatedAt', at_text), '', 'USD', 0,
          true, 'won-by-code', 'aff_' || lpad((n % $4 + 1)::text, 26, '0'), $2, 1, '{}', at, at
        from (select n, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at_text
          from (select n, date_trunc('second', now() - (n || ' minutes')::interval) as at
            from generate_series(1, $3) n) numbers) orders
        join shapes on number = n % (select count(*) from shapes)`,
      [shop.shopId, shop.programId, orders, affiliates],
    );
    await client.query("analyze orders");
  } finally {
    await client.end();
  }
}

async function backtest({ shop, orders }: Extract<BacktestWork, { kind: "backtest" }>): Promise<number> {
  const now = new Date();
  const shopId = shop.shopId as ShopId;
  const backtestId = newId<BacktestId>("bkt", now);
  await inTransaction((tx) =>
    insertBacktest(tx, {
      shopId,
      backtestId,
      programId: shop.programId as ProgramId,
      terms: draft,
      firstDay: "2000-01-01",
      lastDay: now.toISOString().slice(0, 10),
      scope: "credited",
      status: "waiting",
      createdBy: "bench",
      createdAt: now,
    }),
  );
  const begun = performance.now();
  await runBacktest({ shopId, backtestId }, () => now);
  const seconds = (performance.now() - begun) / 1000;
  const done = await findBacktest(db(), shopId, backtestId);
  if (done?.result?.orders !== orders) throw new Error(`The backtest saw ${done?.result?.orders} orders.`);
  return seconds;
}

const landing = {
  kind: "landing",
  code: "A",
  parameter: "ref",
  programId: null,
  subId: "",
  at: null,
} as const;
const evidence = { ...landing, affiliateId: "aff_1" as AffiliateId };
const programId = "prg_1" as ProgramId;
const version = { id: "", programId, number: 1, effectiveFrom: "", affiliateId: null, terms: draft };
const attribution: Attribution = {
  winner: { affiliateId: evidence.affiliateId, programId, version, evidence },
  reason: "won-by-landing",
  candidates: [],
};

function pure(orders: number): number {
  let sum = 0n;
  const begun = performance.now();
  for (let order = 0; order < orders; order += 1) {
    const facts = readFacts(JSON.parse(texts[order % texts.length] ?? "{}"));
    sum += evaluate({ terms: draft, facts, attribution, inputs: null }).currentMinor;
  }
  const seconds = (performance.now() - begun) / 1000;
  if (sum === 0n) throw new Error("Nothing was earned.");
  return seconds;
}

async function work(message: BacktestWork): Promise<number> {
  if (message.kind === "pure") return pure(message.orders);
  if (message.kind === "backtest") return await backtest(message);
  await fill(message);
  return 0;
}

process.on("message", (message) => {
  work(message as BacktestWork).then(
    (seconds) => process.send?.(seconds),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));
