import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { readCommission, readFlaggedCommission } from "#app/flows/commissions/read-commissions.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { listAudit } from "#app/store/audit.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import { findFlag, insertFlags, listFlags, openFlag } from "#app/store/flags.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { accepted } from "../../support/accepted.ts";
import { currentBalance } from "../../support/inbox.ts";
import type { SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, sell, shopUnder } from "../../support/sold-under.ts";

const mia: Actor = { kind: "staff", id: "7", name: "Mia", email: null };
const now = new Date("2026-03-11T00:00:00Z");
const by = { actor: mia, now };
const muchLater = new Date("2027-01-01T00:00:00Z");
const settlingOf = (shop: SellingShop) => ({ shopId: shop.shopId, currency: "USD", timeZone: "UTC" });

/** An order that its affiliate placed, with the flag that holds its commission. */
async function selfReferral() {
  const shop = await shopUnder({});
  const body = await sell(shop, { email: `${shop.affiliateId}@example.com` });
  const [commission] = await commissionsOf(shop, body);
  const [flag] = await listFlags(db(), shop.shopId, { filter: {}, limit: 50, offset: 0 });
  if (!commission || !flag) throw new Error("The order was not flagged.");
  return { ...shop, body, commissionId: commission.commissionId, flag };
}

type Flagged = Awaited<ReturnType<typeof selfReferral>>;

async function commissionOf({ shopId, commissionId }: Flagged) {
  const found = await readCommission(shopId, commissionId, now);
  if (isRefusal(found)) throw new Error(found.reason.code);
  return found;
}

async function statusOf({ shopId, affiliateId }: Flagged) {
  return (await findAffiliate(db(), shopId, affiliateId))?.status;
}

async function toldToAffiliate({ shopId, affiliateId }: Flagged) {
  const { earned } = accepted(await readEarned(shopId, affiliateId, { limit: 10 }, now));
  return earned.map(({ state, why }) => [state, why.code]);
}

const deny = { status: "confirmed", denyCommission: true, note: "Bought for themselves" } as const;

