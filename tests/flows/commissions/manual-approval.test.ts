import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { Bonus, ProgramTerms } from "#app/domain/terms/terms.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { decideMany } from "#app/flows/commissions/decide-commissions.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { accepted } from "../../support/accepted.ts";
import {
  commissionOf,
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
import { withFalsified } from "../ledger/falsify.ts";

const manualShop = (terms: Partial<ProgramTerms> = {}) =>
  makeMerchant("write", { terms: { approval: "manual", ...terms } });

const dayAfter = (date: Date) => new Date(date.getTime() + 86_400_000);

async function listed({ shopId }: Merchant, status: "pending" | "to_approve" | "on_hold", now: Date) {
  const found = accepted(await readCommissions(shopId, { status, page: 1, limit: 10 }, now));
  expect(found.total).toBe(found.entries.length);
  return found.entries.map((one) => one.id);
}

async function proves(merchant: Merchant) {
  expect((await faultsOfBooks(merchant)).map(differenceText)).toEqual([]);
  expect((await replay(merchant)).differences).toEqual([]);
}

describe("M11: under manual approval a commission", () => {
  it("waits for approval once its approval period is over", async () => {
    const merchant = await manualShop();
    const { commissionId, approvesAt } = await commissionOf(merchant, await sell(merchant));
    expect(await stateOf(merchant, commissionId, decidedAt)).toBe("pending: approval-running");
    expect(await listed(merchant, "pending", decidedAt)).toEqual([commissionId]);
    expect(await listed(merchant, "to_approve", decidedAt)).toEqual([]);

    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await stateOf(merchant, commissionId, approvesAt ?? muchLater)).toBe(
      "to_approve: approval-needed",
    );
    expect(await listed(merchant, "pending", muchLater)).toEqual([]);
    expect(await listed(merchant, "to_approve", muchLater)).toEqual([commissionId]);
    expect(accepted(await readToDo(merchant.shopId, muchLater))).toMatchObject({ toApprove: 1 });

    expect(await decideAs(merchant, commissionId, "approved", { now: muchLater })).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 1000n]);
    expect(await stateOf(merchant, commissionId, muchLater)).toBe("approved: release-due");
    expect(accepted(await readToDo(merchant.shopId, muchLater))).toMatchObject({ toApprove: 0 });
    await proves(merchant);
  });

  it("is released at once where a person approves it before the period is over", async () => {
    const merchant = await manualShop();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    expect(await decideAs(merchant, commissionId, "approved")).toBe("done");
    expect(await posted(merchant)).toEqual(["earned expense 1000", "released pending 1000"]);
    await proves(merchant);
  });

  it("does not ask for approval while its order is unpaid, nor after it was refunded", async () => {
    const merchant = await manualShop();
    const unpaid = await commissionOf(merchant, await sell(merchant, { financialStatus: "pending" }));
    const orderId = await sell(merchant);
    const refunded = await commissionOf(merchant, orderId);
    await deliver(merchant, "refunds/create", refundBody(orderId, { amount: "100.00" }));
    await emptyInbox();
    expect(await stateOf(merchant, unpaid.commissionId, muchLater)).toBe("pending: order-not-paid");
    expect(await stateOf(merchant, refunded.commissionId, muchLater)).toBe("reversed: refunded-whole");
    expect(await listed(merchant, "to_approve", muchLater)).toEqual([]);
  });

  it("goes on waiting for approval after a hold was lifted or a denial reopened", async () => {
    const merchant = await manualShop();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    await decideAs(merchant, commissionId, "held");
    expect(await stateOf(merchant, commissionId, muchLater)).toBe("on_hold: held-by-hand");
    expect(await listed(merchant, "on_hold", muchLater)).toEqual([commissionId]);
    await decideAs(merchant, commissionId, "unheld");
    await decideAs(merchant, commissionId, "denied");
    await decideAs(merchant, commissionId, "reopened");
    await releaseCommissions(muchLater);
    expect(await stateOf(merchant, commissionId, muchLater)).toBe("to_approve: approval-needed");
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    await proves(merchant);
  });

  it("stays approved for what an edit adds after its release", async () => {
    const merchant = await manualShop();
    const orderId = await sell(merchant);
    const { commissionId } = await commissionOf(merchant, orderId);
    await decideAs(merchant, commissionId, "approved");
    await sell(merchant, { id: orderId, quantity: 2, updatedAt: "2026-03-14T10:00:00Z" });
    expect(await owedTo(merchant)).toEqual([1000n, 1000n]);
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([0n, 2000n]);
    await proves(merchant);
  });

  it("that was released stays released for the affiliate who is given its order", async () => {
    const merchant = await manualShop();
    const orderId = await sell(merchant);
    const { commissionId } = await commissionOf(merchant, orderId);
    await decideAs(merchant, commissionId, "approved");
    const { affiliateId } = await addAffiliate(merchant);
    const by = { actor: merchant.actor, now: dayAfter(decidedAt) };
    const asked = { affiliate: affiliateId, note: "" };
    expect(isRefusal(await reassignOrder({ shop: merchant.shop, ...by }, String(orderId), asked))).toBe(
      false,
    );
    expect(await owedTo(merchant, affiliateId)).toEqual([0n, 1000n]);
    await proves(merchant);
  });

  it("is approved in bulk with the others of its list", async () => {
    const merchant = await manualShop();
    const ids = [];
    for (const orderId of [await sell(merchant), await sell(merchant)]) {
      ids.push((await commissionOf(merchant, orderId)).commissionId);
    }
    const by = { actor: merchant.actor, now: muchLater };
    expect(await decideMany({ shop: merchant.shop, ...by }, { ids, kind: "approved", note: "" })).toEqual({
      changed: 2,
      unchanged: [],
    });
    expect(await owedTo(merchant)).toEqual([0n, 2000n]);
  });

  it("is shown to its affiliate as what waits for approval", async () => {
    const merchant = await manualShop();
    await sell(merchant);
    const page = { limit: 10 };
    const { earned } = accepted(await readEarned(merchant.shopId, merchant.affiliateId, page, muchLater));
    expect(earned.map((one) => one.state)).toEqual(["to_approve"]);
  });

  it("is told from one of another shop", async () => {
    const [merchant, other] = [await manualShop(), await manualShop()];
    await sell(merchant);
    expect(await listed(other, "to_approve", muchLater)).toEqual([]);
    expect(accepted(await readToDo(other.shopId, muchLater))).toMatchObject({ toApprove: 0 });
  });
});

