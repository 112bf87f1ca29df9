import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { addOpeningBalance } from "#app/flows/commissions/balance-entries.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { goLive } from "#app/flows/shadow/go-live.ts";
import { startShadow } from "#app/flows/shadow/start-shadow.ts";
import { db } from "#app/platform/db.server.ts";
import { findShadow, shadowCommissionsOf } from "#app/store/shadow.ts";
import { owedTo, replay, sell } from "../../support/decided.ts";
import { deliver, emptyInbox, orderRow, postedEntries } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, orderBody, type OrderOptions, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const startedAt = new Date("2026-03-01T00:00:00Z");
const liveFrom = new Date("2026-03-05T12:00:00Z");
const ctxOf = ({ shop, actor }: Merchant, now: Date) => ({ shop, actor, now });

async function inShadow() {
  const merchant = await makeMerchant();
  expect(await startShadow(ctxOf(merchant, startedAt))).toBe(true);
  return merchant;
}

const chooseLive = (merchant: Merchant, at: Date | null = liveFrom, now = new Date("2026-03-04T00:00:00Z")) =>
  goLive(ctxOf(merchant, now), at);

async function order(merchant: Merchant, createdAt: string, change: OrderOptions = {}) {
  return await sell(merchant, { createdAt, ...change });
}

async function shadowOf({ shopId }: Merchant, orderId: number) {
  const row = (await shadowCommissionsOf(db(), shopId, [String(orderId)])).get(String(orderId));
  return row && [row.affiliateId, row.currentMinor, row.reason];
}

async function faults(merchant: Merchant) {
  const differences = (await verifyShop(merchant.shopId)).differences.map(differenceText);
  return [...differences, ...(await replay(merchant)).differences.map(differenceText)];
}

const code = (result: unknown) => (isRefusal(result) ? result.reason.code : result);

