import { describe, expect, it } from "vitest";
import type { ClickId } from "#app/domain/ids.ts";
import { chooseFraudRule } from "#app/flows/fraud/rules.ts";
import { settleAccused, watchAffiliates } from "#app/flows/fraud/watch-fraud.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { previewFraudRule } from "#app/flows/fraud/preview-fraud-rule.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/crypto.server.ts";
import { markPayoutDetails } from "#app/store/affiliate-marks.ts";
import { insertClicks } from "#app/store/clicks.ts";
import { listFlags } from "#app/store/flags.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { currentBalance } from "../../support/inbox.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, sell } from "../../support/sold-under.ts";

const now = new Date("2026-03-02T20:00:00Z");
const actor = { kind: "staff", id: "stf_1", name: "Mia", email: null } as const;
const settlingOf = ({ shopId }: SellingShop) => ({ shopId, currency: "USD", timeZone: "UTC" });

async function choose(shop: SellingShop, kind: string, action: "note" | "hold" | "deny", limits = {}) {
  expect(await chooseFraudRule({ shop, actor, now }, { kind, action, limits })).toBeNull();
}

async function flagsOf({ shopId }: SellingShop, kind: string) {
  const flags = await listFlags(db(), shopId, { filter: { kind }, limit: 50, offset: 0 });
  return {
    affiliate: flags.filter((one) => one.subjectKind === "affiliate"),
    orders: flags.filter((one) => one.subjectKind === "order"),
  };
}

/** The hourly job. */
async function look(shop: SellingShop) {
  await watchAffiliates(settlingOf(shop), now);
  return settleAccused(settlingOf(shop), now);
}

async function decisionOf(shop: SellingShop, body: { id: number }) {
  return (await commissionsOf(shop, body)).map((one) => one.decision);
}

/** The preview of a rule: orders and affiliate flags that it would reach. */
async function wouldReach(shop: SellingShop, kind: "burst" | "shared-payout", limits = {}) {
  const since = new Date("2026-02-01T00:00:00Z");
  const told = await previewFraudRule(
    settlingOf(shop),
    { kind, limits },
    { since, now: new Date("2026-03-04") },
  );
  return [told.found, told.affiliateFlags];
}

async function expectProved(shop: SellingShop) {
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
}

async function dismiss(shop: SellingShop, flagId: string | undefined) {
  const asked = { status: "dismissed", note: "A podcast" } as const;
  const by = { actor, now };
  expect(await decideFlag({ shop: settlingOf(shop), ...by }, flagId ?? "", asked)).toMatchObject({
    status: "dismissed",
  });
}