describe("M11: manual approval applies", () => {
  it("to a bonus", async () => {
    const bonus: Bonus = { id: "b", name: "One", atLeast: orders(1), repeats: false, amount: dollars(25) };
    const merchant = await manualShop({ commission: { kind: "none" }, bonuses: [bonus] });
    const { commissionId } = await commissionOf(
      merchant,
      await sell(merchant),
      merchant.affiliateId,
      "bonus",
    );
    await releaseCommissions(muchLater);
    expect(await stateOf(merchant, commissionId, muchLater)).toBe("to_approve: approval-needed");
    expect(await decideAs(merchant, commissionId, "approved", { now: muchLater })).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 2500n]);
    await proves(merchant);
  });

  it("to a manual commission, also to one without an approval period", async () => {
    const merchant = await manualShop();
    const asked = { affiliate: merchant.affiliateId, amount: "12.00", note: "Event", approvalDays: 0 };
    const by = { actor: merchant.actor, now: decidedAt };
    const commissionId = accepted(await addCommission({ shop: merchant.shop, ...by }, asked));
    await releaseCommissions(muchLater);
    expect(await stateOf(merchant, commissionId, decidedAt)).toBe("to_approve: approval-needed");
    expect(await decideAs(merchant, commissionId, "approved", { now: muchLater })).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 1200n]);
    await proves(merchant);
  });
});

describe("verify-ledger names a commission under manual approval", () => {
  it("that was released and that nobody had approved", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    await releaseCommissions(muchLater);
    const approval = { approval: sql`'manual'` };
    const row = { table: "commissions", where: sql`commission_id = ${commissionId}`, set: approval };
    const terms = { terms: sql`jsonb_set(terms, '{approval}', '"manual"')` };
    const version = { table: "program_versions", where: sql`version = 1`, set: terms };
    const found = await withFalsified(merchant.shopId, row, () =>
      withFalsified(merchant.shopId, version, () => faultsOfBooks(merchant)),
    );
    expect(found.map(differenceText).join("\n")).toContain(
      `was released at ${muchLater.toISOString()}, and nobody had approved it`,
    );
  });
});
