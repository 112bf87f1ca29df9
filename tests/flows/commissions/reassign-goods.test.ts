import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import { arrival, orderRow, currentBalance, postedEntries } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { percent, ruled, sell, shopUnder } from "../../support/sold-under.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

/** 50 % for goods that bear the tag, 10 % for others. */
const tagged = ruled({ kind: "product-tag", op: "any-of", values: ["sale"] }, percent(50));

/** An order that nobody was credited with, of goods of which the app has not asked. */
async function uncredited() {
  const store = await openStore(platform, tagged);
  const [variantId = 0] = store.sell("100.00");
  const order = store.order([{ variantId, quantity: 1 }], { landingSite: "/" });
  await store.post();
  const by = { actor: systemActor, now: new Date() };
  const shop = { shopId: store.shopId, domain: store.domain, currency: "USD", timeZone: "UTC" };
  const give = () => reassignOrder({ shop, ...by }, String(order.id), { affiliate: store.code, note: "" });
  return { store, order, variantId, give };
}

describe("giving the credit under terms that ask about the goods (T3)", () => {
  it("asks the platform first, and posts what the terms say", async () => {
    const { store, order, variantId, give } = await uncredited();
    expect(await postedEntries(store)).toEqual([]);
    platform.ctx.mutate((state) => {
      const goods = state.shops[store.domain]?.products.find((one) =>
        one.variants.some((variant) => variant.id === variantId),
      );
      if (goods) goods.tags = ["Sale"];
    });
    expect(isRefusal(await give())).toBe(false);
    expect(await currentBalance(store)).toEqual({ pending: 5000n, payable: 0n });
    expect(await orderRow(store, order.id)).toMatchObject({ reason: "reassigned", credited: true });
    expect((await verifyShop(store.shopId)).differences).toEqual([]);
  });

  it("is refused while the platform cannot be asked, and nothing is decided", async () => {
    const shop = await shopUnder(tagged);
    const order = await sell(shop, { ref: "NOBODY" });
    const about = { ...shop, currency: "USD", timeZone: "UTC" };
    const asked = { affiliate: shop.code, note: "" };
    const refused = await reassignOrder(
      { shop: about, actor: systemActor, now: arrival },
      String(order.id),
      asked,
    );
    expect(isRefusal(refused) && refused.refused).toBe("unavailable");
    expect(await postedEntries(shop)).toEqual([]);
    expect(await orderRow(shop, order.id)).toMatchObject({ credited: false, reason: "no-evidence" });
    expect(await decisionsAbout(db(), shop.shopId, [String(order.id)])).toEqual([]);
  });
});
