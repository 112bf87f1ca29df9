import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse } from "#app/domain/refusal.ts";
import { readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { readLedgerEntries } from "#app/flows/ledger/read-ledger.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

const zoned = (shopId: ShopId) => ({ shopId, timeZone: "UTC" });
const now = new Date("2026-03-20T10:00:00Z");

it("a list of commissions or ledger entries is ended by the database where it takes too long, and says what to ask instead", async () => {
  const shop = await makeSellingShop();
  const page = { page: 1, limit: 10 };
  const late = await inTransaction(async (tx) => {
    await tx.execute(sql`lock table commissions, ledger_entries in access exclusive mode`);
    return {
      commissions: await readCommissions(shop.shopId, page, now, 100),
      entries: await readLedgerEntries(zoned(shop.shopId), {}, { ...page, limitMs: 100 }),
    };
  });
  expect(late).toEqual({
    commissions: refuse("unavailable", { code: "took_too_long", what: "commissions", seconds: 0.1 }),
    entries: refuse("unavailable", { code: "took_too_long", what: "ledger", seconds: 0.1 }),
  });
  expect(await readCommissions(shop.shopId, page, now)).toMatchObject({ total: 0 });
  expect(await readLedgerEntries(zoned(shop.shopId), {}, page)).toMatchObject({ total: 0 });
});
