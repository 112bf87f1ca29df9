import { describe, expect, it } from "vitest";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { assignCode } from "#app/store/codes.ts";
import { listFailedDeliveries } from "#app/store/failed-deliveries.ts";
import { deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

/** A shop whose affiliate has a discount code of the store. */
async function shopWithCode(code: string): Promise<SellingShop> {
  const shop = await makeSellingShop();
  const { shopId, affiliateId } = shop;
  await inTransaction((tx) => assignCode(tx, { shopId, affiliateId, code, at: longAgo, discountId: null }));
  return shop;
}

async function sell(shop: SellingShop, body: ReturnType<typeof orderBody>) {
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return await orderRow(shop, body.id);
}

type Application = { readonly type: string; readonly code?: string; readonly title?: string };

/** An order with one discount of these names, as the platform tells of it: among the codes stands its title too. */
function discounted(listed: string, application: Application) {
  return { ...orderBody({ codes: [listed] }), discount_applications: [application] as never };
}

describe("a discount of an order", () => {
  it.each(["MAYA10", "maya10", "Maya10"])(
    "that a shopper entered as %s credits its affiliate",
    async (typed) => {
      const shop = await shopWithCode("MAYA10");
      const row = await sell(shop, discounted(typed, { type: "discount_code", code: typed }));
      expect(row).toMatchObject({ reason: "won-by-code", affiliateId: shop.affiliateId });
    },
  );

  it.each([
    ["by hand", { type: "manual", title: "MAYA10" }],
    ["by hand, with a code in its application", { type: "manual", title: "Thanks", code: "MAYA10" }],
    ["by an automatic discount", { type: "automatic", title: "MAYA10" }],
    ["by a script", { type: "script", title: "MAYA10" }],
  ])("that was given %s credits nobody, whatever its title", async (_how, application) => {
    const shop = await shopWithCode("MAYA10");
    const row = await sell(shop, discounted("MAYA10", application));
    expect(row).toMatchObject({ credited: false, affiliateId: null });
    expect(await currentBalance(shop)).toMatchObject({ pending: 0n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});

describe("a code that no store would make", () => {
  it.each([
    ["quotes", `MAYA10' or '1'='1" --`],
    ["emoji", "MAYA🎈10"],
    ["10 kB", "MAYA10".padEnd(10_000, "x")],
    ["lines and a tab", "MAYA10\nMAYA10\t"],
    ["what no database keeps", "MAYA10\u0000"],
    ["half a letter", "MAYA10\uD800"],
    ["nothing", ""],
  ])("of %s in an order credits nobody, and the order is kept like any other", async (_what, code) => {
    const shop = await shopWithCode("MAYA10");
    const row = await sell(shop, discounted(code, { type: "discount_code", code }));
    expect(row).toMatchObject({ credited: false, affiliateId: null });
    expect(await listFailedDeliveries(db(), shop.shopId, 10)).toEqual([]);
    // It stands in nobody's way.
    const next = await sell(shop, discounted("MAYA10", { type: "discount_code", code: "MAYA10" }));
    expect(next).toMatchObject({ affiliateId: shop.affiliateId });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});

describe("an affiliate of another name", () => {
  it("is paid by the former code of their links and by the new one", async () => {
    const shop = await makeSellingShop();
    const referralCode = `${shop.code}-new`;
    const by = { actor: { kind: "staff", id: "7", name: "Mara", email: null } as const, now: longAgo };
    const renamed = await updateAffiliate({ shop, ...by }, shop.affiliateId, { name: "Maya", referralCode });
    expect(renamed).toMatchObject({ changed: ["name", "referralCode"] });
    for (const ref of [shop.code, referralCode]) {
      expect(await sell(shop, orderBody({ ref }))).toMatchObject({ affiliateId: shop.affiliateId });
    }
    expect(await currentBalance(shop)).toMatchObject({ pending: 2000n });
  });
});
