import { expect, it } from "vitest";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { ownExplanationOf } from "#app/contracts/own-explanation.ts";
import { explanationInWords } from "#app/http/explained.ts";
import { words } from "../../support/words.ts";
import { encode } from "#app/contracts/wire.ts";
import { defaultRules } from "#app/domain/attribution.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeAttributionRules } from "#app/flows/attribution/rules.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { sell } from "../../support/sold-under.ts";

const actor = { kind: "staff", id: "stf_1", name: "Mia", email: null } as const;
const clickFirst = { ...defaultRules, precedence: ["click", "landing"], touch: "first" } as const;

async function told(shop: SellingShop, id: number) {
  const found = await readExplanation(shop.shopId, String(id));
  if (isRefusal(found)) throw new Error(found.reason.code);
  return encode(orderExplanationWire, explanationInWords({ ...found, commissions: [] }, words));
}

it("an explanation shows the attribution rules of its order, even after the shop changed them", async () => {
  const shop = await makeSellingShop();
  const before = await sell(shop, { createdAt: "2026-03-02T10:00:00Z" });
  await changeAttributionRules({ shop, actor, now: new Date("2026-03-03T00:00:00Z") }, clickFirst);
  const after = await sell(shop, { createdAt: "2026-03-04T10:00:00Z" });
  await changeAttributionRules({ shop, actor, now: new Date("2026-03-05T00:00:00Z") }, defaultRules);
  expect((await told(shop, before.id)).judgedBy).toMatchObject({ version: 0, rules: defaultRules });
  expect((await told(shop, after.id)).judgedBy).toEqual({
    version: 1,
    effectiveFrom: "2026-03-03T00:00:00.000Z",
    rules: clickFirst,
  });
  // Affiliates don't see the attribution rules.
  const own = ownExplanationOf(await told(shop, after.id), shop.affiliateId, []);
  expect(Object.keys(own)).not.toContain("judgedBy");
});
