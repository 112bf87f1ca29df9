import { describe, expect, it } from "vitest";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { ownExplanationOf } from "#app/contracts/own-explanation.ts";
import { explanationInWords } from "#app/http/explained.ts";
import { words } from "../../support/words.ts";
import { encode } from "#app/contracts/wire.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { addAffiliate, addProgram, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { sell } from "../../support/sold-under.ts";
import { signedClick } from "../../support/signed-click.ts";

/** 20 days before the order of `orderBody`. */
const longBefore = new Date("2026-02-10T10:00:00Z");
const dayBefore = new Date("2026-03-01T10:00:00Z");

async function clicked(shop: SellingShop, affiliateId: AffiliateId, at: Date): Promise<string> {
  return signedClick({ shopId: shop.shopId, affiliateId }, at);
}

async function told(shop: SellingShop, id: number) {
  const found = await readExplanation(shop.shopId, String(id));
  if (isRefusal(found)) throw new Error(found.reason.code);
  return encode(orderExplanationWire, explanationInWords({ ...found, commissions: [] }, words));
}

/** A shop with a second program whose window of 7 days is shorter, and one order with a click for each. */
async function soldBetweenTwo() {
  const shop = await makeSellingShop();
  const programId = await addProgram(shop.shopId, { windowDays: 7 }, "Weekly");
  const weekly = await addAffiliate({ ...shop, programId });
  const [early, late] = [
    await clicked(shop, weekly.affiliateId, longBefore),
    await clicked(shop, shop.affiliateId, dayBefore),
  ];
  const { id } = await sell(shop, { ref: "", click: `${early},${late}` });
  return { shop, weekly, id };
}

async function expectProven(shop: SellingShop) {
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  const schema = `replay_${shop.shopId.slice(-10)}`;
  expect((await replayShop(shop.shopId, { schema, keep: false, now: new Date() })).differences).toEqual([]);
}

describe("the window of a click", () => {
  it("is told of a click that was too old, though nobody is credited and no terms apply", async () => {
    const shop = await makeSellingShop({ terms: { windowDays: 14 } });
    const click = await clicked(shop, shop.affiliateId, longBefore);
    const { id } = await sell(shop, { ref: "", click });
    const { terms, signals } = await told(shop, id);
    expect(terms).toBeNull();
    expect(signals).toMatchObject([
      { won: false, reason: { code: "window-passed" }, program: { name: "Partners" }, windowDays: 14 },
    ]);
    await expectProven(shop);
  });

  it("is each click's own where two programs judged them", async () => {
    const { shop, weekly, id } = await soldBetweenTwo();
    const explained = await told(shop, id);
    expect(explained.signals).toMatchObject([
      { won: true, program: { name: "Partners" }, windowDays: 30 },
      { won: false, reason: { code: "window-passed" }, program: { name: "Weekly" }, windowDays: 7 },
    ]);
    const own = JSON.stringify(ownExplanationOf(explained, weekly.affiliateId, []));
    for (const secret of ["windowDays", "Partners", shop.affiliateId]) expect(own).not.toContain(secret);
    await expectProven(shop);
  });
});
