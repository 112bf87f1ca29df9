import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { readCommission, readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { decideMany } from "#app/flows/commissions/decide-commissions.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import { accepted } from "../../support/accepted.ts";
import {
  commissionOf,
  decideAs,
  decidedAt,
  faultsOfBooks,
  muchLater,
  owedTo,
  posted,
  sell,
  type Merchant,
} from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { refundBody } from "../../support/order-bodies.ts";
import { whyOf } from "../../support/why.ts";

const later = (days: number) => new Date(decidedAt.getTime() + days * 86_400_000);

async function stateOf({ shopId }: Merchant, commissionId: string, now = decidedAt) {
  const found = await readCommission(shopId, commissionId, now);
  if (isRefusal(found)) return whyOf(found);
  return `${found.status}: ${found.reason.code}`;
}

/** Half of the order's one line comes back. */
async function refundHalf(merchant: Merchant, orderId: number) {
  await deliver(merchant, "refunds/create", refundBody(orderId, { amount: "50.00", quantity: 1 }));
  await emptyInbox();
}

describe("M12: a commission that is denied", () => {
  it("goes back to zero, tells why and by whom, and is found under its state", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    expect(await decideAs(merchant, commissionId, "denied", { note: "A self-referral" })).toBe("done");
    expect(await posted(merchant)).toEqual(["earned expense 1000", "reversed pending 1000"]);
    expect(await stateOf(merchant, commissionId)).toBe("denied: denied-by-hand");
    const denied = { status: "denied", page: 1, limit: 10 } as const;
    const { entries, total } = accepted(await readCommissions(merchant.shopId, denied, decidedAt));
    expect(total).toBe(1);
    expect(entries).toMatchObject([{ id: commissionId }]);
    const [decision] = await decisionsAbout(db(), merchant.shopId, [commissionId]);
    expect(decision).toMatchObject({
      kind: "denied",
      note: "A self-referral",
      actorName: merchant.actor.name,
    });
    const [event] = await listAudit(db(), merchant.shopId, { kind: "commission", id: commissionId });
    expect(event).toMatchObject({ action: "denied", actorId: "7", at: decidedAt });
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("stays at zero whatever arrives, and follows the facts again once it is reopened", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant, { price: "50.00", quantity: 2 });
    const { commissionId } = await commissionOf(merchant, orderId);
    await decideAs(merchant, commissionId, "denied");
    await refundHalf(merchant, orderId);
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
    expect(await decideAs(merchant, commissionId, "reopened")).toBe("done");
    // 10 % of the 50.00 that are left.
    expect(await owedTo(merchant)).toEqual([500n, 0n]);
    expect(await posted(merchant)).toEqual([
      "earned expense 1000",
      "reversed pending 1000",
      "earned expense 500",
    ]);
    expect(await stateOf(merchant, commissionId)).toBe("pending: approval-running");
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("is not approved by the clock, and its approval period goes on when it is reopened", async () => {
    const merchant = await makeMerchant();
    const { commissionId, approvesAt } = await commissionOf(merchant, await sell(merchant));
    await decideAs(merchant, commissionId, "denied");
    await releaseCommissions(muchLater);
    expect((await readState(merchant, commissionId)).releasedAt).toBeNull();
    await decideAs(merchant, commissionId, "reopened");
    expect((await readState(merchant, commissionId)).approvesAt).toEqual(approvesAt);
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
  });

  it("comes back through pending with a new approval period where it had been approved", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    await releaseCommissions(muchLater);
    expect(await decideAs(merchant, commissionId, "denied", { now: muchLater })).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    const reopenedAt = new Date(muchLater.getTime() + 86_400_000);
    expect(await decideAs(merchant, commissionId, "reopened", { now: reopenedAt })).toBe("done");
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await readState(merchant, commissionId)).toMatchObject({
      releasedAt: null,
      approvesAt: new Date(reopenedAt.getTime() + 30 * 86_400_000),
    });
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});

async function readState({ shopId }: Merchant, commissionId: string) {
  const found = await readCommission(shopId, commissionId, decidedAt);
  if (isRefusal(found)) throw new Error(whyOf(found));
  return found;
}

describe("M12: a commission that is approved", () => {
  it("is approved at once where only the approval period was left", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    expect(await decideAs(merchant, commissionId, "approved")).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
    expect(await stateOf(merchant, commissionId)).toBe("approved: release-due");
    expect(await decideAs(merchant, commissionId, "approved")).toBe("commission_state.already_available");
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("waits for the payment, without its approval period", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant, { financialStatus: "pending" });
    const { commissionId } = await commissionOf(merchant, orderId);
    expect(await decideAs(merchant, commissionId, "approved")).toBe("done");
    expect(await stateOf(merchant, commissionId)).toBe("pending: order-not-paid");
    expect(await decideAs(merchant, commissionId, "approved")).toBe("commission_state.already_approved");
    await sell(merchant, { id: orderId, updatedAt: "2026-03-03T10:00:00Z" });
    await releaseCommissions(later(1));
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
  });

  it("waits while its affiliate is suspended", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const by = { actor: merchant.actor, now: decidedAt };
    await changeAffiliateStatus({ shop: merchant, ...by }, merchant.affiliateId, { status: "suspended" });
    await decideAs(merchant, commissionId, "approved");
    expect(await stateOf(merchant, commissionId)).toBe("pending: affiliate-suspended");
    await changeAffiliateStatus({ shop: merchant, ...by }, merchant.affiliateId, { status: "active" });
    await releaseCommissions(later(1));
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
  });
});