describe("a burst of orders", () => {
  it("puts the orders of its day on hold, before and after the flag, until it is dismissed", async () => {
    const shop = await makeSellingShop();
    await choose(shop, "burst", "hold", { orders: 3, times: 2 });
    const before = await sell(shop, { createdAt: "2026-03-01T10:00:00Z" });
    const first = await sell(shop, { createdAt: "2026-03-02T10:00:00Z" });
    await sell(shop, { createdAt: "2026-03-02T11:00:00Z" });
    await sell(shop, { createdAt: "2026-03-02T12:00:00Z" });
    expect(await look(shop)).toBe(3);
    const late = await sell(shop, { createdAt: "2026-03-02T21:00:00Z" });
    const nextDay = await sell(shop, { createdAt: "2026-03-03T00:00:00Z" });
    for (const held of [first, late]) expect(await decisionOf(shop, held)).toEqual(["held"]);
    for (const free of [before, nextDay]) expect(await decisionOf(shop, free)).toEqual([null]);
    const flags = await flagsOf(shop, "burst");
    expect(flags.affiliate).toHaveLength(1);
    const [flag] = flags.affiliate;
    expect(flags.orders).toHaveLength(4);
    expect(await wouldReach(shop, "burst", { orders: 3, times: 2 })).toEqual([4, 1]);
    expect(await wouldReach(shop, "burst", { orders: 5, times: 2 })).toEqual([0, 0]);
    expect(flags.orders[0]?.evidence).toEqual({ ...flag?.evidence, flag: flag?.flagId });
    expect(await look(shop)).toBe(0);
    await expectProved(shop);

    await dismiss(shop, flag?.flagId);
    for (const freed of [first, late]) expect(await decisionOf(shop, freed)).toEqual([null]);
    expect(await look(shop)).toBe(0);
    const after = await sell(shop, { createdAt: "2026-03-02T22:00:00Z" });
    expect(await decisionOf(shop, after)).toEqual([null]);
    await expectProved(shop);
  });

  it("of clicks has the day's orders denied that a visit led to, and not one by a code alone", async () => {
    const shop = await makeSellingShop();
    await choose(shop, "burst", "deny", { clicks: 5 });
    const { shopId, affiliateId } = shop;
    await db()
      .insert(affiliateCodes)
      .values({ shopId, affiliateId, code: "ANNA10", codeKey: "anna10", assignedAt: longAgo });
    for (let minute = 10; minute < 15; minute += 1) {
      const occurredAt = new Date(`2026-03-02T09:${minute}:00Z`);
      const clickId = newId<ClickId>("clk", occurredAt);
      const row = { shopId, affiliateId, clickId, occurredAt, target: "/", visitorHash: "same" };
      await inTransaction((tx) => insertClicks(tx, [row]));
      if (minute === 14) await sell(shop, { ref: "", click: signClick(shopId, clickId) });
    }
    await look(shop);
    const visited = await sell(shop, { createdAt: "2026-03-02T10:00:00Z" });
    expect(await decisionOf(shop, visited)).toEqual(["denied"]);
    const byCode = await sell(shop, { ref: "", codes: ["ANNA10"], createdAt: "2026-03-02T11:00:00Z" });
    expect(await decisionOf(shop, byCode)).toEqual([null]);
    expect((await flagsOf(shop, "burst")).orders).toHaveLength(2);
    expect(await wouldReach(shop, "burst", { clicks: 5 })).toEqual([2, 1]);
    expect(await look(shop)).toBe(0);
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("is only noted where the shop chose so, and then no order has a flag", async () => {
    const shop = await makeSellingShop();
    await choose(shop, "burst", "note", { orders: 3, times: 2 });
    for (const hour of [10, 11, 12]) await sell(shop, { createdAt: `2026-03-02T${hour}:00:00Z` });
    expect(await look(shop)).toBe(0);
    await sell(shop, { createdAt: "2026-03-02T13:00:00Z" });
    const flags = await flagsOf(shop, "burst");
    expect([flags.affiliate.length, flags.orders.length]).toEqual([1, 0]);
    // Once it holds, the flag that stands reaches what is still open of its day.
    await choose(shop, "burst", "hold", { orders: 3, times: 2 });
    expect(await look(shop)).toBe(4);
    await expectProved(shop);
  });
});

describe("two affiliates with one payout account", () => {
  it("have their orders denied while the flag is open, and earn again once it is dismissed", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const third = await addAffiliate(shop);
    await choose(shop, "shared-payout", "deny");
    const [account, elsewhere] = ["DE89 3704 0044 0532 0130 00", "DE02 1203 0000 0000 2020 51"];
    const mark = (affiliateId: SellingShop["affiliateId"], iban: string) =>
      inTransaction((tx) =>
        markPayoutDetails(tx, { shopId: shop.shopId, affiliateId, account: iban }, longAgo),
      );
    const before = await sell(shop);
    await mark(shop.affiliateId, account);
    await mark(other.affiliateId, account);
    await mark(third.affiliateId, elsewhere);
    expect(await look(shop)).toBe(1);
    const mine = await sell(shop);
    const theirs = await sell(shop, { ref: other.code });
    const strangers = await sell(shop, { ref: third.code });
    for (const denied of [before, mine, theirs]) expect(await decisionOf(shop, denied)).toEqual(["denied"]);
    expect(await decisionOf(shop, strangers)).toEqual([null]);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    await expectProved(shop);
    const flags = await flagsOf(shop, "shared-payout");
    expect([flags.affiliate.length, flags.orders.length]).toEqual([1, 3]);
    expect(await wouldReach(shop, "shared-payout")).toEqual([3, 1]);
    await dismiss(shop, flags.affiliate[0]?.flagId);
    for (const freed of [before, mine, theirs]) expect(await decisionOf(shop, freed)).toEqual([null]);
    expect(await currentBalance(shop)).toEqual({ pending: 2000n, payable: 0n });
    await expectProved(shop);
    const replayed = await replayShop(shop.shopId, { schema: "replay_accused", keep: false, now });
    expect(replayed.differences).toEqual([]);
  });
});
