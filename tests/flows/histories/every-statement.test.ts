import { afterAll, expect, it } from "vitest";
import type { AffiliateId } from "#app/domain/ids.ts";
import { addCommission, newCommissionId } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { lockForPosting, releaseLocked } from "#app/flows/settlement/decide-locked.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { commissionsDueForRelease } from "#app/store/commissions.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import {
  commissionOf,
  decideAs,
  decidedAt,
  faultsOfBooks,
  muchLater,
  owedTo,
  posted,
  replay,
  type Merchant,
} from "../../support/decided.ts";
import { arrival, read } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { dollars, orders } from "../../support/sold-under.ts";
import { breakable, breakingEverywhere } from "./crashes.ts";

afterAll(breakable());

/** Takes one piece of work through; answers where it was broken on the way. */
type Doing = (work: () => Promise<unknown>) => Promise<string[]>;

const straight: Doing = async (work) => {
  await work();
  return [];
};

const bonuses = [{ id: "b", name: "First", atLeast: orders(1), repeats: false, amount: dollars(5) }];

/** As the inbox takes it; beside it the inbox itself gets over crashes, by taking deliveries one by one. */
function hear({ shop, shopId }: Merchant, doing: Doing, [topic, body]: readonly [string, unknown]) {
  const news = read({ shopId, topic, body: JSON.stringify(body) });
  return doing(() => inTransaction((tx) => applyNews(tx, shop, [{ news, fresh: false }], arrival)));
}

function releaseAll({ shopId }: Merchant, now: Date): Promise<unknown> {
  return inTransaction(async (tx) => {
    const keys = await commissionsDueForRelease(tx, shopId, { now, after: "", limit: 100 });
    return releaseLocked(tx, shopId, { ...(await lockForPosting(tx, shopId, keys)), now });
  });
}

type Place = { readonly merchant: Merchant; readonly other: AffiliateId; readonly orderId: number };

/** An order with a bonus, its refund, and what people decide about it: each is one piece of work. */
function historyOf({ merchant, other, orderId }: Place, doing: Doing): (() => Promise<string[]>)[] {
  const { shop, actor, code } = merchant;
  const order = { id: orderId, price: "50.00", quantity: 2, ref: code };
  const refunds = [refundBody(orderId, { amount: "50.00", id: orderId + 1 })];
  const refunded = { ...order, updatedAt: "2026-03-05T10:00:00Z", refunds };
  const edited = { ...order, price: "70.00", updatedAt: "2026-06-02T00:00:00Z" };
  const by = { actor, now: muchLater };
  const ids = { commissionId: newCommissionId(decidedAt), adjustmentId: newAdjustmentId(decidedAt) };
  const decide = async (...[kind, now]: ["denied" | "reopened" | "approved" | "held", Date]) => {
    const { commissionId } = await commissionOf(merchant, orderId, undefined, "order");
    return doing(() => decideAs(merchant, commissionId, kind, { now }));
  };
  const added = { affiliate: other, amount: "3.00", note: "For it", approvalDays: 0, ...ids };
  return [
    () => hear(merchant, doing, ["orders/paid", orderBody(order)]),
    () => hear(merchant, doing, ["orders/updated", orderBody(refunded)]),
    () => decide("held", decidedAt),
    () => decide("denied", decidedAt),
    () => decide("reopened", decidedAt),
    () => decide("approved", decidedAt),
    () => doing(() => addCommission({ shop, ...by }, added)),
    () => doing(() => adjustAffiliate({ shop, ...by }, other, { amount: "-1.00", note: "Paid", ...ids })),
    () => doing(() => releaseAll(merchant, muchLater)),
    () => hear(merchant, doing, ["orders/updated", orderBody(edited)]),
    () => doing(() => reassignOrder({ shop, ...by }, String(orderId), { affiliate: other, note: "" })),
    () => hear(merchant, doing, ["orders/cancelled", orderBody({ ...edited, ...cancelled })]),
  ];
}

const cancelled = { cancelledAt: "2026-06-03T00:00:00Z", updatedAt: "2026-06-03T00:00:00Z" };

async function makePlace(): Promise<Place> {
  const merchant = await makeMerchant("write", { terms: { bonuses } });
  const { affiliateId } = await addAffiliate(merchant);
  return { merchant, other: affiliateId, orderId: nextId() };
}

const standOf = async ({ merchant, other }: Place) => [
  await owedTo(merchant),
  await owedTo(merchant, other),
  await posted(merchant),
];

it("a history that dies before each of its statements in turn ends in the books of one that never does", async () => {
  const [broken, whole] = [await makePlace(), await makePlace()];
  const unbroken = historyOf(whole, straight);
  let crashes = 0;
  for (const [place, step] of historyOf(broken, breakingEverywhere).entries()) {
    const places = await step();
    await unbroken[place]?.();
    // Every piece of work begins a transaction, and its commit was lost once.
    expect(places[0], `step ${place + 1}`).toBe("begin");
    expect(places, `step ${place + 1}`).toContain("commit");
    expect(await standOf(broken), `step ${place + 1}`).toEqual(await standOf(whole));
    crashes += places.length;
  }
  expect(crashes).toBeGreaterThan(100);
  const { commissionId } = await commissionOf(broken.merchant, broken.orderId, undefined, "order");
  const decided = await decisionsAbout(db(), broken.merchant.shopId, [commissionId, String(broken.orderId)]);
  expect(decided.map((one) => one.kind)).toEqual(["held", "denied", "reopened", "approved", "reassigned"]);
  expect(await faultsOfBooks(broken.merchant)).toEqual([]);
  expect((await replay(broken.merchant)).differences).toEqual([]);
}, 120_000);
