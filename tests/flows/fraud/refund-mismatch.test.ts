import { expect, it } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { flagText } from "#app/i18n/flag-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { listFlags } from "#app/store/flags.ts";
import { deliver, emptyInbox, currentBalance } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import type { SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, shopUnder } from "../../support/sold-under.ts";

/** The words of a merchant's page. */
const words = { t: merchantTexts("fraud"), formats: formatsIn("en-US"), affiliate: "Ada" };

const actor: Actor = { kind: "staff", id: "stf_1", name: "Mia", email: null };
const muchLater = new Date("2027-01-01T00:00:00Z");

/** Two pieces for 20.00 in all, of which one came back; the line of the refund is worth `subtotal`. */
async function sellAndRefund(shop: SellingShop, subtotal: string, paid: string) {
  const body = orderBody({ ref: shop.code, price: "10.00", quantity: 2 });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  const refund = {
    ...refundBody(body.id, { amount: subtotal }),
    transactions: [{ kind: "refund", status: "success", amount: paid, currency: "USD" }],
  };
  await deliver(shop, "refunds/create", refund);
  await emptyInbox();
  return body;
}

const flagsOf = (shop: SellingShop) => listFlags(db(), shop.shopId, { filter: {}, limit: 5, offset: 0 });

it("a refund that paid back more than its lines say moves no money, and holds the commission with both sums", async () => {
  const shop = await shopUnder({});
  const body = await sellAndRefund(shop, "0.00", "15.00");
  const [flag, ...others] = await flagsOf(shop);
  expect(others).toEqual([]);
  expect(flag).toMatchObject({
    kind: "refund-mismatch",
    action: "hold",
    status: "open",
    subjectId: String(body.id),
  });
  expect(flagText("refund-mismatch", flag?.evidence ?? {}, words)).toBe(
    "$15.00 was refunded, but the refund's items, shipping, and adjustments add up to $0.00. Check the refund in Shopify. If it's right, adjust the commission.",
  );
  expect(await currentBalance(shop)).toEqual({ pending: 200n, payable: 0n });
  await releaseCommissions(muchLater);
  expect(await commissionsOf(shop, body)).toMatchObject([{ decision: "held", releasedAt: null }]);
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);

  const settling = { shopId: shop.shopId, currency: "USD", timeZone: "UTC" };
  const by = { actor, now: muchLater };
  await decideFlag({ shop: settling, ...by }, flag?.flagId ?? "", {
    status: "dismissed",
    note: "The lines are right",
  });
  await releaseCommissions(muchLater);
  expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 200n });
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  const replay = { schema: `replay_${shop.shopId.slice(-10)}`, keep: false, now: muchLater };
  expect((await replayShop(shop.shopId, replay)).differences).toEqual([]);
});

it("a refund whose sums agree is no finding", async () => {
  const shop = await shopUnder({});
  await sellAndRefund(shop, "10.00", "10.00");
  expect(await flagsOf(shop)).toEqual([]);
  expect(await currentBalance(shop)).toEqual({ pending: 100n, payable: 0n });
});
