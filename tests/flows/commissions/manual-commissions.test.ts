import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { addCommission, newCommissionId } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, adjustCommission, newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { readCommission, readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { saveCustomTerms } from "#app/flows/programs/custom-terms.ts";
import { db } from "#app/platform/db.server.ts";
import { commissions } from "#app/store/schema/orders.ts";
import { accepted } from "../../support/accepted.ts";
import {
  commissionOf,
  decideAs,
  decidedAt,
  faultsOfBooks,
  muchLater,
  owedTo,
  posted,
  sell,
  type Merchant,
} from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { refundBody } from "../../support/order-bodies.ts";
import { whyOf } from "../../support/why.ts";

const by = (merchant: Merchant) => ({ actor: merchant.actor, now: decidedAt });

/** The refusal as field and message; otherwise nothing. */
function refusalOf(result: unknown): string | null {
  if (!isRefusal(result)) return null;
  return `${result.errors[0]?.field ?? ""}: ${whyOf(result)}`;
}

describe("M12: an adjustment", () => {
  it("is a posting of its own, with its note and who made it; below zero it takes", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const asked = { amount: "2.50", note: "For the delay" };
    expect(
      await adjustCommission({ shop: merchant.shop, ...by(merchant) }, commissionId, asked),
    ).toMatchObject({
      amount: { minor: 250n, currency: "USD" },
      note: "For the delay",
      by: merchant.actor.name,
      at: decidedAt,
    });
    const later = { ...by(merchant), now: new Date(decidedAt.getTime() + 1000) };
    await adjustCommission({ shop: merchant.shop, ...later }, commissionId, {
      amount: "-4.00",
      note: "Back",
    });
    expect(await posted(merchant)).toEqual([
      "earned expense 1000",
      "adjusted expense 250",
      "adjusted payable 400",
    ]);
    // Payable may fall below zero: then the affiliate owes (M1).
    expect(await owedTo(merchant)).toEqual([1000n, -150n]);
    const found = await readCommission(merchant.shopId, commissionId, decidedAt);
    if (isRefusal(found)) throw new Error(whyOf(found));
    expect(found.adjustments.map((one) => one.amount.minor)).toEqual([250n, -400n]);
    expect(found.postings.map((one) => one.code)).toEqual(["earned", "adjusted", "adjusted"]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("is not touched by what becomes of the commission", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    await adjustCommission({ shop: merchant.shop, ...by(merchant) }, commissionId, {
      amount: "2.50",
      note: "Thanks",
    });
    await decideAs(merchant, commissionId, "denied");
    expect(await owedTo(merchant)).toEqual([0n, 250n]);
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([0n, 250n]);
  });

  it("of a form that is posted twice, also at once, is posted once", async () => {
    const merchant = await makeMerchant();
    const asked = { amount: "5.00", note: "Bonus", adjustmentId: newAdjustmentId(decidedAt) };
    const adjust = () =>
      adjustAffiliate({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, asked);
    const [first, second, third] = [...(await Promise.all([adjust(), adjust()])), await adjust()];
    expect([isRefusal(first), isRefusal(second), isRefusal(third)]).toEqual([false, false, false]);
    expect(await posted(merchant)).toEqual(["adjusted expense 500"]);
    const other = { ...asked, amount: "6.00" };
    expect(
      refusalOf(await adjustAffiliate({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, other)),
    ).toBe(": form_used");
    expect(await owedTo(merchant)).toEqual([0n, 500n]);
  });

  it.each([
    ["0.00", "amount_zero"],
    ["1,50", "amount_of_currency"],
    ["1.505", "amount_of_currency"],
    ["10000000000.01", "amount_too_large"],
    ["-10000000000.01", "amount_too_large"],
  ])("of %s is refused", async (amount, message) => {
    const merchant = await makeMerchant();
    const asked = { amount, note: "x" };
    const result = await adjustAffiliate(
      { shop: merchant.shop, ...by(merchant) },
      merchant.affiliateId,
      asked,
    );
    expect(refusalOf(result)).toBe(`amount: ${message}`);
    expect(await posted(merchant)).toEqual([]);
  });

  it("of another shop's commission or affiliate is refused", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const asked = { amount: "5.00", note: "x" };
    for (const result of [
      await adjustCommission({ shop: other.shop, ...by(other) }, commissionId, asked),
      await adjustAffiliate({ shop: other.shop, ...by(other) }, merchant.affiliateId, asked),
    ]) {
      expect(isRefusal(result) && result.refused).toBe("not-found");
    }
  });
});

const asked = (merchant: Merchant) => ({
  affiliate: merchant.affiliateId as string,
  amount: "12.00",
  note: "From last year",
  approvalDays: 3,
});

async function added(merchant: Merchant, more: { order?: string } = {}) {
  const id = await addCommission({ shop: merchant.shop, ...by(merchant) }, { ...asked(merchant), ...more });
  if (isRefusal(id)) throw new Error(whyOf(id));
  return id;
}

describe("M12: a manual commission", () => {
  it("is pending, is listed without an order, and is approved when its approval period is over", async () => {
    const merchant = await makeMerchant();
    const id = await added(merchant);
    expect(await posted(merchant)).toEqual(["earned expense 1200"]);
    const asOf = { kind: "manual", status: "pending", page: 1, limit: 10 } as const;
    const { entries: listed } = accepted(await readCommissions(merchant.shopId, asOf, decidedAt));
    expect(listed).toMatchObject([{ id, order: null, reason: { code: "approval-running" } }]);
    await releaseCommissions(new Date(decidedAt.getTime() + 3 * 86_400_000 - 1));
    expect(await owedTo(merchant)).toEqual([1200n, 0n]);
    await releaseCommissions(new Date(decidedAt.getTime() + 3 * 86_400_000));
    expect(await owedTo(merchant)).toEqual([0n, 1200n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it.each([
    [undefined, 30],
    [0, 0],
  ])(
    "waits as long as the program's terms say, unless days are given: of %s it waits %s",
    async (approvalDays, days) => {
      const merchant = await makeMerchant();
      const id = await addCommission(
        { shop: merchant.shop, ...by(merchant) },
        { ...asked(merchant), approvalDays },
      );
      if (isRefusal(id)) throw new Error(whyOf(id));
      const end = decidedAt.getTime() + days * 86_400_000;
      await releaseCommissions(new Date(end - 1));
      expect(await owedTo(merchant)).toEqual([1200n, 0n]);
      await releaseCommissions(new Date(end));
      expect(await owedTo(merchant)).toEqual([0n, 1200n]);
      expect(await faultsOfBooks(merchant)).toEqual([]);
    },
  );

  it("waits as long as the affiliate's custom terms say, where they have some", async () => {
    const merchant = await makeMerchant();
    const { shop, programId, affiliateId } = merchant;
    const own = { programId, affiliateId, terms: { approvalDays: 7 } };
    expect(
      await saveCustomTerms({ shop: { ...shop, domain: merchant.domain }, ...by(merchant) }, own),
    ).toMatchObject({
      own: true,
    });
    const id = await addCommission(
      { shop, ...by(merchant) },
      { ...asked(merchant), approvalDays: undefined },
    );
    if (isRefusal(id)) throw new Error(whyOf(id));
    const end = decidedAt.getTime() + 7 * 86_400_000;
    await releaseCommissions(new Date(end - 1));
    expect(await owedTo(merchant)).toEqual([1200n, 0n]);
    await releaseCommissions(new Date(end));
    expect(await owedTo(merchant)).toEqual([0n, 1200n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("belongs to an order and is not touched by its refund, nor is the order's own commission by it", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant);
    const id = await added(merchant, { order: `#${orderId}` });
    await deliver(merchant, "refunds/create", refundBody(orderId, { amount: "100.00" }));
    await emptyInbox();
    expect(await posted(merchant)).toEqual([
      "earned expense 1000",
      "earned expense 1200",
      "reversed pending 1000",
    ]);
    const found = await readCommission(merchant.shopId, id, decidedAt);
    expect(found).toMatchObject({ status: "pending", order: { name: `#${orderId}` } });
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("can be denied, reopened, held and approved like any other", async () => {
    const merchant = await makeMerchant();
    const id = await added(merchant);
    expect(await decideAs(merchant, id, "denied")).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 0n]);
    expect(await decideAs(merchant, id, "reopened")).toBe("done");
    expect(await decideAs(merchant, id, "held")).toBe("done");
    await releaseCommissions(muchLater);
    expect(await owedTo(merchant)).toEqual([1200n, 0n]);
    expect(await decideAs(merchant, id, "approved")).toBe("done");
    expect(await owedTo(merchant)).toEqual([0n, 1200n]);
    expect(await decideAs(merchant, id, "denied", { now: muchLater })).toBe("done");
    expect(await decideAs(merchant, id, "reopened", { now: muchLater })).toBe("done");
    expect(await owedTo(merchant)).toEqual([1200n, 0n]);
    const [row] = await db()
      .select()
      .from(commissions)
      .where(and(eq(commissions.shopId, merchant.shopId), eq(commissions.commissionId, id)));
    expect(row?.approvesAt).toEqual(new Date(muchLater.getTime() + 3 * 86_400_000));
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("of a form that is posted twice, also at once, is there once", async () => {
    const merchant = await makeMerchant();
    const form = { ...asked(merchant), commissionId: newCommissionId(decidedAt) };
    const add = () => addCommission({ shop: merchant.shop, ...by(merchant) }, form);
    expect(await Promise.all([add(), add()])).toEqual([form.commissionId, form.commissionId]);
    expect(await posted(merchant)).toEqual(["earned expense 1200"]);
    const other = await addCommission({ shop: merchant.shop, ...by(merchant) }, { ...form, amount: "13.00" });
    expect(refusalOf(other)).toBe(": form_used");
  });

  it("names what is wrong at its field", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const wrong: [Partial<Parameters<typeof addCommission>[1]>, string][] = [
      [{ amount: "-1" }, "amount: must_be_positive"],
      [{ affiliate: other.affiliateId }, "affiliateId: not_found.affiliate"],
      [{ programId: other.programId }, "programId: not_their_program"],
      [{ order: "#404" }, "order: not_found.order"],
    ];
    for (const [part, refusal] of wrong) {
      const result = await addCommission(
        { shop: merchant.shop, ...by(merchant) },
        { ...asked(merchant), ...part },
      );
      expect(refusalOf(result)).toBe(refusal);
    }
    const named = {
      ...asked(merchant),
      affiliate: merchant.code.toLowerCase(),
      programId: merchant.programId,
    };
    expect(refusalOf(await addCommission({ shop: merchant.shop, ...by(merchant) }, named))).toBeNull();
    expect(await posted(merchant)).toHaveLength(1);
  });
});
