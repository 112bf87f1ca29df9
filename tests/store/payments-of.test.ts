import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { paymentsOf } from "#app/store/paid-lines.ts";

const now = new Date("2026-03-02T10:00:00Z");

const kinds = ["payout", "payoutSection", "payment"] as const;

test.each(kinds)("the lines of one %s are found by the key of their payments", async (kind) => {
  const id = newId(idPrefixes[kind], now);
  const shopId = newId<ShopId>("shp", now);
  let plan = "";
  const explained = inTransaction(async (tx) => {
    // With few rows the planner takes any index. These belong to no payment, and are rolled back.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into payout_coverings (shop_id, payment_id, line_id, amount_minor, at, state)
      select ${shopId}, 'pit_' || n, 'com_' || n, 1, ${now.toISOString()}::timestamptz, 'paid'
      from generate_series(1, 5000) as n`);
    await tx.execute(sql`analyze payout_coverings`);
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`
      explain select line_id from payout_coverings where shop_id = ${shopId}
        and payment_id in (${paymentsOf(shopId, id)}) and amount_minor > 0 and state <> 'uncovered'`);
    plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    throw new Error("Rolled back");
  });
  await expect(explained).rejects.toThrow("Rolled back");
  expect(plan).toMatch(
    /payout_coverings_shop_id_payment_id_line_id_pk.*\n.*Index Cond: .*AND \(payment_id = /,
  );
  expect(plan).not.toContain("Seq Scan");
});
