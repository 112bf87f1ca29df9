import { afterEach, expect, it } from "vitest";
import { failures, orderRow, currentBalance } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

function withhold(on: boolean): void {
  platform.ctx.mutate((state) => {
    state.switches.withhold = on;
  });
}
afterEach(() => withhold(false));

it("credits an order whose customer and addresses Shopify withholds, and knows nobody by it", async () => {
  const store = await openStore(platform);
  const [variantId = 0] = store.sell("50.00");
  withhold(true);
  const order = store.order([{ variantId, quantity: 2 }]);
  await store.post();
  expect(await failures(store)).toEqual([]);
  const row = await orderRow(store, order.id);
  expect(row).toMatchObject({ credited: true, reason: "won-by-landing" });
  expect(row.facts).toMatchObject({ customerId: null, customerHash: null, countryCode: null });
  // 10 % of two pieces at 50.00.
  expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
});
