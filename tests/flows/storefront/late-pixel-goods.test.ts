import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { applyEvidence } from "#app/flows/intake/apply-evidence.ts";
import { keepPixelEvent } from "#app/flows/storefront/receive-pixel-event.ts";
import { recordVisit } from "#app/flows/tracking/record-visit.ts";
import { pixelAccount } from "#app/platform/crypto.server.ts";
import { orderRow, currentBalance } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

const onSale = {
  id: "sale",
  name: "On sale",
  when: { kind: "product-tag", op: "any-of", values: ["late-sale"] },
  pay: { kind: "percentage", rateBps: 2000 },
} as const;

// Orders are dated in whole seconds, and a click of the same second may be after one.
const aWhileAgo = new Date(Date.now() - 60_000);

test("a late signal of an affiliate whose terms ask about the goods asks the platform (T3)", async () => {
  const store = await openStore(platform, { rules: [onSale] });
  const [variantId = 0] = store.sell("50.00");
  const [product] = platform.store.state.shops[store.domain]?.products ?? [];
  product?.tags.push("late-sale");
  const visit = { referrer: "", address: "203.0.113.8", purpose: "visit" as const, now: aWhileAgo };
  const landing = { shopDomain: store.domain, landing: `/?ref=${store.code}` };
  const click = await recordVisit({ ...visit, ...landing, userAgent: "Mozilla/5.0 Firefox/140.0" });
  const order = store.order([{ variantId, quantity: 1 }], { landingSite: "/" });
  await store.post();
  expect((await orderRow(store, order.id)).credited).toBe(false);
  const orderId = String(order.id);
  const seen = {
    accountID: pixelAccount(store.shopId),
    eventId: randomUUID(),
    occurredAt: new Date().toISOString(),
    checkoutToken: order.checkout_token ?? "",
    orderId,
    clickIds: [click ?? ""],
    clickSource: "storage" as const,
  };
  expect(await keepPixelEvent(seen, new Date())).toBe(true);
  await applyEvidence({ shopId: store.shopId, orderId }, new Date());
  expect(await orderRow(store, order.id)).toMatchObject({ credited: true });
  expect((await currentBalance(store)).pending).toBe(1000n);
});
