import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { arrival, read } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, orderBody, refundBody } from "../../support/order-bodies.ts";
import { breakable, breakingAt } from "../histories/crashes.ts";

afterAll(breakable());

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** An order and everything that counts it: all of these rows exist, or none. */
const tables = [
  "orders",
  "commissions",
  "ledger_entries",
  "daily_figures",
  "daily_signals",
  "daily_dimension_figures",
] as const;

async function kept({ shopId }: Merchant): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await db().execute(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t where shop_id = ${shopId} order by 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

const hear = ({ shop, shopId }: Merchant, [topic, body]: readonly [string, unknown]) => {
  const news = read({ shopId, topic, body: JSON.stringify(body) });
  return inTransaction((tx) => applyNews(tx, shop, [{ news, fresh: false }], arrival));
};

it("an order and its figures are written together: a crash at any point leaves neither", async () => {
  const merchant = await makeMerchant();
  const id = nextId();
  const order = { id, price: "50.00", ref: merchant.code };
  const refunds = [refundBody(id, { amount: "20.00", id: id + 1 })];
  const steps = [
    ["orders/paid", orderBody(order)],
    ["orders/updated", orderBody({ ...order, updatedAt: "2026-03-05T10:00:00Z", refunds })],
  ] as const;
  for (const step of steps) {
    const before = await kept(merchant);
    let broken = 0;
    for (let at = 1; ; at += 1) {
      const outcome = await breakingAt(at, () => hear(merchant, step));
      // Once it is broken at its commit, whose answer is lost, it is through.
      if (outcome.at === "commit") break;
      expect([at, outcome.kind]).toEqual([at, "ended"]);
      expect(await kept(merchant), `${step[0]} broken before question ${at}: ${outcome.at}`).toEqual(before);
      broken += 1;
    }
    expect(broken).toBeGreaterThan(5);
    const after = await kept(merchant);
    for (const table of ["orders", "ledger_entries", "daily_figures", "daily_dimension_figures"]) {
      expect(after[table], `${step[0]} ${table}`).not.toEqual(before[table]);
    }
  }
}, 60_000);
