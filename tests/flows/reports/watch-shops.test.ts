import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { releaseOfShop } from "#app/flows/commissions/release-commissions.ts";
import * as version from "#app/flows/reports/read-version.ts";
import { countWatchers, endWatching, watchShop } from "#app/flows/reports/watch-shops.ts";
import { uninstallShop } from "#app/flows/shops/uninstall-shop.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { startListening } from "#app/platform/listen.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { changesChannel, tellShop } from "#app/store/page-version.ts";
import { addFigures, noMeasures } from "#app/store/figures.ts";
import { dailyShopFigures } from "#app/store/schema/figures.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

const soon = { timeout: 20_000, interval: 20 };

function watch(shopId: ShopId) {
  const seen = { versions: [] as string[], ended: 0 };
  const tell = (told: string) => void seen.versions.push(told);
  const leave = watchShop(shopId, { tell, end: () => (seen.ended += 1) });
  return { seen, leave: leave ?? (() => {}) };
}

/** A screen that was told where the shop stands. */
async function watching(shopId: ShopId) {
  const { seen, leave } = watch(shopId);
  await vi.waitFor(() => expect(seen.versions).toHaveLength(1), soon);
  return { seen, leave };
}

const audit = (shopId: ShopId) =>
  recordAudit(db(), shopId, {
    subjectKind: "shop",
    subjectId: shopId,
    action: "looked-at",
    actor: systemActor,
    now: new Date(),
  });

const minuteOf = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute));

async function count(tx: Tx, shopId: ShopId, { day, now }: { day: string; now: Date }): Promise<void> {
  const { day: ofDay, currency, shopId: ofShop } = dailyShopFigures;
  await tx
    .insert(dailyShopFigures)
    .values({ shopId, day, currency: "USD", clicks: 1, updatedAt: now })
    .onConflictDoUpdate({ target: [ofShop, ofDay, currency], set: { clicks: 2, updatedAt: now } });
  await tellShop(tx, shopId);
}

/** Resolves once the next look at a shop, and at all that was heard by then, has been told. */
async function lookedAt(shopId: ShopId): Promise<void> {
  const looked = Promise.withResolvers<void>();
  const { readVersions } = version;
  const looking = vi.spyOn(version, "readVersions").mockImplementation(async (shopIds) => {
    const versions = await readVersions(shopIds);
    if (shopIds.includes(shopId)) setImmediate(looked.resolve);
    return versions;
  });
  await looked.promise;
  looking.mockRestore();
}

afterEach(endWatching);

