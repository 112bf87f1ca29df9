import { describe, expect, it } from "vitest";
import type { ClickId } from "#app/domain/ids.ts";
import { watchAffiliates } from "#app/flows/fraud/watch-fraud.ts";
import { chooseFraudRule, chooseFraudRules, readFraudRules } from "#app/flows/fraud/rules.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/crypto.server.ts";
import { markPayoutDetails } from "#app/store/affiliate-marks.ts";
import { insertClicks, keepCountedClicks } from "#app/store/clicks.ts";
import { listAudit } from "#app/store/audit.ts";
import { listFlags } from "#app/store/flags.ts";
import { countedClick } from "../../support/counted-clicks.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { sell } from "../../support/sold-under.ts";

const now = new Date("2026-03-02T20:00:00Z");
const actor = { kind: "staff", id: "stf_1", name: "Mia", email: null } as const;
const watched = ({ shopId }: SellingShop) => ({ shopId, timeZone: "UTC" });

async function flagsOf({ shopId }: SellingShop) {
  return listFlags(db(), shopId, { filter: {}, limit: 50, offset: 0 });
}

async function click(shop: SellingShop, at: string, more: { visitorHash?: string; bot?: boolean } = {}) {
  const { shopId, affiliateId } = shop;
  const occurredAt = new Date(at);
  const clickId = newId<ClickId>("clk", occurredAt);
  await inTransaction((tx) =>
    insertClicks(tx, [{ shopId, affiliateId, clickId, occurredAt, target: "/", ...more }]),
  );
  return signClick(shopId, clickId);
}

describe("what is looked at each hour", () => {
  it("tells of two affiliates who are paid to one account, once, and keeps no account", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const account = "DE89 3704 0044 0532 0130 00";
    const mark = (affiliateId: SellingShop["affiliateId"], spelt: string) =>
      inTransaction((tx) =>
        markPayoutDetails(tx, { shopId: shop.shopId, affiliateId, account: spelt }, longAgo),
      );
    expect(await mark(shop.affiliateId, account)).toEqual([]);
    expect(await mark(other.affiliateId, account.replaceAll(" ", ""))).toEqual([shop.affiliateId]);
    await watchAffiliates(watched(shop), now);
    await watchAffiliates(watched(shop), now);
    const flags = await flagsOf(shop);
    expect(flags).toHaveLength(1);
    expect(flags[0]).toMatchObject({ kind: "shared-payout", action: "note", subjectKind: "affiliate" });
    // Eight of its digits: four of them may stand in an id by chance.
    expect(JSON.stringify(flags).replaceAll(" ", "")).not.toContain("37040044");
  });

  it("tells of far more orders than usual, and not of a few", async () => {
    const shop = await makeSellingShop();
    for (let hour = 0; hour < 9; hour += 1) await sell(shop, { createdAt: `2026-03-02T0${hour}:00:00Z` });
    await watchAffiliates(watched(shop), now);
    expect(await flagsOf(shop)).toEqual([]);
    for (let hour = 10; hour < 13; hour += 1) await sell(shop, { createdAt: `2026-03-02T${hour}:00:00Z` });
    await watchAffiliates(watched(shop), now);
    const [flag] = await flagsOf(shop);
    expect(flag).toMatchObject({ kind: "burst", evidence: { day: "2026-03-02", orders: 12, usual: 0 } });
  });

  it("takes many orders for no burst where as many came and bought nothing, as far as the shop says", async () => {
    const shop = await makeSellingShop();
    const burst = { kind: "burst", action: "note", limits: { orders: 3, times: 2, visitors: 4 } } as const;
    expect(await chooseFraudRule({ shop, actor, now }, burst)).toBeNull();
    for (let hour = 10; hour < 13; hour += 1) await sell(shop, { createdAt: `2026-03-02T${hour}:00:00Z` });
    const visits = Array.from({ length: 12 }, (_, visitor) =>
      countedClick(shop, { visitorHash: `v${visitor}`, at: new Date("2026-03-02T09:00:00Z") }),
    );
    await keepCountedClicks(visits, now);
    await watchAffiliates(watched(shop), now);
    expect(await flagsOf(shop)).toEqual([]);
    await sell(shop, { createdAt: "2026-03-02T13:00:00Z" });
    await watchAffiliates(watched(shop), now);
    const [flag] = await flagsOf(shop);
    expect(flag?.evidence).toEqual({ day: "2026-03-02", orders: 4, visitors: 12, usual: 0 });
  });

  it("tells of one visitor who clicks again and again, and not of robots", async () => {
    const shop = await makeSellingShop();
    for (let minute = 10; minute < 60; minute += 1) {
      await click(shop, `2026-03-02T10:${minute}:00Z`, { visitorHash: "robot", bot: true });
      await click(shop, `2026-03-02T11:${minute}:00Z`, { visitorHash: `v${minute}` });
    }
    await watchAffiliates(watched(shop), now);
    expect(await flagsOf(shop)).toEqual([]);
    for (let minute = 10; minute < 60; minute += 1) {
      await click(shop, `2026-03-02T12:${minute}:00Z`, { visitorHash: "same" });
    }
    await watchAffiliates(watched(shop), now);
    expect((await flagsOf(shop))[0]).toMatchObject({ kind: "burst", evidence: { clicks: 50 } });
  });
});