describe("M12: a commission on hold", () => {
  it("is not approved until the hold is lifted", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    expect(await decideAs(merchant, commissionId, "held")).toBe("done");
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await stateOf(merchant, commissionId, muchLater)).toBe("on_hold: held-by-hand");
    const asked = { status: "on_hold", page: 1, limit: 10 } as const;
    expect(accepted(await readCommissions(merchant.shopId, asked, muchLater)).total).toBe(1);
    expect(await decideAs(merchant, commissionId, "unheld")).toBe("done");
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
  });

  it("is refunded like any other, and approving it lifts the hold", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant, { price: "50.00", quantity: 2 });
    const { commissionId } = await commissionOf(merchant, orderId);
    await decideAs(merchant, commissionId, "held");
    await refundHalf(merchant, orderId);
    expect(await owedTo(merchant)).toEqual([500n, 0n]);
    expect(await decideAs(merchant, commissionId, "approved")).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 500n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});

describe("decisions that cannot be", () => {
  it("change nothing: the same twice, of another shop, and of nothing", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    expect(await decideAs(merchant, commissionId, "denied")).toBe("done");
    const before = await posted(merchant);
    expect(await decideAs(merchant, commissionId, "denied")).toBe("commission_state.already_denied");
    expect(await decideAs(other, commissionId, "reopened")).toBe("not_found.commission");
    expect(await decideAs(merchant, "com_0", "reopened")).toBe("not_found.commission");
    expect(await posted(merchant)).toEqual(before);
    expect(await decisionsAbout(db(), merchant.shopId, [commissionId])).toHaveLength(1);
  });

  it("of two people at once the second is told", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const told = await Promise.all(
      ["denied", "denied", "denied"].map((kind) => decideAs(merchant, commissionId, kind as "denied")),
    );
    expect(told.toSorted()).toEqual([
      "commission_state.already_denied",
      "commission_state.already_denied",
      "done",
    ]);
    expect(await posted(merchant)).toEqual(["earned expense 1000", "reversed pending 1000"]);
  });

  it("a refund that comes at the same time is counted once", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant, { price: "50.00", quantity: 2 });
    const { commissionId } = await commissionOf(merchant, orderId);
    await Promise.all([refundHalf(merchant, orderId), decideAs(merchant, commissionId, "denied")]);
    await decideAs(merchant, commissionId, "reopened");
    expect(await owedTo(merchant)).toEqual([500n, 0n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("of several, those that cannot are named, each with its reason, and the others are done", async () => {
    const merchant = await makeMerchant();
    const orderIds = [await sell(merchant), await sell(merchant)];
    const [first, second] = await Promise.all(orderIds.map((id) => commissionOf(merchant, id)));
    await decideAs(merchant, first?.commissionId ?? "", "denied");
    const ids = [first?.commissionId ?? "", second?.commissionId ?? "", "com_0"];
    const by = { actor: merchant.actor, now: decidedAt };
    const result = await decideMany({ shop: merchant.shop, ...by }, { ids, kind: "denied", note: "Fraud" });
    const name = `#${orderIds[0]}, Affiliate ${merchant.code}`;
    expect(result).toEqual({
      changed: 1,
      unchanged: [
        { id: first?.commissionId, name, reason: { code: "commission_state", what: "already_denied" } },
        { id: "com_0", name: "com_0", reason: { code: "not_found", what: "commission" } },
      ],
    });
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
  });
});
