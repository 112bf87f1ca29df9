import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { affiliateAccount, shopAccount } from "#app/domain/ledger/entries.ts";
import { rowOfDifference } from "#app/domain/ledger/difference.ts";
import { closeMonth, readClosedPeriods } from "#app/flows/ledger/close-period.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { postEntries } from "#app/store/ledger.ts";
import { ledgerEntries } from "#app/store/schema/ledger.ts";
import { accepted } from "../../support/accepted.ts";
import { countLockWaits } from "../../support/lock-waits.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { lastClosedPeriod } from "#app/store/closed-periods.ts";
import { takeOut, textOf, withFalsified } from "./falsify.ts";

const actor = { kind: "staff", id: "7", name: "Ada", email: null } as const;
const aprilFifth = new Date("2026-04-05T10:00:00Z");
const march31 = new Date("2026-03-31T23:59:59.900Z");

let count = 0;

/** Adds to what an affiliate is owed, as of an instant, in a transaction of the caller. */
function post(tx: Tx, { shopId, affiliateId }: SellingShop, amountMinor: bigint, at: Date): Promise<Date> {
  count += 1;
  const posting = {
    code: "adjusted",
    debit: shopAccount("expense"),
    credit: affiliateAccount("payable", affiliateId),
    amountMinor,
    currency: "USD",
    subject: { kind: "adjustment", id: `adj_${count}` },
    revision: 1,
    idempotencyKey: `m14 ${affiliateId} ${count}`,
    happenedAt: at,
  } as const;
  return postEntries(tx, shopId, [posting], at);
}

const posted = (shop: SellingShop, amountMinor: bigint, at: string) =>
  inTransaction((tx) => post(tx, shop, amountMinor, new Date(at)));

const zoned = ({ shopId }: SellingShop, timeZone = "UTC") => ({ shopId, timeZone });

const close = (shop: SellingShop, month: string, now = aprilFifth, timeZone = "UTC") =>
  closeMonth({ shop: zoned(shop, timeZone), actor, now }, month);

/** Tables of the differences that are about closed periods. */
const faults = async ({ shopId }: SellingShop) =>
  (await verifyShop(shopId)).differences
    .filter((one) => one.kind === "row" && /clos(ed|ing)/.test(one.what))
    .map(rowOfDifference);

