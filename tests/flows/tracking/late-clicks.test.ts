import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { ClickId } from "#app/domain/ids.ts";
import { applyEvidence } from "#app/flows/intake/apply-evidence.ts";
import { keepPixelEvent } from "#app/flows/storefront/receive-pixel-event.ts";
import { spoolItems, waitingClicks } from "#app/flows/tracking/click-spool.ts";
import { keptClick, linkedClick } from "#app/flows/tracking/link-click.ts";
import { storeSpooled } from "#app/flows/tracking/store-spooled.ts";
import { visitorOf } from "#app/flows/tracking/keep-clicks.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { pixelAccount, signClick } from "#app/platform/crypto.server.ts";
import { findLinkOwner } from "#app/store/link-owners.ts";
import { lockOrders } from "../../support/locked-orders.ts";
import { arrival, deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

/** A click on the shop's link that is not stored yet, as the disk keeps it. */
async function unstoredClick(shop: Awaited<ReturnType<typeof makeSellingShop>>, at: string) {
  const owner = await findLinkOwner(shop.code.toLowerCase(), shop.domain);
  if (!owner) throw new Error("The shop's code is not there.");
  const occurredAt = new Date(at);
  const clickId = newId<ClickId>("clk", occurredAt);
  const facts = { clickId, occurredAt, referrerHost: "", source: "link", bot: false } as const;
  const visitor = visitorOf("198.51.100.1", "Firefox");
  return { clickId, click: keptClick(owner, { ...linkedClick(owner, ""), ...facts, visitor }) };
}

/** Jobs about late evidence of the shop. */
async function toldEvidence(shopId: string) {
  const { rows } = await db().execute<{ data: { shopId: string; orderId: string } }>(
    sql`select data from pgboss.job where name = 'evidence-arrived' and data ->> 'shopId' = ${shopId}`,
  );
  return rows.map((row) => row.data);
}

it("credits an order that was judged before its click came from the disk (M19)", async () => {
  const shop = await makeSellingShop();
  const { clickId, click } = await unstoredClick(shop, "2026-03-02T09:59:00Z");
  const body = orderBody({ click: signClick(shop.shopId, clickId) });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  expect(await orderRow(shop, body.id)).toMatchObject({ credited: false });

  await spoolItems([{ kind: "kept", ...click }]);
  await storeSpooled();
  expect(await waitingClicks()).toEqual({ waiting: 0, setAside: 0, lost: 0 });
  const told = await toldEvidence(shop.shopId);
  expect(told.map((one) => one.orderId)).toEqual([String(body.id)]);
  for (const one of told) await applyEvidence(one, arrival);
  expect(await orderRow(shop, body.id)).toMatchObject({ credited: true, reason: "won-by-click" });
});

it("credits an order to which only the pixel points, when the click of its event came from the disk", async () => {
  const shop = await makeSellingShop();
  const { clickId, click } = await unstoredClick(shop, "2026-03-02T09:50:00Z");
  const [named, unnamed, other] = [orderBody(), orderBody(), orderBody()];
  for (const [body, token] of [
    [named, "named"],
    [unnamed, "unnamed"],
    [other, "other"],
  ] as const) {
    await deliver(shop, "orders/create", { ...body, checkout_token: token });
    const seen = {
      accountID: pixelAccount(shop.shopId),
      eventId: randomUUID(),
      occurredAt: "2026-03-02T10:00:00Z",
      checkoutToken: token,
      orderId: body === named ? String(body.id) : null,
      clickIds: [
        signClick(shop.shopId, body === other ? newId<ClickId>("clk", click.click.occurredAt) : clickId),
      ],
      clickSource: "storage" as const,
    };
    expect(await keepPixelEvent(seen, new Date("2026-03-02T10:01:00Z"))).toBe(true);
  }
  await emptyInbox();
  await db().execute(sql`delete from pgboss.job where name = 'evidence-arrived'`);

  await spoolItems([{ kind: "kept", ...click }]);
  await storeSpooled();
  const told = await toldEvidence(shop.shopId);
  expect(told.map((one) => one.orderId).toSorted()).toEqual([String(named.id), String(unnamed.id)]);
  for (const one of told) await applyEvidence(one, arrival);
  for (const { id } of [named, unnamed]) {
    expect(await orderRow(shop, id)).toMatchObject({ credited: true, reason: "won-by-pixel" });
  }
});

it("credits an order that was being taken in, judged and not yet to be seen, when its click came from the disk", async () => {
  const shop = await makeSellingShop();
  const { clickId, click } = await unstoredClick(shop, "2026-03-02T09:59:00Z");
  const body = orderBody({ click: signClick(shop.shopId, clickId) });
  await deliver(shop, "orders/create", body);
  const held = await lockOrders(shop.shopId);
  const taking = emptyInbox();
  await held.reached();
  await spoolItems([{ kind: "kept", ...click }]);
  const storing = storeSpooled();
  await Promise.race([storing, wait(300)]);
  await held.release();
  await Promise.all([taking, storing]);
  const told = await toldEvidence(shop.shopId);
  for (const one of told) await applyEvidence(one, arrival);
  expect(await orderRow(shop, body.id)).toMatchObject({ credited: true, reason: "won-by-click" });
});
