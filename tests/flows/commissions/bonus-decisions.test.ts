import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import type { Bonus } from "#app/domain/terms/terms.ts";
import { readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { db } from "#app/platform/db.server.ts";
import { commissions } from "#app/store/schema/orders.ts";
import { accepted } from "../../support/accepted.ts";
import {
  decideAs,
  decidedAt,
  faultsOfBooks,
  type Merchant,
  muchLater,
  owedTo,
  posted,
  replay,
  sell,
  stateOf,
} from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { dollars, orders } from "../../support/sold-under.ts";

const second: Bonus = { id: "b", name: "Two", atLeast: orders(2), repeats: false, amount: dollars(25) };

/** A shop that pays nothing but a bonus of 25.00 at the second order. */
const bonusShop = () => makeMerchant("write", { terms: { commission: { kind: "none" }, bonuses: [second] } });

async function bonusOf({ shopId }: Merchant) {
  const [row] = await db()
    .select()
    .from(commissions)
    .where(and(eq(commissions.shopId, shopId), eq(commissions.kind, "bonus")));
  if (!row) throw new Error("There is no bonus.");
  return row;
}

async function refund(merchant: Merchant, orderId: number) {
  await deliver(merchant, "refunds/create", refundBody(orderId, { amount: "100.00" }));
  await emptyInbox();
}

describe("decisions about a bonus (M12, M13)", () => {
  it("deny it for as long as it is not reopened, whatever is sold meanwhile", async () => {
    const merchant = await bonusShop();
    await sell(merchant);
    await sell(merchant);
    const { commissionId } = await bonusOf(merchant);
    expect(await stateOf(merchant, commissionId)).toBe("pending: approval-running");
    expect(await decideAs(merchant, commissionId, "denied")).toBe("done");
    await sell(merchant);
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await stateOf(merchant, commissionId)).toBe("denied: denied-by-hand");
    expect(await faultsOfBooks(merchant)).toEqual([]);
    expect(await decideAs(merchant, commissionId, "reopened")).toBe("done");
    expect(await owedTo(merchant)).toEqual([2500n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("reopen it at zero where it is not reached any more", async () => {
    const merchant = await bonusShop();
    const orderId = await sell(merchant);
    await sell(merchant);
    const { commissionId } = await bonusOf(merchant);
    await decideAs(merchant, commissionId, "denied");
    await refund(merchant, orderId);
    expect(await decideAs(merchant, commissionId, "reopened")).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await stateOf(merchant, commissionId)).toBe("reversed: bonus-not-reached");
    const asked = { status: "reversed", kind: "bonus", page: 1, limit: 10 } as const;
    expect(accepted(await readCommissions(merchant.shopId, asked, decidedAt)).total).toBe(1);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("approve it at once, though its order is not paid", async () => {
    const merchant = await bonusShop();
    await sell(merchant);
    await sell(merchant, { financialStatus: "pending" });
    const { commissionId } = await bonusOf(merchant);
    expect(await decideAs(merchant, commissionId, "approved")).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 2500n]);
    const asked = { status: "approved", page: 1, limit: 10 } as const;
    expect(accepted(await readCommissions(merchant.shopId, asked, decidedAt)).total).toBe(1);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("deny and reopen it after its release, with a new hold", async () => {
    const merchant = await bonusShop();
    await sell(merchant);
    await sell(merchant);
    await releaseCommissions(muchLater);
    const { commissionId } = await bonusOf(merchant);
    await decideAs(merchant, commissionId, "denied", { now: muchLater });
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    await decideAs(merchant, commissionId, "reopened", { now: muchLater });
    expect(await owedTo(merchant)).toEqual([2500n, 0n]);
    expect(await bonusOf(merchant)).toMatchObject({
      releasedAt: null,
      approvesAt: new Date(muchLater.getTime() + 30 * 86_400_000),
    });
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("reopen it at zero after its release too, where it is not reached any more", async () => {
    const merchant = await bonusShop();
    const orderId = await sell(merchant);
    await sell(merchant);
    await releaseCommissions(muchLater);
    await refund(merchant, orderId);
    // A released bonus stays.
    expect(await owedTo(merchant)).toEqual([0n, 2500n]);
    const { commissionId } = await bonusOf(merchant);
    await decideAs(merchant, commissionId, "denied", { now: muchLater });
    await decideAs(merchant, commissionId, "reopened", { now: muchLater });
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await stateOf(merchant, commissionId)).toBe("reversed: bonus-not-reached");
    expect(await faultsOfBooks(merchant)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
    await refund(merchant, await sell(merchant));
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("earn it again when another order reaches its count after the reopening, with the hold from there", async () => {
    const merchant = await bonusShop();
    const orderId = await sell(merchant);
    await sell(merchant);
    await releaseCommissions(muchLater);
    await refund(merchant, orderId);
    const { commissionId } = await bonusOf(merchant);
    await decideAs(merchant, commissionId, "denied", { now: muchLater });
    await decideAs(merchant, commissionId, "reopened", { now: muchLater });
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    await sell(merchant);
    expect(await owedTo(merchant)).toEqual([2500n, 0n]);
    expect(await bonusOf(merchant)).toMatchObject({
      releasedAt: null,
      approvesAt: new Date(muchLater.getTime() + 30 * 86_400_000),
    });
    expect(await faultsOfBooks(merchant)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
    // Until its release it follows its count, as any other.
    await refund(merchant, await sell(merchant));
    expect(await owedTo(merchant)).toEqual([2500n, 0n]);
  });

  it("leave the clock alone with one that is not reached: it is earned again when it is", async () => {
    const merchant = await bonusShop();
    const orderId = await sell(merchant);
    await sell(merchant);
    await refund(merchant, orderId);
    await releaseCommissions(muchLater);
    expect((await bonusOf(merchant)).releasedAt).toBeNull();
    expect(await posted(merchant)).toEqual(["earned expense 2500", "reversed pending 2500"]);
    await sell(merchant);
    expect(await owedTo(merchant)).toEqual([2500n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("still find it when the order that reached it was given to another affiliate", async () => {
    const merchant = await bonusShop();
    const other = await addAffiliate(merchant);
    await sell(merchant);
    const orderId = await sell(merchant);
    await sell(merchant);
    const { commissionId } = await bonusOf(merchant);
    const by = { actor: merchant.actor, now: decidedAt };
    const given = { affiliate: other.affiliateId, note: "" };
    expect(isRefusal(await reassignOrder({ shop: merchant.shop, ...by }, String(orderId), given))).toBe(
      false,
    );
    // Two orders are left, so it stays reached.
    expect(await owedTo(merchant)).toEqual([2500n, 0n]);
    await decideAs(merchant, commissionId, "denied");
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    await decideAs(merchant, commissionId, "reopened");
    expect(await owedTo(merchant)).toEqual([2500n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});
