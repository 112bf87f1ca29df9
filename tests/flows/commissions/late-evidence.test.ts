import { expect, it } from "vitest";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { commissionOf, decideAs, faultsOfBooks, muchLater, owedTo, sell } from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo } from "../../support/selling-shop.ts";

it("signals after the first approval decide nothing, though something waits again (M19)", async () => {
  const merchant = await makeMerchant();
  const { shopId, affiliateId } = merchant;
  const other = await addAffiliate(merchant);
  const codeKey = other.code.toLowerCase();
  await db()
    .insert(affiliateCodes)
    .values({ shopId, affiliateId: other.affiliateId, code: other.code, codeKey, assignedAt: longAgo });
  const id = await sell(merchant);
  await releaseCommissions(muchLater);
  const { commissionId } = await commissionOf(merchant, id);
  for (const kind of ["denied", "reopened"] as const) {
    expect(await decideAs(merchant, commissionId, kind, { now: muchLater })).toBe("done");
  }
  expect((await commissionOf(merchant, id)).releasedAt).toBeNull();
  const told = { id, ref: merchant.code, codes: [other.code], updatedAt: "2026-06-02T00:00:00Z" };
  await deliver(merchant, "orders/updated", orderBody(told));
  await emptyInbox();
  expect(await owedTo(merchant, affiliateId)).toEqual([1000n, 0n]);
  expect(await owedTo(merchant, other.affiliateId)).toEqual([0n, 0n]);
  expect(await faultsOfBooks(merchant)).toEqual([]);
});
