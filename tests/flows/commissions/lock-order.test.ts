import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { lockAffiliates } from "#app/store/affiliates.ts";
import { lockKnownOrders } from "#app/store/orders.ts";
import { decidedAt, faultsOfBooks, owedTo, sell } from "../../support/decided.ts";
import { makeMerchant } from "../../support/merchant.ts";

it("a manual commission that names an order does not wait for it while it locks its affiliate", async () => {
  const merchant = await makeMerchant();
  const { shop, shopId, affiliateId, actor } = merchant;
  const order = String(await sell(merchant));
  const asked = { affiliate: affiliateId, amount: "5.00", note: "For it", approvalDays: 3, order };
  const { first, adding } = await inTransaction(async (tx) => {
    await lockKnownOrders(tx, shopId, [order]);
    const added = addCommission({ shop, actor, now: decidedAt }, asked);
    const done = await Promise.race([added.then(() => "added"), pause(30_000, "waited")]);
    await lockAffiliates(tx, shopId, [affiliateId]);
    // In an object, so that the transaction does not wait for it.
    return { first: done, adding: added };
  });
  await adding;
  expect(first).toBe("added");
  expect(await owedTo(merchant)).toEqual([1500n, 0n]);
  expect(await faultsOfBooks(merchant)).toEqual([]);
});
