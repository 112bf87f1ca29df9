import { expect, it } from "vitest";
import { type CommissionState, commissionStates } from "#app/domain/commission-state.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, adjustCommission } from "#app/flows/commissions/adjust-balance.ts";
import { readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { readIdentity } from "#app/flows/ledger/read-balances.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { accepted } from "../../support/accepted.ts";
import { commissionOf, decideAs, decidedAt, faultsOfBooks, muchLater, sell } from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

/** Everything that a person can do about commissions, on books that are refunded and released in between. */
async function handledShop() {
  const merchant = await makeMerchant();
  const other = await addAffiliate(merchant);
  const orderIds: number[] = [];
  for (let sold = 0; sold < 4; sold += 1) {
    orderIds.push(await sell(merchant, { price: "50.00", quantity: 2 }));
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = orderIds;
  const by = { actor: merchant.actor, now: decidedAt };
  const idOf = async (orderId: number) => (await commissionOf(merchant, orderId)).commissionId;
  await decideAs(merchant, await idOf(first), "denied");
  await decideAs(merchant, await idOf(second), "held");
  await decideAs(merchant, await idOf(third), "approved");
  const give = { affiliate: other.code, note: "" };
  await reassignOrder({ shop: merchant.shop, ...by }, String(fourth), give);
  await adjustCommission({ shop: merchant.shop, ...by }, await idOf(third), {
    amount: "-30.00",
    note: "Paid",
  });
  await adjustAffiliate({ shop: merchant.shop, ...by }, other.affiliateId, {
    amount: "0.01",
    note: "A cent",
  });
  const addition = { affiliate: other.affiliateId, amount: "12.00", note: "Old", approvalDays: 0 };
  const added = await addCommission({ shop: merchant.shop, ...by }, { ...addition, order: `#${first}` });
  for (const id of orderIds) {
    await deliver(merchant, "refunds/create", refundBody(id, { amount: "50.00", quantity: 1 }));
  }
  await emptyInbox();
  await releaseCommissions(muchLater);
  await reassignOrder({ shop: merchant.shop, ...by, now: muchLater }, String(third), give);
  await decideAs(merchant, isRefusal(added) ? "" : added, "denied", { now: muchLater });
  return { merchant, other };
}

it("M15 is true, the recount finds nothing, and a replay comes to the same, whatever people did", async () => {
  const { merchant, other } = await handledShop();
  expect(await faultsOfBooks(merchant)).toEqual([]);
  const closing: bigint[] = [];
  for (const affiliateId of [merchant.affiliateId, other.affiliateId]) {
    // Transfers are recorded in March and, by the clock of the release, in June.
    for (const month of ["2026-03", "2026-06"]) {
      const shown = await readIdentity(merchant.shop, { affiliateId, month });
      if (isRefusal(shown)) throw new Error(shown.reason.code);
      expect(shown.identities.map((one) => one.differenceMinor)).toEqual([0n]);
      closing.push(...shown.identities.map((one) => one.closingMinor));
    }
  }
  // The first affiliate: 5.00 held of the second order, 30.00 taken. Before, 5.00 of the third as well.
  // The other: 5.00 of the fourth and 0.01 and 12.00; in June 5.00 more of the third, and 12.00 denied.
  expect(closing).toEqual([-2000n, -2500n, 1701n, 1001n]);
  const asked = { schema: `replay_together_${process.pid}`, keep: false, now: muchLater };
  expect((await replayShop(merchant.shopId, asked)).differences).toEqual([]);
});

it("the list finds each commission under the state that it shows, and under no other", async () => {
  const { merchant } = await handledShop();
  await sell(merchant);
  const list = async (status?: CommissionState) => {
    const asked = { status, page: 1, limit: 100 };
    const { entries } = accepted(await readCommissions(merchant.shopId, asked, muchLater));
    return entries.flatMap((one) => (one.kind === "deduction" ? [] : [one]));
  };
  const all = await list();
  const shown = Map.groupBy(all, (one) => one.status);
  expect(new Set(shown.keys())).toEqual(new Set(["pending", "on_hold", "approved", "reversed", "denied"]));
  for (const state of commissionStates) {
    const found = (await list(state)).map((one) => one.id);
    expect(found).toEqual((shown.get(state) ?? []).map((one) => one.id));
  }
});
