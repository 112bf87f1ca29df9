import { storedMessage } from "#app/i18n/fault-words.ts";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import type { RuleAction } from "#app/domain/fraud/rules.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { previewFraudRule } from "#app/flows/fraud/preview-fraud-rule.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import { countFlaggedOrders, listFlags, openFlagsFound, saveFraudRule } from "#app/store/flags.ts";
import { flags } from "#app/store/schema/flags.ts";
import { arrival, deliver, emptyInbox, currentBalance } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import type { SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, sell, shopUnder } from "../../support/sold-under.ts";

const person: Actor = { kind: "staff", id: "stf_1", name: "Mia", email: null };
const later = new Date("2026-03-11T00:00:00Z");
const muchLater = new Date("2027-01-01T00:00:00Z");
const settlingOf = (shop: SellingShop) => ({ shopId: shop.shopId, currency: "USD", timeZone: "UTC" });

function ownEmail(shop: SellingShop): string {
  return `${shop.affiliateId.toUpperCase()}+mugs@example.com`;
}

async function flagsOf(shop: SellingShop) {
  return listFlags(db(), shop.shopId, { filter: {}, limit: 50, offset: 0 });
}

async function choose(shop: SellingShop, kind: string, action: RuleAction, limits = {}) {
  await inTransaction((tx) => saveFraudRule(tx, shop.shopId, { kind, action, limits, updatedAt: arrival }));
}

async function onlyFlag(shop: SellingShop) {
  const [flag, ...others] = await flagsOf(shop);
  if (!flag || others.length > 0) throw new Error(`There is not one flag, but ${others.length + 1}`);
  return flag;
}

async function expectProved(shop: SellingShop) {
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
}

describe("the flags that wait", () => {
  it("are counted for their own shop, up to a limit, until somebody has looked", async () => {
    const [shop, other] = [await shopUnder({}), await shopUnder({})];
    await sell(shop, { email: ownEmail(shop) });
    await sell(shop, { email: ownEmail(shop) });
    await sell(other, { email: ownEmail(other) });
    expect((await openFlagsFound(db(), shop.shopId, 100)).length).toBe(2);
    expect((await openFlagsFound(db(), shop.shopId, 1)).length).toBe(1);
    const [flag] = await flagsOf(shop);
    const by = { actor: person, now: later };
    await decideFlag({ shop: settlingOf(shop), ...by }, flag?.flagId ?? "", {
      status: "confirmed",
      note: "",
    });
    expect([
      (await openFlagsFound(db(), shop.shopId, 100)).length,
      (await openFlagsFound(db(), other.shopId, 100)).length,
    ]).toEqual([1, 1]);
  });
});

describe("an affiliate who buys themself", () => {
  it("has one flagged order of two", async () => {
    const shop = await shopUnder({});
    await sell(shop, { email: ownEmail(shop) });
    await choose(shop, "self-referral", "off");
    await sell(shop, { email: ownEmail(shop) });
    const { affiliateId } = await onlyFlag(shop);
    expect(await countFlaggedOrders(db(), shop.shopId, affiliateId)).toEqual({ credited: 2, flagged: 1 });
  });

  it("is flagged and held by a decision that names the flag, and released once it is dismissed", async () => {
    const shop = await shopUnder({});
    const body = await sell(shop, { email: ownEmail(shop) });
    const flag = await onlyFlag(shop);
    expect(flag).toMatchObject({ kind: "self-referral", status: "open", action: "hold", score: 100 });
    expect(flag.evidence).toEqual({ same: ["email"] });
    const [commission] = await commissionsOf(shop, body);
    expect(commission?.decision).toBe("held");
    const [decision] = await decisionsAbout(db(), shop.shopId, [commission?.commissionId ?? ""]);
    expect(decision).toMatchObject({ kind: "held", actorKind: "system", details: { flagId: flag.flagId } });
    expect(storedMessage(decision?.note ?? "")).toBe("Self-referral rule");
    await expectProved(shop);
    await releaseCommissions(muchLater);
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });

    const by = { actor: person, now: later };
    await decideFlag({ shop: settlingOf(shop), ...by }, flag.flagId, { status: "dismissed", note: "A gift" });
    await deliver(shop, "orders/updated", { ...body, updated_at: "2026-03-05T10:00:00Z" });
    await emptyInbox();
    expect((await onlyFlag(shop)).status).toBe("dismissed");
    await releaseCommissions(muchLater);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 1000n });
    await expectProved(shop);
  });

  it("earns nothing where the shop denies it, and all of it once it is dismissed", async () => {
    const shop = await shopUnder({});
    await choose(shop, "self-referral", "deny");
    await sell(shop, { email: ownEmail(shop) });
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    await expectProved(shop);
    const { flagId } = await onlyFlag(shop);
    const by = { actor: person, now: later };
    await decideFlag({ shop: settlingOf(shop), ...by }, flagId, { status: "dismissed", note: "" });
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    await expectProved(shop);
    const replayed = await replayShop(shop.shopId, { schema: "replay_flags", keep: false, now: muchLater });
    expect(replayed.differences).toEqual([]);
  });

  it("is known again by customer account and household, whatever address they write", async () => {
    const shop = await shopUnder({});
    const home = { last_name: "Müller", address1: "Main Street 5", zip: "10 115", country_code: "DE" };
    const tell = async (given: { email: string; customer: number; address: object | null }) => {
      const body = {
        ...orderBody({ ref: shop.code, email: given.email }),
        customer: { id: given.customer },
        shipping_address: given.address,
      };
      await deliver(shop, "orders/create", body);
      await emptyInbox();
      const of = await db()
        .select()
        .from(flags)
        .where(and(eq(flags.shopId, shop.shopId), eq(flags.subjectId, String(body.id))));
      return of.map((flag) => flag.evidence["same"]);
    };
    const stranger = { email: "stranger@example.com", customer: 9, address: null };
    expect(await tell({ email: ownEmail(shop), customer: 8, address: home })).toEqual([["email"]]);
    expect(await tell({ ...stranger, customer: 8 })).toEqual([["customer"]]);
    const spelt = { last_name: "MULLER", address1: "Main St. 5", zip: "10115", country_code: "DE" };
    expect(await tell({ ...stranger, address: spelt })).toEqual([["household"]]);
    const neighbour = { ...spelt, last_name: "Schmidt" };
    expect(await tell({ ...stranger, address: neighbour })).toEqual([]);
  });

  it("is only noted, or not looked at, where the shop chose so", async () => {
    const shop = await shopUnder({});
    await choose(shop, "self-referral", "note");
    const noted = await sell(shop, { email: ownEmail(shop) });
    expect((await commissionsOf(shop, noted))[0]?.decision).toBeNull();
    expect(await flagsOf(shop)).toHaveLength(1);
    await choose(shop, "self-referral", "off");
    await sell(shop, { email: ownEmail(shop) });
    expect(await flagsOf(shop)).toHaveLength(1);
  });
});

