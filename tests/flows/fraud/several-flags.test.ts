import { reasonAsText } from "#app/domain/refusal.ts";
import { describe, expect, it } from "vitest";
import type { FlagKind, RuleAction } from "#app/domain/fraud/rules.ts";
import { chooseFraudRule } from "#app/flows/fraud/rules.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { settleAccused, watchAffiliates } from "#app/flows/fraud/watch-fraud.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { decisionsAbout } from "#app/store/decisions.ts";
import { insertFlags, listFlags, openFlag } from "#app/store/flags.ts";
import { currentBalance } from "../../support/inbox.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { commissionsOf, sell } from "../../support/sold-under.ts";

const now = new Date("2026-03-10T20:00:00Z");
const actor = { kind: "staff", id: "stf_1", name: "Mia", email: null } as const;
const limits = { orders: 3, times: 2, visitors: 1 };
const settlingOf = ({ shopId }: SellingShop) => ({ shopId, currency: "USD", timeZone: "UTC" });

const createdAt = (hour: string) => `2026-03-10T${hour}:00:00Z`;

type Choices = { readonly own: RuleAction; readonly burst: RuleAction };

/** A shop with an own order of its affiliate, and three others on the same day: a burst that nobody looked at yet. */
async function sellOut({ own, burst }: Choices) {
  const shop = await makeSellingShop();
  for (const [kind, action] of [
    ["self-referral", own],
    ["burst", burst],
  ] as const) {
    const chosen = { kind, action, limits: kind === "burst" ? limits : {} };
    expect(await chooseFraudRule({ shop, actor, now }, chosen)).toBeNull();
  }
  const body = await sell(shop, { email: `${shop.affiliateId}@example.com`, createdAt: createdAt("08") });
  for (const hour of ["09", "10", "11"]) await sell(shop, { createdAt: createdAt(hour) });
  const [commission] = await commissionsOf(shop, body);
  const commissionId = commission?.commissionId ?? "";
  let minutes = 0;
  const after = () => new Date(now.getTime() + (minutes += 1) * 60_000);
  return {
    ...shop,
    body,
    /** The hourly job. */
    look: async () => {
      const at = after();
      await watchAffiliates(settlingOf(shop), at);
      await settleAccused(settlingOf(shop), at);
    },
    flags: async (kind: FlagKind) => {
      const all = await listFlags(db(), shop.shopId, { filter: { kind }, limit: 50, offset: 0 });
      return all.filter((one) => one.subjectKind === "order" && one.subjectId === String(body.id));
    },
    dismiss: async (kind: FlagKind) => {
      const all = await listFlags(db(), shop.shopId, { filter: { kind }, limit: 50, offset: 0 });
      const flag = all.find((one) => one.subjectKind === (kind === "burst" ? "affiliate" : "order"));
      const by = { actor, now: after() };
      const asked = { status: "dismissed", note: "" } as const;
      expect(await decideFlag({ shop: settlingOf(shop), ...by }, flag?.flagId ?? "", asked)).toMatchObject(
        asked,
      );
    },
    decide: async (kind: "held" | "reopened") => {
      const by = { actor, now: after() };
      return await decideCommission({ shop: settlingOf(shop), ...by }, commissionId, { kind, note: "" });
    },
    decision: async () => (await commissionsOf(shop, body))[0]?.decision,
    history: async () =>
      (await decisionsAbout(db(), shop.shopId, [commissionId])).map((one) => `${one.actorKind} ${one.kind}`),
    commissionId,
  };
}

async function expectProved(shop: SellingShop) {
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
}

describe("a flag that denies, of an order that another holds", () => {
  it("denies it, and keeps doing so when the hold is dismissed, until it is dismissed itself", async () => {
    const shop = await sellOut({ own: "hold", burst: "deny" });
    expect(await shop.decision()).toBe("held");
    await shop.look();
    expect(await shop.decision()).toBe("denied");
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    const [flag] = await shop.flags("burst");
    const decisions = await decisionsAbout(db(), shop.shopId, [shop.commissionId]);
    expect(decisions.at(-1)).toMatchObject({
      note: reasonAsText({ code: "fraud_rule", rule: { fraudRule: "burst" } }),
      details: { flagId: flag?.flagId },
    });
    const { commissionId } = shop;
    const told = await listAudit(db(), shop.shopId, { kind: "commission", id: commissionId });
    expect(told.map((one) => [one.action, one.details["before"]])).toContainEqual(["denied", "held"]);
    await expectProved(shop);

    await shop.dismiss("self-referral");
    expect(await shop.decision()).toBe("denied");
    await shop.dismiss("burst");
    expect(await shop.decision()).toBeNull();
    expect(await shop.history()).toEqual(["system held", "system denied", "staff reopened"]);
    expect(await currentBalance(shop)).toEqual({ pending: 4000n, payable: 0n });
    await shop.look();
    expect(await shop.decision()).toBeNull();
    await expectProved(shop);
    const replayed = await replayShop(shop.shopId, { schema: "replay_flags_of_one", keep: false, now });
    expect(replayed.differences).toEqual([]);
  });

  it("leaves it held where it is dismissed first", async () => {
    const shop = await sellOut({ own: "hold", burst: "deny" });
    await shop.look();
    await shop.dismiss("burst");
    expect(await shop.decision()).toBe("held");
    expect(await shop.history()).toEqual(["system held", "system denied", "staff reopened", "system held"]);
    expect(await currentBalance(shop)).toEqual({ pending: 4000n, payable: 0n });
    await shop.dismiss("self-referral");
    expect(await shop.decision()).toBeNull();
    await expectProved(shop);
  });

  it("denies it where the other flag held it first, once the hold is dismissed", async () => {
    const shop = await sellOut({ own: "hold", burst: "note" });
    const { shopId, affiliateId, body } = shop;
    const subject = { shopId, affiliateId, subjectKind: "order", subjectId: String(body.id) } as const;
    const finding = { kind: "ad-click", score: 70, evidence: { parameter: "gclid" } } as const;
    await insertFlags(db(), [openFlag({ ...subject, finding, action: "deny", now })]);
    await shop.dismiss("self-referral");
    expect(await shop.decision()).toBe("denied");
    expect(await shop.history()).toEqual(["system held", "system denied"]);
    expect(await currentBalance(shop)).toEqual({ pending: 3000n, payable: 0n });
    await expectProved(shop);
  });
});

describe("two flags that hold one order", () => {
  it("hold it until both are dismissed", async () => {
    const shop = await sellOut({ own: "hold", burst: "hold" });
    await shop.look();
    expect(await shop.flags("burst")).toHaveLength(1);
    await shop.dismiss("self-referral");
    expect(await shop.decision()).toBe("held");
    await shop.dismiss("burst");
    expect(await shop.decision()).toBeNull();
    expect(await shop.history()).toEqual(["system held", "staff unheld"]);
    await expectProved(shop);
  });
});

describe("a person's decision", () => {
  it("is not denied by a flag where they hold it", async () => {
    const shop = await sellOut({ own: "off", burst: "deny" });
    await shop.decide("held");
    await shop.look();
    expect(await shop.decision()).toBe("held");
    expect(await shop.flags("burst")).toEqual([]);
    await expectProved(shop);
  });

  it("outranks earlier flags when a later one is dismissed", async () => {
    const shop = await sellOut({ own: "deny", burst: "hold" });
    expect(await shop.decision()).toBe("denied");
    await shop.decide("reopened");
    await shop.look();
    expect(await shop.decision()).toBe("held");
    await shop.dismiss("burst");
    expect(await shop.decision()).toBeNull();
    await expectProved(shop);
  });
});
