import { expect, it } from "vitest";
import { eq } from "drizzle-orm";
import type { ClickId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { importOrders } from "#app/flows/intake/import-orders.ts";
import { startImport } from "#app/flows/intake/start-import.ts";
import { startSweep } from "#app/flows/intake/start-sweep.ts";
import { sweepOrders } from "#app/flows/intake/sweep-orders.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/crypto.server.ts";
import { insertClicks } from "#app/store/clicks.ts";
import { insertPixelJoin } from "#app/store/orders-of-clicks.ts";
import { shops } from "#app/store/schema/shops.ts";
import { orderRow, currentBalance } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { usePlatform } from "../../support/use-platform.ts";

const actor = { kind: "staff", id: "1", name: "Ada", email: null } as const;
const clock = {
  now: () => new Date(),
  pause: () => new Promise<void>((resolve) => setTimeout(resolve, 20)),
};
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);

/** How many hours the platform's clock is behind. */
let behind = 0;
const platform = usePlatform(() => ago(behind));

type Store = Awaited<ReturnType<typeof openStore>>;

/** A checkout seen by the pixel, with a click an hour before. */
async function keepPixelJoin({ shopId, affiliateId }: Store, checkoutToken: string | null) {
  const occurredAt = ago(4);
  const clickId = newId<ClickId>("clk", occurredAt);
  // As of a preview: kept as evidence, and counted nowhere, so that the figures agree.
  const click = { shopId, clickId, occurredAt, affiliateId, target: "/", bot: true };
  const clickIds = [signClick(shopId, clickId)];
  const join = {
    eventId: "e1",
    clickIds,
    checkoutToken: checkoutToken ?? "",
    occurredAt,
    receivedAt: ago(3),
  };
  await inTransaction(async (tx) => {
    await insertClicks(tx, [click]);
    await insertPixelJoin(tx, shopId, join);
  });
}

async function sweep({ shopId }: Store): Promise<void> {
  const sweepId = await startSweep({ shop: { shopId }, actor, now: new Date() });
  if (isRefusal(sweepId)) throw new Error(sweepId.reason.code);
  await sweepOrders({ shopId, sweepId }, () => new Date());
}

async function importPast({ shopId }: Store): Promise<void> {
  const firstDay = dayIn("UTC", ago(48));
  const shop = { shopId, timeZone: "UTC", scopes: "read_orders" };
  const importId = await startImport({ shop, actor, now: new Date() }, { firstDay });
  if (isRefusal(importId)) throw new Error(importId.reason.code);
  await importOrders({ shopId, importId }, clock);
}

it.each([
  ["its message", (store: Store) => store.post()],
  [
    "a look for missed orders",
    async (store: Store) => {
      expect(store.takePost()).not.toHaveLength(0);
      await sweep(store);
    },
  ],
  [
    "a bulk import of past orders",
    async (store: Store) => {
      expect(store.takePost()).not.toHaveLength(0);
      await importPast(store);
    },
  ],
])("an order that only the pixel knows the affiliate of is credited by %s", async (_how, hear) => {
  behind = 0;
  const store = await openStore(platform);
  behind = 3;
  await db()
    .update(shops)
    .set({ installedAt: ago(72) })
    .where(eq(shops.shopId, store.shopId));
  const [variantId = 0] = store.sell("50.00");
  const order = store.order([{ variantId, quantity: 1 }], { landingSite: "/" });
  await keepPixelJoin(store, order.checkout_token);
  await hear(store);
  expect(await orderRow(store, order.id)).toMatchObject({
    reason: "won-by-pixel",
    signals: ["pixel"],
    affiliateId: store.affiliateId,
  });
  expect(await currentBalance(store)).toMatchObject({ pending: 500n });
  expect((await verifyShop(store.shopId)).differences).toEqual([]);
});