describe("open screens", () => {
  it("get the shop's version and each sale once", async () => {
    const shop = await makeSellingShop();
    const { seen } = await watching(shop.shopId);
    expect(seen.versions).toEqual([await version.readVersion(shop.shopId)]);
    await deliver(shop, "orders/create", orderBody({ ref: shop.code, price: "10.00" }));
    await emptyInbox();
    const now = await version.readVersion(shop.shopId);
    await vi.waitFor(() => expect(seen.versions).toContain(now), soon);
    expect(new Set(seen.versions).size).toBe(seen.versions.length);
  });

  it("hear nothing of another shop's orders", async () => {
    const [mine, theirs] = [await makeSellingShop(), await makeSellingShop()];
    const [screen, other] = [await watching(mine.shopId), await watching(theirs.shopId)];
    await deliver(theirs, "orders/create", orderBody({ ref: theirs.code, price: "10.00" }));
    await emptyInbox();
    await vi.waitFor(() => expect(other.seen.versions.length).toBeGreaterThan(1), soon);
    await lookedAt(mine.shopId);
    expect(screen.seen.versions).toHaveLength(1);
  });

  it("hear nothing of a transaction that is rolled back", async () => {
    const shop = await makeSellingShop();
    const { seen } = await watching(shop.shopId);
    const failing = inTransaction(async (tx) => {
      await recordAudit(tx, shop.shopId, {
        subjectKind: "shop",
        subjectId: shop.shopId,
        action: "never",
        actor: systemActor,
        now: new Date(),
      });
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    await lookedAt(shop.shopId);
    expect(seen.versions).toHaveLength(1);
  });

  it("find changes without a notification, such as clicks, by looking", async () => {
    const shop = await makeSellingShop();
    const { seen } = await watching(shop.shopId);
    await db()
      .insert(dailyShopFigures)
      .values({ shopId: shop.shopId, day: "2026-03-01", currency: "USD", clicks: 1, updatedAt: new Date() });
    await vi.waitFor(() => expect(seen.versions).toHaveLength(2), soon);
  });

  it("hear of another process's commits", async () => {
    const shop = await makeSellingShop();
    const { seen } = await watching(shop.shopId);
    const script = `
      const { recordAudit } = await import("#app/store/audit.ts");
      const { db, closeDatabase } = await import("#app/platform/db.server.ts");
      const actor = { kind: "system", id: "system", name: "System", email: null };
      const entry = { subjectKind: "shop", subjectId: "x", action: "elsewhere", actor, now: new Date() };
      await recordAudit(db(), ${JSON.stringify(shop.shopId)}, entry);
      await closeDatabase();`;
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    await vi.waitFor(() => expect(seen.versions.length).toBeGreaterThan(1), soon);
  });

  it("hear of a transaction that began before another one and committed after it", async () => {
    const { shopId } = await makeSellingShop();
    const day = "2026-03-01";
    await inTransaction((tx) => count(tx, shopId, { day, now: new Date("2026-03-01T10:00:00Z") }));
    const { seen } = await watching(shopId);
    const later = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const earlier = inTransaction(async (tx) => {
      await count(tx, shopId, { day: "2026-02-01", now: new Date("2026-03-01T10:01:00Z") });
      begun.resolve();
      await later.promise;
    });
    await begun.promise;
    await inTransaction((tx) => count(tx, shopId, { day, now: new Date("2026-03-01T10:02:00Z") }));
    await vi.waitFor(() => expect(seen.versions.length).toBeGreaterThanOrEqual(2), soon);
    // The second look comes after the word of the first change. Only the earlier change can still be told.
    await lookedAt(shopId);
    await lookedAt(shopId);
    const before = seen.versions.length;
    later.resolve();
    await earlier;
    await vi.waitFor(() => expect(seen.versions.length).toBeGreaterThan(before), soon);
    expect(new Set(seen.versions).size).toBe(seen.versions.length);
  });

  it("notice a write older than the newest one while notifications are down", async () => {
    const { shopId, affiliateId } = await makeSellingShop();
    const write = (day: string, minute: number) => {
      const change = { ...noMeasures, day, affiliateId, programId: "" as const, currency: "USD", orders: 1 };
      return inTransaction((tx) => addFigures(tx, shopId, [change], { now: minuteOf(minute) }));
    };
    await write("2026-03-01", 1);
    const seen = [await version.readVersion(shopId)];
    // Writes an older time to this row, then to another one, and to that one again.
    for (const day of ["2026-03-01", "2026-02-01", "2026-02-01"]) {
      await write(day, 0);
      seen.push(await version.readVersion(shopId));
    }
    expect(new Set(seen).size).toBe(4);
  });

  it("are let go when the app is uninstalled, those of other shops are not", async () => {
    const [gone, stays] = [await makeSellingShop(), await makeSellingShop()];
    const [screen, other] = [await watching(gone.shopId), await watching(stays.shopId)];
    await uninstallShop(gone.shopId, { triggeredAt: new Date(), now: new Date() });
    await vi.waitFor(() => expect(screen.seen.ended).toBe(1), soon);
    expect(other.seen.ended).toBe(0);
    expect(countWatchers()).toBe(1);
  });

  it("cost nothing once all have left", async () => {
    const { shopId } = await makeSellingShop();
    const screens = [await watching(shopId), await watching(shopId)];
    for (const { leave } of screens) leave();
    expect(countWatchers()).toBe(0);
  });

  it("that are too many for one shop are refused, until one leaves", async () => {
    const { shopId } = await makeSellingShop();
    const screens = Array.from({ length: 1000 }, () => watch(shopId));
    const deny = { tell: () => {}, end: () => {} };
    expect(watchShop(shopId, deny)).toBeNull();
    screens[0]?.leave();
    screens[0]?.leave();
    expect(watchShop(shopId, deny)).not.toBeNull();
    expect(watchShop(shopId, deny)).toBeNull();
  });
});

/** Processes of the server that listen for this test's database. */
async function listeners(): Promise<number[]> {
  const { rows } = await db().execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where application_name = 'live' and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}

describe("the listening connection", () => {
  it("hears of an automatic release", async ({ onTestFinished }) => {
    const shop = await makeSellingShop();
    await deliver(shop, "orders/create", orderBody({ ref: shop.code, price: "10.00" }));
    await emptyInbox();
    const words: string[] = [];
    const hearing = Promise.withResolvers<void>();
    const onWord = (word: string) => void words.push(word);
    const ears = startListening(changesChannel, { onWord, onHearing: hearing.resolve });
    onTestFinished(() => ears.stop());
    await hearing.promise;
    expect(await releaseOfShop(shop.shopId, new Date("2026-06-01T00:00:00Z"))).toBe(1);
    await vi.waitFor(() => expect(words).toContain(shop.shopId), soon);
  });

  it("is one for all screens, gone with the last, and begun again when the server ends it", async () => {
    const shop = await makeSellingShop();
    const [{ seen, leave }, other] = [await watching(shop.shopId), await watching(shop.shopId)];
    await vi.waitFor(async () => expect(await listeners()).toHaveLength(1), soon);
    const [before] = await listeners();

    await db().execute(sql`select pg_terminate_backend(${before}::int)`);
    // While nobody listens, what happens is found by looking.
    await audit(shop.shopId);
    await vi.waitFor(() => expect(seen.versions.length).toBeGreaterThan(1), soon);
    await vi.waitFor(async () => {
      const now = await listeners();
      expect([now.length, now[0] === before]).toEqual([1, false]);
    }, soon);

    // Nothing changes but that a word is spoken, which looking alone never finds.
    await vi.waitFor(async () => {
      await inTransaction((tx) => tellShop(tx, shop.shopId));
      await lookedAt(shop.shopId);
      expect(seen.versions.at(-1)).toMatch(/\.\d+$/);
    }, soon);

    leave();
    other.leave();
    await vi.waitFor(async () => expect(await listeners()).toEqual([]), soon);
  });
});