describe("confirming a flag", () => {
  it("denies the commission with it, as the decision of whoever confirmed it", async () => {
    const shop = await selfReferral();
    expect((await readFlaggedCommission(shop.flag, now))?.pending.minor).toBe(1000n);
    const confirmed = await decideFlag({ shop: settlingOf(shop), ...by }, shop.flag.flagId, deny);
    expect(confirmed).toMatchObject({ status: "confirmed", decidedBy: "Mia", note: deny.note });
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    const decisions = await decisionsAbout(db(), shop.shopId, [shop.commissionId]);
    expect(decisions.at(-1)).toMatchObject({ kind: "denied", note: deny.note, actorName: "Mia" });
    const history = await listAudit(db(), shop.shopId, { kind: "commission", id: shop.commissionId });
    expect(history[0]).toMatchObject({ action: "denied", actorName: "Mia" });
    expect(await commissionOf(shop)).toMatchObject({ status: "denied", rule: null });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);

    const dismissed = { status: "dismissed", note: "" } as const;
    await decideFlag({ shop: settlingOf(shop), ...by }, shop.flag.flagId, dismissed);
    expect(await commissionOf(shop)).toMatchObject({ status: "denied" });
  });

  it("takes a released commission back from the balance", async () => {
    const shop = await selfReferral();
    const asked = { kind: "approved", note: "" } as const;
    await decideCommission({ shop: settlingOf(shop), ...by }, shop.commissionId, asked);
    await releaseCommissions(muchLater);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 1000n });
    await decideFlag({ shop: settlingOf(shop), ...by }, shop.flag.flagId, deny);
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("confirms alone where the commission is denied already", async () => {
    const shop = await selfReferral();
    const denied = { kind: "denied", note: "Seen" } as const;
    await decideCommission({ shop: settlingOf(shop), ...by }, shop.commissionId, denied);
    expect(await decideFlag({ shop: settlingOf(shop), ...by }, shop.flag.flagId, deny)).toMatchObject({
      status: "confirmed",
    });
    const decisions = await decisionsAbout(db(), shop.shopId, [shop.commissionId]);
    expect(decisions.map((one) => one.kind)).toEqual(["held", "denied"]);
  });

  it("suspends the affiliate with the denial, for the same reason", async () => {
    const shop = await selfReferral();
    const asked = { ...deny, suspendAffiliate: true };
    await decideFlag({ shop: settlingOf(shop), ...by }, shop.flag.flagId, asked);
    expect(await statusOf(shop)).toBe("suspended");
    expect(await commissionOf(shop)).toMatchObject({ status: "denied" });
    const history = await listAudit(db(), shop.shopId, { kind: "affiliate", id: shop.affiliateId });
    expect(history.find((one) => one.action === "became suspended")).toMatchObject({
      actorName: "Mia",
      details: { from: "active", to: "suspended", reason: deny.note },
    });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("denies nothing if the affiliate can't be suspended", async () => {
    const shop = await selfReferral();
    const { shopId, affiliateId } = shop;
    await db().update(affiliates).set({ status: "rejected" }).where(eq(affiliates.affiliateId, affiliateId));
    const asked = { ...deny, suspendAffiliate: true };
    const refused = await decideFlag({ shop: settlingOf(shop), ...by }, shop.flag.flagId, asked);
    expect(isRefusal(refused) && refused.reason.code).toBe("affiliate_status");
    expect(await statusOf(shop)).toBe("rejected");
    expect(await commissionOf(shop)).toMatchObject({ status: "on_hold" });
    expect(await findFlag(db(), shopId, shop.flag.flagId)).toMatchObject({ status: "open" });
  });

  it("denies nothing for a flag about an affiliate, and leaves that flag open", async () => {
    const shop = await shopUnder({});
    const { shopId, affiliateId } = shop;
    const finding = { kind: "shared-payout", score: 80, evidence: {} } as const;
    const subject = { shopId, affiliateId, subjectKind: "affiliate", subjectId: affiliateId } as const;
    await insertFlags(db(), [openFlag({ ...subject, finding, action: "note", now })]);
    const [flag] = await listFlags(db(), shopId, { filter: {}, limit: 1, offset: 0 });
    const refused = await decideFlag({ shop: settlingOf(shop), ...by }, flag?.flagId ?? "", deny);
    expect(isRefusal(refused) && refused.errors?.[0]?.field).toBe("denyCommission");
    const [after] = await listFlags(db(), shopId, { filter: {}, limit: 1, offset: 0 });
    expect(after?.status).toBe("open");
  });
});

describe("what holds a commission", () => {
  it("is named: the rule to the store and to the affiliate", async () => {
    const shop = await selfReferral();
    expect(await commissionOf(shop)).toMatchObject({
      status: "on_hold",
      reason: { code: "held-by-rule", rule: "self-referral" },
      rule: { kind: "self-referral" },
    });
    expect(await toldToAffiliate(shop)).toEqual([["on_hold", "rule-self-referral"]]);
  });

  it("is the person who put it on hold, by name to the store only", async () => {
    const shop = await shopUnder({});
    const [commission] = await commissionsOf(shop, await sell(shop));
    const commissionId = commission?.commissionId ?? "";
    await decideCommission({ shop: settlingOf(shop), ...by }, commissionId, { kind: "held", note: "" });
    const held = { ...shop, commissionId } as Flagged;
    expect(await commissionOf(held)).toMatchObject({
      reason: { code: "held-by-hand", by: "Mia" },
      rule: null,
    });
    expect(await toldToAffiliate(held)).toEqual([["on_hold", "held-by-hand"]]);
  });

  it("is the rule that still holds it once the first flag was dismissed", async () => {
    const shop = await selfReferral();
    const { shopId, affiliateId } = shop;
    const finding = { kind: "fast-order", score: 70, evidence: { seconds: 2, least: 10 } } as const;
    const subject = { shopId, affiliateId, subjectKind: "order", subjectId: String(shop.body.id) } as const;
    await insertFlags(db(), [openFlag({ ...subject, finding, action: "hold", now })]);
    await decideFlag({ shop: settlingOf(shop), ...by }, shop.flag.flagId, { status: "dismissed", note: "" });
    expect(await commissionOf(shop)).toMatchObject({
      status: "on_hold",
      reason: { code: "held-by-rule", rule: "fast-order" },
    });
    expect(await toldToAffiliate(shop)).toEqual([["on_hold", "in-review"]]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });
});
