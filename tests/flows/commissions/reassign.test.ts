import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { chooseFraudRule } from "#app/flows/fraud/rules.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { db } from "#app/platform/db.server.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import { listFlags } from "#app/store/flags.ts";
import { accepted } from "../../support/accepted.ts";
import {
  commissionOf,
  decideAs,
  decidedAt,
  faultsOfBooks,
  muchLater,
  owedTo,
  posted,
  replay,
  sell,
  type Merchant,
} from "../../support/decided.ts";
import { deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { whyOf } from "../../support/why.ts";

/** The merchant's answer: "done", or the refusal. */
async function give(merchant: Merchant, orderId: number, affiliate: string, now = decidedAt) {
  const by = { actor: merchant.actor, now };
  const result = await reassignOrder({ shop: merchant.shop, ...by }, String(orderId), {
    affiliate,
    note: "Asked for",
  });
  return isRefusal(result) ? whyOf(result) : "done";
}

/** The platform tells of the order's one line at another price. */
async function edit(merchant: Merchant, id: number, { price, at }: { price: string; at: string }) {
  await deliver(merchant, "orders/updated", orderBody({ id, ref: merchant.code, price, updatedAt: at }));
  await emptyInbox();
}

async function twoAffiliates() {
  const merchant = await makeMerchant();
  return { merchant, other: await addAffiliate(merchant) };
}

describe("M12: the credit for an order given to another affiliate", () => {
  it("reverses the one and earns for the other under equal terms, and says who decided", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    expect(await give(merchant, orderId, other.code)).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([1000n, 0n]);
    expect(await orderRow(merchant, orderId)).toMatchObject({
      affiliateId: other.affiliateId,
      programVersion: 1,
      credited: true,
      reason: "reassigned",
    });
    const [decision] = await decisionsAbout(db(), merchant.shopId, [String(orderId)]);
    expect(decision).toMatchObject({
      kind: "reassigned",
      note: "Asked for",
      actorName: merchant.actor.name,
      details: { from: merchant.affiliateId, affiliateId: other.affiliateId, version: 1 },
    });
    const theirs = await commissionOf(merchant, orderId, other.affiliateId);
    const before = await commissionOf(merchant, orderId);
    const states = await Promise.all(
      [before, theirs].map((one) => readCommission(merchant.shopId, one.commissionId, decidedAt)),
    );
    expect(states).toMatchObject([
      { status: "reversed", reason: { code: "reassigned-away" } },
      { status: "pending", reason: { code: "approval-running" } },
    ]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("stays so when stronger signals, an edit and a refund arrive", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant, { price: "50.00", quantity: 2 });
    await give(merchant, orderId, other.affiliateId);
    await deliver(merchant, "refunds/create", refundBody(orderId, { amount: "50.00", quantity: 1 }));
    const changed = { id: orderId, price: "50.00", quantity: 2, ref: merchant.code };
    await deliver(merchant, "orders/updated", orderBody({ ...changed, updatedAt: "2026-03-06T10:00:00Z" }));
    await emptyInbox();
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([500n, 0n]);
    expect(await orderRow(merchant, orderId)).toMatchObject({ affiliateId: other.affiliateId });
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("is released with the other where it had been released", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    await releaseCommissions(muchLater);
    expect(await give(merchant, orderId, other.affiliateId, muchLater)).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([0n, 1000n]);
    expect((await commissionOf(merchant, orderId, other.affiliateId)).releasedAt).toEqual(muchLater);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("waits with the other where a flag holds it, though it had been approved, until the flag is dismissed", async () => {
    const { merchant, other } = await twoAffiliates();
    const { shopId, shop, actor } = merchant;
    const by = { actor, now: muchLater };
    const holding = { kind: "self-referral", action: "hold", limits: {} } as const;
    expect(await chooseFraudRule({ shop: { shopId }, ...by }, holding)).toBeNull();
    const orderId = await sell(merchant, { email: `${other.affiliateId}@example.com` });
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
    expect(await give(merchant, orderId, other.affiliateId, muchLater)).toBe("done");
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([1000n, 0n]);
    expect((await commissionOf(merchant, orderId, other.affiliateId)).decision).toBe("held");
    expect(await faultsOfBooks(merchant)).toEqual([]);

    const [flag] = await listFlags(db(), shopId, { filter: {}, limit: 5, offset: 0 });
    accepted(await decideFlag({ shop, ...by }, flag?.flagId ?? "", { status: "dismissed", note: "" }));
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([0n, 1000n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("is released again with the first when it comes back to them", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    await releaseCommissions(muchLater);
    await give(merchant, orderId, other.affiliateId, muchLater);
    expect(await give(merchant, orderId, merchant.affiliateId, muchLater)).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([0n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("keeps released parts released and pending parts pending after an edit", async () => {
    const { merchant, other } = await twoAffiliates();
    // 100.00 at 10 % are 10.00, released on June 1; an edit on June 2 makes it 140.00: 4.00 more wait 30 days.
    const orderId = await sell(merchant);
    await releaseCommissions(muchLater);
    await edit(merchant, orderId, { price: "140.00", at: "2026-06-02T00:00:00Z" });
    expect(await owedTo(merchant)).toEqual([400n, 1000n]);
    const given = new Date("2026-06-10T00:00:00Z");
    expect(await give(merchant, orderId, other.affiliateId, given)).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([400n, 1000n]);
    expect(await commissionOf(merchant, orderId, other.affiliateId)).toMatchObject({
      releasedAt: null,
      approvesAt: new Date("2026-07-02T00:00:00Z"),
    });
    expect(await faultsOfBooks(merchant)).toEqual([]);
    // Back again: the same parts, and the hold that the edit began.
    expect(await give(merchant, orderId, merchant.affiliateId, given)).toBe("done");
    expect(await owedTo(merchant)).toEqual([400n, 1000n]);
    await releaseCommissions(new Date("2026-07-01T23:59:59Z"));
    expect(await owedTo(merchant)).toEqual([400n, 1000n]);
    await releaseCommissions(new Date("2026-07-02T00:00:00Z"));
    expect(await owedTo(merchant)).toEqual([0n, 1400n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
  });

  it("releases all of it if a refund took the pending part", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    await releaseCommissions(muchLater);
    await edit(merchant, orderId, { price: "140.00", at: "2026-06-02T00:00:00Z" });
    await edit(merchant, orderId, { price: "100.00", at: "2026-06-03T00:00:00Z" });
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
    await give(merchant, orderId, other.affiliateId, new Date("2026-06-10T00:00:00Z"));
    expect(await owedTo(merchant, other.affiliateId)).toEqual([0n, 1000n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("takes the first below zero where the money is gone, and the page says so before", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    await releaseCommissions(muchLater);
    const by = { actor: merchant.actor, now: muchLater };
    const paidOut = { amount: "-10.00", note: "Paid by bank" };
    await adjustAffiliate({ shop: merchant.shop, ...by }, merchant.affiliateId, paidOut);
    const { commissionId } = await commissionOf(merchant, orderId);
    expect(await readCommission(merchant.shopId, commissionId, muchLater)).toMatchObject({
      wouldOwe: { minor: 1000n },
    });
    await give(merchant, orderId, other.affiliateId, muchLater);
    expect(await owedTo(merchant)).toEqual([0n, -1000n]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([0n, 1000n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("goes back and forth, each time posted anew (M3)", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    for (const affiliate of [other.affiliateId, merchant.affiliateId, other.affiliateId]) {
      expect(await give(merchant, orderId, affiliate)).toBe("done");
    }
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([1000n, 0n]);
    expect((await posted(merchant)).filter((one) => one.startsWith("earned"))).toHaveLength(4);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});

describe("M12: credit for an order without an affiliate", () => {
  it("goes to the affiliate under the terms that their program had then", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant, { ref: "NOBODY" });
    expect(await posted(merchant)).toEqual([]);
    expect(await give(merchant, orderId, `${merchant.affiliateId}@example.com`)).toBe("done");
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await orderRow(merchant, orderId)).toMatchObject({
      programId: merchant.programId,
      credited: true,
      reason: "reassigned",
    });
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("can go to a removed affiliate until their notice period ends (T15)", async () => {
    const merchant = await makeMerchant();
    const orders = [await sell(merchant, { ref: "NOBODY" }), await sell(merchant, { ref: "NOBODY" })];
    const by = { actor: merchant.actor, now: decidedAt };
    await updateAffiliate({ shop: merchant, ...by }, merchant.affiliateId, { programIds: [] });
    const giveAfter = (orderId: number | undefined, days: number) =>
      give(merchant, orderId ?? 0, merchant.affiliateId, new Date(decidedAt.getTime() + days * 86_400_000));
    expect(await giveAfter(orders[0], 13)).toBe("done");
    expect(await giveAfter(orders[1], 14)).toBe("no_program");
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("goes to them under the program's first terms where the order is older", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant, { createdAt: "2025-12-24T10:00:00Z" });
    expect(await posted(merchant)).toEqual([]);
    expect(await give(merchant, orderId, merchant.affiliateId)).toBe("done");
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});

describe("a credit that cannot be given", () => {
  it("to an affiliate who has it already, is inactive, is unknown, or was denied it", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    expect(await give(merchant, orderId, merchant.affiliateId)).toBe("already_credited");
    expect(await give(merchant, orderId, "nobody@example.com")).toBe("not_found.affiliate");
    await give(merchant, orderId, other.affiliateId);
    const { commissionId } = await commissionOf(merchant, orderId);
    await decideAs(merchant, commissionId, "denied");
    expect(await give(merchant, orderId, merchant.affiliateId)).toBe("commission_denied_for");
    const third = await addAffiliate(merchant);
    const by = { actor: merchant.actor, now: decidedAt };
    await changeAffiliateStatus({ shop: merchant, ...by }, third.affiliateId, { status: "suspended" });
    expect(await give(merchant, orderId, third.affiliateId)).toBe("affiliate_not_active_for_credit");
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("for a test order, an unknown one, and one of another shop", async () => {
    const { merchant, other } = await twoAffiliates();
    const stranger = await makeMerchant();
    const test = await sell(merchant, { test: true });
    expect(await give(merchant, test, other.affiliateId)).toBe("test_order");
    const orderId = await sell(merchant);
    expect(await give(stranger, orderId, stranger.affiliateId)).toBe("not_found.order");
    expect(await give(merchant, 404, other.affiliateId)).toBe("not_found.order");
    expect(await posted(merchant)).toEqual(["earned expense 1000"]);
  });

  it("twice, when two people give it at once", async () => {
    const { merchant, other } = await twoAffiliates();
    const orderId = await sell(merchant);
    const told = await Promise.all([
      give(merchant, orderId, other.affiliateId),
      give(merchant, orderId, other.affiliateId),
    ]);
    expect(told.toSorted()).toEqual(["already_credited", "done"]);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([1000n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});
