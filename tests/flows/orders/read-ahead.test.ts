import { beforeEach, expect, it } from "vitest";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import { makeReadAhead, processDeliveries } from "#app/flows/intake/process-deliveries.ts";
import {
  deliver,
  emptyInbox,
  failures,
  arrival,
  read,
  currentBalance,
  postedEntries,
} from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

// Passes take deliveries of all shops, and other files of the worker leave some.
beforeEach(async () => void (await emptyInbox()));

/** A pass of five deliveries, over and over, that counts what it read and what it found read. */
function passes() {
  const inner = makeReadAhead();
  const counted = { read: 0, ahead: 0 };
  const ahead = {
    ...inner,
    end: () => {
      const opened = inner.end();
      counted.ahead += opened.size;
      return opened;
    },
  };
  const counting: typeof read = (delivery) => {
    counted.read += 1;
    return read(delivery);
  };
  const pass = () =>
    processDeliveries({ topics: orderTopics, read: counting, limit: 5, now: arrival, ahead });
  return { counted, pass };
}

it("reads each delivery once, most of them while those before are written, and posts all", async () => {
  const shop = await makeSellingShop();
  for (let n = 0; n < 20; n += 1) await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
  const { counted, pass } = passes();
  while ((await pass()).taken > 0);
  expect(counted.read).toBe(20);
  expect(counted.ahead).toBeGreaterThan(0);
  expect(await currentBalance(shop)).toEqual({ pending: 20_000n, payable: 0n });
  expect(await failures(shop)).toEqual([]);
});

it("fails a delivery that cannot be read when its turn comes", async () => {
  const shop = await makeSellingShop();
  for (let n = 0; n < 5; n += 1) await deliver(shop, "orders/create", orderBody({ ref: shop.code }), `a${n}`);
  await deliver(shop, "orders/create", { id: "no number" }, "b");
  const { pass } = passes();
  await pass();
  expect(await failures(shop)).toEqual([]);
  await pass();
  expect(await failures(shop)).toMatchObject([{ webhookId: "b", status: "failed" }]);
  expect(await postedEntries(shop)).toHaveLength(5);
});

it("leaves what another worker took meanwhile", async () => {
  const shop = await makeSellingShop();
  for (let n = 0; n < 10; n += 1) await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
  const [one, other] = [passes(), passes()];
  expect((await one.pass()).taken).toBe(5);
  expect((await other.pass()).taken).toBe(5);
  expect((await one.pass()).taken).toBe(0);
  expect(await postedEntries(shop)).toHaveLength(10);
});