describe("decisions of people", () => {
  it("override flags: an approved commission is not held again, and one on hold stays on hold", async () => {
    const shop = await shopUnder({});
    const body = await sell(shop, { email: ownEmail(shop) });
    const [commission] = await commissionsOf(shop, body);
    const flag = await onlyFlag(shop);
    const by = { actor: person, now: later };
    const id = commission?.commissionId ?? "";
    await decideCommission({ shop: settlingOf(shop), ...by }, id, { kind: "unheld", note: "" });
    await decideCommission({ shop: settlingOf(shop), ...by }, id, { kind: "held", note: "I want to look" });
    await decideFlag({ shop: settlingOf(shop), ...by }, flag.flagId, { status: "dismissed", note: "" });
    expect((await commissionsOf(shop, body))[0]?.decision).toBe("held");
    const again = await decideFlag({ shop: settlingOf(shop), ...by }, flag.flagId, {
      status: "confirmed",
      note: "",
    });
    expect(again).toMatchObject({ refused: "not-possible" });
    await expectProved(shop);
  });
});

describe("an advertisement's click", () => {
  it("is told by the landing page, of the networks that count", async () => {
    const shop = await shopUnder({});
    const land = async (query: string) => {
      const body = { ...orderBody(), landing_site: `/?ref=${shop.code}&${query}` };
      await deliver(shop, "orders/create", body);
      await emptyInbox();
      const of = await db()
        .select()
        .from(flags)
        .where(and(eq(flags.shopId, shop.shopId), eq(flags.subjectId, String(body.id))));
      return of.map((flag) => [flag.kind, flag.evidence["parameter"]]);
    };
    expect(await land("gclid=abc")).toEqual([["ad-click", "gclid"]]);
    expect(await land("redirect=%2Fmugs%3Fgclid%3Dabc")).toEqual([["ad-click", "gclid"]]);
    expect(await land("fbclid=abc")).toEqual([]);
    await choose(shop, "ad-click", "note", { meta: 1, google: 0 });
    expect(await land("gclid=abc&fbclid=abc")).toEqual([["ad-click", "fbclid"]]);
    expect(await land("utm_source=news")).toEqual([]);
  });

  it("is told by an earlier click of the affiliate that the order knows, wherever it landed at last", async () => {
    const shop = await shopUnder({});
    const clicked = async (query: string) => {
      const location = await recordClick({
        code: shop.code,
        query: `s=${shop.domain.replace(".myshopify.com", "")}&${query}`,
        userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        address: "203.0.113.4",
        referrer: "",
        purpose: "visit",
        now: new Date("2026-02-20T09:59:00Z"),
      });
      return new URL(location ?? "").searchParams.get("aff_click") ?? "";
    };
    const [paidFor, free] = [await clicked("gclid=abc"), await clicked("utm_source=news")];
    await sell(shop, { click: free });
    expect(await flagsOf(shop)).toEqual([]);
    const body = await sell(shop, { click: `${free},${paidFor}` });
    expect(await onlyFlag(shop)).toMatchObject({
      kind: "ad-click",
      subjectId: String(body.id),
      evidence: { parameter: "gclid", network: "Google Ads", of: "click" },
    });
    const all = { since: new Date("2026-01-01T00:00:00Z"), now: later };
    const tried = await previewFraudRule(settlingOf(shop), { kind: "ad-click", limits: {} }, all);
    expect(tried).toMatchObject({ looked: 2, found: 1 });
    await choose(shop, "ad-click", "note", { google: 0 });
    await sell(shop, { click: paidFor });
    expect(await flagsOf(shop)).toHaveLength(1);
    const throughTwo = await clicked("gclid=abc&gad_source=1&fbclid=abc");
    await choose(shop, "ad-click", "note", { google: 0, meta: 1 });
    expect(
      await previewFraudRule(settlingOf(shop), { kind: "ad-click", limits: { google: 0, meta: 1 } }, all),
    ).toMatchObject({ looked: 3, found: 0 });
    const second = await sell(shop, { click: throughTwo });
    expect((await flagsOf(shop)).find((one) => one.subjectId === String(second.id))?.evidence).toEqual({
      parameter: "fbclid",
      network: "Meta",
      of: "click",
    });
  });
});
