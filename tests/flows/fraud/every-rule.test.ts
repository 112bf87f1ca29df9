import { describe, expect, it } from "vitest";
import type { ClickId } from "#app/domain/ids.ts";
import { flagText } from "#app/i18n/flag-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { type FlagKind, flagKinds, type RuleAction } from "#app/domain/fraud/rules.ts";
import { chooseFraudRule } from "#app/flows/fraud/rules.ts";
import { settleAccused, watchAffiliates, watchCodes } from "#app/flows/fraud/watch-fraud.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/crypto.server.ts";
import { markPayoutDetails } from "#app/store/affiliate-marks.ts";
import { insertClicks } from "#app/store/clicks.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import { listFlags } from "#app/store/flags.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { arrival, deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, sell } from "../../support/sold-under.ts";

/** The words of a merchant's page. */
const words = { t: merchantTexts("fraud"), formats: formatsIn("en-US"), affiliate: "Ada" };

const now = new Date("2026-03-02T20:00:00Z");
const by = { actor: { kind: "staff", id: "stf_1", name: "Mia", email: null }, now } as const;

type Body = { readonly id: number };

async function tell(shop: SellingShop, body: Body & Record<string, unknown>): Promise<Body> {
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return body;
}

/** By a code, without a visit, of a new customer from a coupon site. */
const leaked = (customer: number) => ({
  ...orderBody({ codes: ["ANNA10"] }),
  customer: { id: customer, email: null },
  referring_site: "https://www.retailmenot.com/view/mugs",
});

/** An order that the rule is about, with all that the rule looks at. */
const wrongOrders: Record<FlagKind, (shop: SellingShop) => Promise<Body>> = {
  "self-referral": (shop) => sell(shop, { email: `${shop.affiliateId}@example.com` }),
  "fast-order": async (shop) => {
    const { shopId, affiliateId } = shop;
    const occurredAt = new Date("2026-03-02T09:59:57Z");
    const clickId = newId<ClickId>("clk", occurredAt);
    const row = { shopId, affiliateId, clickId, occurredAt, target: "/", bot: true };
    await inTransaction((tx) => insertClicks(tx, [row]));
    return sell(shop, { ref: "", click: signClick(shopId, clickId) });
  },
  "ad-click": (shop) => tell(shop, { ...orderBody(), landing_site: `/?ref=${shop.code}&gclid=x` }),
  "leaked-code": async (shop) => {
    const { shopId, affiliateId } = shop;
    await db()
      .insert(affiliateCodes)
      .values({ shopId, affiliateId, code: "ANNA10", codeKey: "anna10", assignedAt: longAgo });
    for (let number = 1; number < 10; number += 1) await tell(shop, leaked(number));
    return tell(shop, leaked(10));
  },
  burst: async (shop) => {
    for (let hour = 0; hour < 9; hour += 1) await sell(shop, { createdAt: `2026-03-02T0${hour}:00:00Z` });
    return sell(shop);
  },
  "shared-payout": async (shop) => {
    const other = await addAffiliate(shop);
    for (const { affiliateId } of [shop, other]) {
      const of = { shopId: shop.shopId, affiliateId, account: "DE89 3704 0044 0532 0130 00" };
      await inTransaction((tx) => markPayoutDetails(tx, of, longAgo));
    }
    return sell(shop);
  },
  "refund-mismatch": async (shop) => {
    const body = orderBody({ ref: shop.code });
    const refund = { ...refundBody(body.id, { amount: "15.00" }), refund_line_items: [] };
    return tell(shop, { ...body, refunds: [refund] });
  },
};

/** A shop that chose this for the rule and nothing for the others, and what became of the order and its flags. */
async function judged(kind: FlagKind, action: RuleAction) {
  const shop = await makeSellingShop();
  for (const one of flagKinds) {
    const chosen = { kind: one, action: one === kind ? action : "off", limits: {} } as const;
    expect(await chooseFraudRule({ shop, ...by }, chosen)).toBeNull();
  }
  const body = await wrongOrders[kind](shop);
  const settling = { shopId: shop.shopId, currency: "USD", timeZone: "UTC" };
  await watchAffiliates(settling, now);
  await settleAccused(settling, now);
  await watchCodes(settling, arrival);
  const flags = await listFlags(db(), shop.shopId, { filter: {}, limit: 50, offset: 0 });
  const [commission] = await commissionsOf(shop, body);
  if (!commission) throw new Error("Nobody is credited.");
  const decisions = await decisionsAbout(db(), shop.shopId, [commission.commissionId]);
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  const own = flags.find((one) => one.subjectKind === "order" && one.subjectId === String(body.id));
  const stands = (await orderRow(shop, body.id)).commissionMinor;
  return { flags, own, commission, stands, decisions };
}

describe.each(flagKinds)("the rule %s", (kind) => {
  it("notes with its evidence where the shop chose so, and touches no commission", async () => {
    const { flags, commission, stands, decisions } = await judged(kind, "note");
    expect(flags.length).toBeGreaterThan(0);
    for (const flag of flags) {
      expect(flag).toMatchObject({ kind, action: "note", status: "open" });
      expect(Object.keys(flag.evidence)).not.toEqual([]);
      const text = flagText(kind, flag.evidence, words);
      expect(text).toMatch(/\w+ \w+.*\.$/s);
      expect(text).not.toMatch(/\?|NaN|undefined/);
    }
    expect([commission.decision, stands]).toEqual([null, 1000n]);
    expect(decisions).toEqual([]);
  });

  it.each([
    ["hold", "held", 1000n],
    ["deny", "denied", 0n],
  ] as const)(
    "can %s, by a decision in the commission's history that names the flag",
    async (action, decided, left) => {
      const { own, commission, stands, decisions } = await judged(kind, action);
      expect(own).toMatchObject({ kind, action, status: "open" });
      expect(flagText(kind, own?.evidence ?? {}, words)).toMatch(/\w+ \w+.*\.$/s);
      expect([commission.decision, stands]).toEqual([decided, left]);
      expect(decisions).toMatchObject([
        { kind: decided, actorKind: "system", details: { flagId: own?.flagId } },
      ]);
      expect(decisions[0]?.note).toContain(`"fraudRule":"${kind}"`);
    },
  );

  it("finds nothing where the shop switched it off", async () => {
    const { flags, commission } = await judged(kind, "off");
    expect([flags, commission.decision]).toEqual([[], null]);
  });
});