describe("orders of the previous app", () => {
  it("are calculated and stored apart, and nothing is posted, counted or told", async () => {
    const merchant = await inShadow();
    const { affiliateId, shopId } = merchant;
    const credited = await order(merchant, "2026-03-02T10:00:00Z");
    const unknown = await order(merchant, "2026-03-02T11:00:00Z", { ref: "" });
    expect(await shadowOf(merchant, credited)).toEqual([affiliateId, 1000n, "won-by-landing"]);
    expect(await shadowOf(merchant, unknown)).toEqual([null, 0n, "no-evidence"]);
    expect(await orderRow(merchant, credited)).toMatchObject({
      credited: false,
      affiliateId: null,
      reason: "previous-app",
      commissionMinor: 0n,
    });
    expect(await postedEntries(merchant)).toEqual([]);
    const { rows } = await db().execute(sql`
      select 1 from commissions where shop_id = ${shopId}
      union all select 1 from daily_figures where shop_id = ${shopId}
      union all select 1 from daily_dimension_figures where shop_id = ${shopId}
      union all select 1 from outbox_events where shop_id = ${shopId}`);
    expect(rows).toEqual([]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("follow their refunds and deletions after the store went live, and post nothing", async () => {
    const merchant = await inShadow();
    const { affiliateId } = merchant;
    const id = await order(merchant, "2026-03-02T10:00:00Z", { quantity: 4, price: "25.00" });
    await chooseLive(merchant);
    await deliver(
      merchant,
      "refunds/create",
      refundBody(id, { amount: "25.00", at: "2026-03-06T10:00:00Z" }),
    );
    await emptyInbox();
    expect(await shadowOf(merchant, id)).toEqual([affiliateId, 750n, "won-by-landing"]);
    await deliver(merchant, "orders/delete", { id });
    await emptyInbox();
    expect(await shadowOf(merchant, id)).toEqual([affiliateId, 0n, "deleted"]);
    expect(await postedEntries(merchant)).toEqual([]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("end one second before the store goes live, whenever they are processed", async () => {
    const merchant = await inShadow();
    const { affiliateId } = merchant;
    await chooseLive(merchant);
    const late = new Date("2026-03-09T00:00:00Z");
    const [before, at] = [nextId(), nextId()];
    for (const [id, createdAt] of [
      [at, "2026-03-05T12:00:00Z"],
      [before, "2026-03-05T11:59:59Z"],
    ] as const) {
      const body = orderBody({ id, createdAt, updatedAt: "2026-03-08T00:00:00Z", ref: merchant.code });
      await deliver(merchant, "orders/paid", body, undefined, late);
    }
    await emptyInbox(late);
    expect(await orderRow(merchant, before)).toMatchObject({ credited: false, reason: "previous-app" });
    expect(await orderRow(merchant, at)).toMatchObject({ credited: true, affiliateId });
    expect(await shadowOf(merchant, before)).toEqual([affiliateId, 1000n, "won-by-landing"]);
    expect(await shadowOf(merchant, at)).toBeUndefined();
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("never get a commission by hand", async () => {
    const merchant = await inShadow();
    const other = await addAffiliate(merchant);
    const id = String(await order(merchant, "2026-03-02T10:00:00Z"));
    const note = "because";
    const now = new Date("2026-03-04T00:00:00Z");
    const early = ctxOf(merchant, now);
    const asked = { affiliate: other.affiliateId, note, amount: "5.00" };
    expect(code(await addCommission(early, asked))).toBe("before_live");
    expect(code(await adjustAffiliate(early, other.affiliateId, asked))).toBe("before_live");
    const opening = { amount: "5.00", reason: note, document: "" };
    expect(code(await addOpeningBalance(early, other.affiliateId, opening))).toBe("before_live");
    expect(code(await reassignOrder(early, id, asked))).toBe("order_of_previous_app");
    await chooseLive(merchant);
    const live = ctxOf(merchant, new Date("2026-03-06T00:00:00Z"));
    expect(code(await reassignOrder(live, id, asked))).toBe("order_of_previous_app");
    expect(code(await addCommission(live, { ...asked, order: `#${id}` }))).toBe("order_of_previous_app");
    expect(await postedEntries(merchant)).toEqual([]);
    expect(isRefusal(await addCommission(live, asked))).toBe(false);
    expect(await faults(merchant)).toEqual([]);
  });

  it("of a store that never was in shadow mode do not exist", async () => {
    const merchant = await makeMerchant();
    const id = await order(merchant, "2026-03-02T10:00:00Z");
    expect(await shadowOf(merchant, id)).toBeUndefined();
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
  });
});

describe("going live", () => {
  it("starts in shadow mode, before the books have anything", async () => {
    const merchant = await makeMerchant();
    await order(merchant, "2026-03-02T10:00:00Z");
    expect(code(await startShadow(ctxOf(merchant, startedAt)))).toBe("shadow_too_late");
    expect(code(await chooseLive(merchant))).toBe("shadow_not_started");
    const shadowed = await inShadow();
    expect(code(await startShadow(ctxOf(shadowed, startedAt)))).toBe("shadow_started");
  });

  it("takes a moment that can be changed until it has passed", async () => {
    const merchant = await inShadow();
    const past = await chooseLive(merchant, new Date("2026-03-03T23:59:59Z"));
    expect(code(past)).toBe("live_in_past");
    expect(await chooseLive(merchant)).toEqual(liveFrom);
    const later = new Date("2026-03-06T12:00:00Z");
    expect(await chooseLive(merchant, later, new Date("2026-03-05T11:59:59Z"))).toEqual(later);
    expect(code(await chooseLive(merchant, null, later))).toBe("live_already");
    expect(await findShadow(db(), merchant.shopId)).toMatchObject({ liveFrom: later, completedAt: null });
  });

  it("gives the next second's orders to this app, even if they were settled before", async () => {
    const merchant = await inShadow();
    const first = await order(merchant, "2026-03-04T00:00:00Z");
    // The platform's clock is ahead.
    const next = await order(merchant, "2026-03-04T00:00:01Z");
    expect(await postedEntries(merchant)).toEqual([]);
    expect(await chooseLive(merchant, null, new Date("2026-03-04T00:00:00.400Z"))).toEqual(
      new Date("2026-03-04T00:00:01Z"),
    );
    expect(await orderRow(merchant, first)).toMatchObject({ credited: false });
    expect(await orderRow(merchant, next)).toMatchObject({ credited: true });
    expect(await shadowOf(merchant, next)).toBeUndefined();
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("can no longer be moved once an order of the store is this app's", async () => {
    const merchant = await inShadow();
    await chooseLive(merchant);
    await order(merchant, "2026-03-05T12:00:00Z");
    const moved = await chooseLive(
      merchant,
      new Date("2026-03-08T00:00:00Z"),
      new Date("2026-03-05T11:59:59Z"),
    );
    expect(code(moved)).toBe("live_already");
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
  });
});
