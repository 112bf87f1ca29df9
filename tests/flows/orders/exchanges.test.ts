import { describe, expect, it } from "vitest";
import { markPaid, refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import { exchangeOrder } from "../../../local-shopify/commerce/exchange-order.ts";
import { fulfilOrder } from "../../../local-shopify/commerce/fulfil-order.ts";
import { failures, orderRow, currentBalance, postedEntries } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

type Store = Awaited<ReturnType<typeof openStore>>;
const codes = async (store: Store) =>
  (await postedEntries(store)).map((one) => `${one.code} ${one.amountMinor}`);

/** A store at 10 % that has sold and sent two pieces at 50.00; one of them goes back for something else. */
async function exchangedFor(price: string, quantity = 1) {
  const store = await openStore(platform);
  const [variantId = 0, otherId = 0] = store.sell("50.00", price);
  const order = store.order([{ variantId, quantity: 2 }]);
  const { id } = order;
  fulfilOrder(platform.ctx, store.domain, id, "all");
  await store.post();
  const lineItemId = order.line_items[0]?.id ?? 0;
  exchangeOrder(platform.ctx, store.domain, id, {
    back: [{ lineItemId, quantity: 1 }],
    out: [{ variantId: otherId, quantity }],
  });
  return { store, id, order };
}

describe("an exchange, from the platform to the ledger", () => {
  it("for the same price leaves what was earned, whichever message is heard first", async () => {
    for (const reverse of [false, true]) {
      const { store, id, order } = await exchangedFor("50.00");
      await store.post((sent) => (reverse ? sent.toReversed() : sent));
      // 10 % of 50.00 that stayed and of 50.00 that came for the other piece.
      expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
      expect(await failures(store)).toEqual([]);
      // Fixed amounts are not cut over what came in exchange (M8): the agreements tell which line that is.
      const { facts } = await orderRow(store, id);
      expect(facts["linesAddedLater"]).toEqual([String(order.line_items[1]?.id)]);
    }
  });

  it("for less pays for what stayed and what went out", async () => {
    const { store } = await exchangedFor("30.00");
    await store.post();
    // 10 % of 50.00 + 30.00, though 20.00 and not 50.00 were given back.
    expect(await currentBalance(store)).toEqual({ pending: 800n, payable: 0n });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 800n, payable: 0n });
  });

  it("for more pays for it all, and takes it all back with the money", async () => {
    const { store, id } = await exchangedFor("30.00", 3);
    await store.post();
    // 10 % of 50.00 + 3 × 30.00.
    expect(await currentBalance(store)).toEqual({ pending: 1400n, payable: 0n });
    markPaid(platform.ctx, store.domain, id);
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 1400n, payable: 0n });
    refundOrder(platform.ctx, store.domain, id, { lines: "all", amount: "all" });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 0n });
    expect((await codes(store)).at(-1)).toBe("reversed 1400");
  });
});