describe("an order right after its click", () => {
  it("is flagged within the shop's limit, unless the affiliate had sent the shopper before", async () => {
    const shop = await makeSellingShop();
    const createdAt = "2026-03-02T10:00:00Z";
    const late = await click(shop, "2026-03-02T09:59:56Z");
    const early = await click(shop, "2026-03-01T10:00:00Z");
    const bare = { ref: "", createdAt };
    await sell(shop, { ...bare, click: `${early},${late}` });
    expect(await flagsOf(shop)).toEqual([]);
    const chosen = { kind: "fast-order", action: "note", limits: { seconds: 4 } } as const;
    expect(await chooseFraudRule({ shop, actor, now }, chosen)).toBeNull();
    await sell(shop, { ...bare, click: late });
    expect(await flagsOf(shop)).toEqual([]);
    await chooseFraudRule({ shop, actor, now }, { ...chosen, limits: {} });
    await sell(shop, { ...bare, click: late });
    expect((await flagsOf(shop))[0]).toMatchObject({
      kind: "fast-order",
      evidence: { seconds: 4, least: 10 },
    });
  });
});

describe("the rules of a shop", () => {
  it("refuse what they cannot do, and limits out of bounds", async () => {
    const { shopId } = await makeSellingShop();
    const choose = (kind: string, action: "hold" | "note", limits = {}) =>
      chooseFraudRule({ shop: { shopId }, actor, now }, { kind, action, limits });
    expect(await choose("burst", "hold", { orders: 2 })).toMatchObject({ refused: "invalid" });
    expect(await choose("horoscope", "note")).toMatchObject({ refused: "not-found" });
    expect(await choose("fast-order", "note", { seconds: 0 })).toMatchObject({ refused: "invalid" });
    expect(await choose("fast-order", "hold", { seconds: 30 })).toBeNull();
    const rules = await readFraudRules(shopId, now);
    expect(rules.find((one) => one.kind === "fast-order")).toMatchObject({
      kind: "fast-order",
      action: "hold",
      limits: [{ key: "seconds", value: 30 }],
    });
  });

  it("are chosen together: the changed ones, or none if a limit is out of bounds", async () => {
    const { shopId } = await makeSellingShop();
    const choose = (seconds: number) =>
      chooseFraudRules({ shop: { shopId }, actor, now }, [
        { kind: "burst", action: "note", limits: {} },
        { kind: "fast-order", action: "hold", limits: { seconds } },
      ]);
    const field = "fast-order.limits.seconds";
    expect(await choose(0)).toMatchObject({ refused: "invalid", errors: [{ field }] });
    const changes = async () => await listAudit(db(), shopId, { kind: "shop" });
    expect(await changes()).toEqual([]);
    expect(await choose(30)).toBeNull();
    expect(await choose(30)).toBeNull();
    const details = { kind: "fast-order", action: "hold", limits: { seconds: 30 } };
    expect(await changes()).toMatchObject([{ action: "fraud-rule-changed", details }]);
  });
});