describe("closing a month (M14)", () => {
  it("keeps the highest ledger entry, what every account came to, and who closed it", async () => {
    const shop = await makeSellingShop();
    await posted(shop, 500n, "2026-03-10T00:00:00Z");
    await posted(shop, 70n, "2026-04-02T00:00:00Z");
    const closed = await close(shop, "2026-03");
    const highest = await textOf(
      sql`select max(sequence)::text as text from ledger_entries where shop_id = ${shop.shopId}`,
    );
    expect(closed).toMatchObject({
      month: "2026-03",
      since: null,
      until: new Date("2026-04-01T00:00:00Z"),
      highestSequence: BigInt(highest),
      closedBy: actor.name,
    });
    expect(await lastClosedPeriod(db(), shop.shopId)).toMatchObject({ closedBy: actor });
    const { rows } = await db().execute(
      sql`select account, balance_minor::int as minor from closed_balances where shop_id = ${shop.shopId} order by 1`,
    );
    expect(rows).toEqual([
      { account: "expense", minor: -500 },
      { account: "payable", minor: 500 },
    ]);
    expect(await listAudit(db(), shop.shopId, { kind: "closed_period" })).toMatchObject([
      { subjectId: "2026-03", action: "closed", actorName: "Ada" },
    ]);
    expect(await faults(shop)).toEqual([]);
  });

  it("goes month by month, carries on what the one before came to, and offers the next that is over", async () => {
    const shop = await makeSellingShop();
    await posted(shop, 500n, "2026-01-10T00:00:00Z");
    await posted(shop, 30n, "2026-02-10T00:00:00Z");
    expect(await close(shop, "2026-01")).toMatchObject({ month: "2026-01" });
    expect(await close(shop, "2026-01")).toMatchObject({ errors: [{ reason: { code: "month_closed" } }] });
    expect(await close(shop, "2026-03")).toMatchObject({
      errors: [{ reason: { code: "close_month_first", month: "2026-02" } }],
    });
    const asked = { page: 1, limit: 10, now: aprilFifth };
    expect(await readClosedPeriods(zoned(shop), asked)).toMatchObject({ total: 1, next: "2026-02" });
    expect(await close(shop, "2026-02")).toMatchObject({ since: new Date("2026-02-01T00:00:00Z") });
    const sum = sql`select balance_minor::text as text from closed_balances
      where shop_id = ${shop.shopId} and account = 'payable' and until = '2026-03-01'`;
    expect(await textOf(sum)).toBe("530");
    expect(await close(shop, "2026-03")).toMatchObject({ month: "2026-03" });
    const after = accepted(await readClosedPeriods(zoned(shop), asked));
    expect(after.next).toBeNull();
    expect(after.periods.map((one) => one.month)).toEqual(["2026-03", "2026-02", "2026-01"]);
    expect(await faults(shop)).toEqual([]);
  });

  it("closes past months of the shop's own calendar only, an hour after their end", async () => {
    const shop = await makeSellingShop({ timeZone: "America/New_York" });
    const zone = "America/New_York";
    const early = new Date("2026-04-01T04:59:59Z");
    const refused = { errors: [{ field: "month", reason: { code: "month_not_over" } }] };
    expect(await close(shop, "2026-03", early, zone)).toMatchObject(refused);
    expect(await close(shop, "2026-04", aprilFifth, zone)).toMatchObject(refused);
    const closed = await close(shop, "2026-03", new Date("2026-04-01T05:00:00Z"), zone);
    expect(closed).toMatchObject({ until: new Date("2026-04-01T04:00:00Z") });
  });

  it("stays closed: nothing of it is changed, taken out or emptied", async () => {
    const shop = await makeSellingShop();
    await posted(shop, 1n, "2026-03-10T00:00:00Z");
    await close(shop, "2026-03");
    for (const table of ["closed_periods", "closed_balances"]) {
      const name = sql.identifier(table);
      const own = sql`where shop_id = ${shop.shopId}`;
      for (const wrong of [
        sql`delete from ${name} ${own}`,
        sql`update ${name} set until = now() ${own}`,
        sql`truncate ${name} cascade`,
      ]) {
        await expect(db().execute(wrong)).rejects.toMatchObject({
          cause: { message: expect.stringContaining("only ever added to") },
        });
      }
    }
  });

  it("records what began before the closing and posts after it where the books are open", async () => {
    const shop = await makeSellingShop();
    await posted(shop, 500n, "2026-03-10T00:00:00Z");
    await close(shop, "2026-03");
    const until = new Date("2026-04-01T00:00:00Z");
    expect(await inTransaction((tx) => post(tx, shop, 9n, march31))).toEqual(until);
    const [late] = await db()
      .select()
      .from(ledgerEntries)
      .where(sql`shop_id = ${shop.shopId} and amount_minor = 9`);
    expect(late).toMatchObject({ recordedAt: until, happenedAt: march31 });
    expect(await faults(shop)).toEqual([]);
  });

  it("waits for whoever posts, and whoever posts meanwhile sees it closed", async () => {
    const shop = await makeSellingShop();
    await posted(shop, 500n, "2026-03-10T00:00:00Z");
    const { closing, late } = await inTransaction(async (tx) => {
      await post(tx, shop, 7n, march31);
      const started = { closing: close(shop, "2026-03"), late: undefined as Promise<Date> | undefined };
      await expect.poll(countLockWaits).toBe(1);
      // Another worker, whose clock stood before the end of the month, begins while the closing waits.
      started.late = inTransaction((other) => post(other, shop, 11n, march31));
      await expect.poll(countLockWaits).toBe(2);
      return started;
    });
    expect(await closing).toMatchObject({ month: "2026-03" });
    expect(await late).toEqual(new Date("2026-04-01T00:00:00Z"));
    const own = sql`shop_id = ${shop.shopId} and recorded_at < '2026-04-01'`;
    expect(await textOf(sql`select sum(amount_minor)::text as text from ledger_entries where ${own}`)).toBe(
      "507",
    );
    expect(await faults(shop)).toEqual([]);
  });
});

async function closedShop() {
  const shop = await makeSellingShop();
  await posted(shop, 500n, "2026-03-10T00:00:00Z");
  await close(shop, "2026-03");
  await posted(shop, 40n, "2026-04-06T00:00:00Z");
  const late = await textOf(
    sql`select ledger_entry_id as text from ledger_entries where shop_id = ${shop.shopId} and amount_minor = 40`,
  );
  return { ...shop, late };
}

describe("the books of a closed month, falsified by SQL", () => {
  it("names a ledger entry that was put into it afterwards, and the accounts that no longer agree", async () => {
    const shop = await closedShop();
    const row = {
      table: "ledger_entries",
      where: sql`ledger_entry_id = ${shop.late}`,
      set: { recorded_at: sql`'2026-03-11T00:00:00Z'::timestamptz` },
    };
    const found = await withFalsified(shop.shopId, row, () => faults(shop));
    expect(found).toEqual([
      { table: "ledger_entries", key: shop.late },
      { table: "closed_balances", key: expect.stringMatching(/USD expense$/) },
      { table: "closed_balances", key: expect.stringMatching(/USD payable$/) },
    ]);
    expect(await faults(shop)).toEqual([]);
  });

  it("misses a ledger entry that was taken out of it", async () => {
    const shop = await closedShop();
    await takeOut(shop.shopId, "ledger_entries", sql`amount_minor = 500`);
    expect(await faults(shop)).toEqual([
      { table: "closed_balances", key: expect.stringMatching(/USD expense$/) },
      { table: "closed_balances", key: expect.stringMatching(/USD payable$/) },
    ]);
  });
});
