import { describe, expect, it } from "vitest";
import type { PayoutSectionId, ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { cancelSection } from "#app/flows/payouts/cancel-section.ts";
import { createPayout } from "#app/flows/payouts/create-payout.ts";
import { previewSection } from "#app/flows/payouts/preview-section.ts";
import { createApiKey } from "#app/flows/shops/api-keys.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { balancesOf, ledgerEntriesOf } from "#app/store/ledger.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { savePayoutLimit } from "#app/store/payout-settings.ts";
import { accepted } from "../../support/accepted.ts";
import { addPayees, givePayable, makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { approveSection, confirmSection, type SectionAsked, startSection } from "../../support/section.ts";

const paypal: SectionAsked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null };
const now = new Date("2026-03-10T12:00:00Z");

type Seen = { readonly count: number; readonly totalMinor: bigint };

async function seenOf(shopId: ShopId, asked = paypal): Promise<Seen> {
  const { totals } = accepted(await previewSection(shopId, asked, { page: 1, limit: 10 }, now));
  return { count: totals.count, totalMinor: totals.amountMinor };
}

type Shop = Awaited<ReturnType<typeof makePayingShop>>;

async function create(shop: Shop, seen?: Seen, asked = paypal) {
  const by = { actor: shop.ada, now };
  return await startSection(shop.shopId, asked, seen ?? (await seenOf(shop.shopId, asked)), by);
}

const paymentsOf = (shopId: ShopId, sectionId: PayoutSectionId) =>
  listPayments(db(), shopId, { filter: { sectionId }, limit: 250, offset: 0 });

async function moneyOf({ shopId, people }: Shop) {
  const balances = await balancesOf(db(), shopId, people);
  return people.map((one) => {
    const [of] = balances.get(one) ?? [];
    return [of?.payableMinor ?? 0n, of?.inTransitMinor ?? 0n];
  });
}

async function limit(shopId: ShopId, approvalMinor: bigint | null, minimumMinor = 0n) {
  await inTransaction((tx) => savePayoutLimit(tx, shopId, { currency: "USD", minimumMinor, approvalMinor }));
}

describe("planning a section", () => {
  it("starts a payment for each affiliate, and goes on to sending as it was confirmed (M16)", async () => {
    const shop = await makePayingShop([500n, 700n, 0n, -40n]);
    const sectionId = await create(shop);
    const section = await runPlan(shop.shopId, sectionId);
    expect(section).toMatchObject({ status: "sending", paymentCount: 2, totalMinor: 1200n, error: "" });
    expect(await moneyOf(shop)).toEqual(
      expect.arrayContaining([
        [0n, 500n],
        [0n, 700n],
        [0n, 0n],
        [-40n, 0n],
      ]),
    );
    const payments = await paymentsOf(shop.shopId, sectionId);
    expect(payments.map((one) => [one.status, one.revision, one.receiver])).toEqual([
      ["planned", 1, "m…@example.com"],
      ["planned", 1, "m…@example.com"],
    ]);
    const [payment] = payments;
    const posted = await ledgerEntriesOf(db(), shop.shopId, [payment?.paymentId ?? ""]);
    expect(posted.map((one) => [one.code, one.amountMinor])).toEqual([
      ["payout_started", payment?.amountMinor],
    ]);
  });

  it("changes nothing when a worker runs it again", async () => {
    const shop = await makePayingShop([500n]);
    const sectionId = await create(shop);
    await runPlan(shop.shopId, sectionId);
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ paymentCount: 1, totalMinor: 500n });
    expect(await paymentsOf(shop.shopId, sectionId)).toHaveLength(1);
  });

  it("asks again where it comes out otherwise than what was seen", async () => {
    const shop = await makePayingShop([500n, 700n]);
    const seen = await seenOf(shop.shopId);
    await givePayable(shop.shopId, shop.people[0] ?? shop.affiliateId, 1n);
    const sectionId = await create(shop, seen);
    const section = await runPlan(shop.shopId, sectionId);
    expect(section).toMatchObject({
      status: "planned",
      confirmedBy: null,
      expectedMinor: 1200n,
      totalMinor: 1201n,
    });
    const by = { actor: shop.ada, now };
    expect(await confirmSection(shop.shopId, sectionId, seen, by)).toMatchObject({ refused: "conflict" });
    expect(await confirmSection(shop.shopId, sectionId, { count: 2, totalMinor: 1201n }, by)).toBeNull();
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ status: "sending" });
    const again = await confirmSection(shop.shopId, sectionId, { count: 2, totalMinor: 1201n }, by);
    expect(again).toMatchObject({ refused: "conflict" });
  });

  it("pays only those who were chosen", async () => {
    const shop = await makePayingShop([500n, 700n, 900n]);
    const [, second] = shop.people;
    const asked = { ...paypal, chosen: second ? [second] : [] };
    const sectionId = await create(shop, undefined, asked);
    await runPlan(shop.shopId, sectionId);
    expect((await paymentsOf(shop.shopId, sectionId)).map((one) => one.affiliateId)).toEqual([second]);
  });

  it("leaves amounts that became available after the cutoff for the next payout", async () => {
    const shop = await makePayingShop([500n]);
    const [person = shop.affiliateId] = shop.people;
    await givePayable(shop.shopId, person, 70n, { at: new Date("2026-03-01T00:00:00Z") });
    await givePayable(shop.shopId, person, -20n, { at: new Date("2026-03-02T00:00:00Z") });
    const asked = { ...paypal, cutoffAt: new Date("2026-03-01T00:00:00Z") };
    const sectionId = await create(shop, undefined, asked);
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ totalMinor: 480n });
    expect(await moneyOf(shop)).toEqual([[70n, 480n]]);
  });

  it("pays by PayPal what PayPal pays of a currency, as the preview says", async () => {
    const shop = await makePayingShop([0n], { currency: "HUF" });
    const [one] = await addPayees(shop, [1_234n], { currency: "HUF" });
    await addPayees(shop, [99n], { currency: "HUF" });
    const asked = { ...paypal, currency: "HUF" };
    expect(await seenOf(shop.shopId, asked)).toEqual({ count: 1, totalMinor: 1_200n });
    const sectionId = await create(shop, undefined, asked);
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ paymentCount: 1, totalMinor: 1_200n });
    const [left] = (await balancesOf(db(), shop.shopId, one ? [one] : [])).values();
    expect(left).toMatchObject([{ payableMinor: 34n, inTransitMinor: 1_200n }]);
    const dinars = { ...paypal, currency: "BHD" };
    await addPayees(shop, [5_000n], { currency: "BHD" });
    const { totals } = accepted(await previewSection(shop.shopId, dinars, { page: 1, limit: 10 }, now));
    expect(totals).toMatchObject({
      count: 0,
      notPaid: [{ reason: "not_in_currency", count: 1, payableMinor: 5_000n }],
    });
  });

  it("pays nobody below the minimum, and keeps each currency by itself", async () => {
    const shop = await makePayingShop([500n, 700n]);
    await addPayees(shop, [900n], { currency: "EUR" });
    await limit(shop.shopId, null, 600n);
    const sectionId = await create(shop);
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ paymentCount: 1, totalMinor: 700n });
  });

  it("is refused where there is nobody to pay, and for a day that has not come", async () => {
    const shop = await makePayingShop([]);
    const by = { actor: shop.ada, now };
    const row = { shopId: shop.shopId, domain: shop.domain, scopes: "", currency: "USD" };
    const choice = { ...paypal, programId: null, minimum: null };
    const nobody = { key: "nobody", expected: [] };
    expect(await createPayout({ shop: row, ...by }, choice, nobody)).toMatchObject({
      refused: "not-possible",
    });
    const later = { ...choice, cutoffAt: new Date("2026-04-01T00:00:00Z") };
    const expected = [{ method: "paypal", currency: "USD", count: 1, totalMinor: 1n } as const];
    expect(await createPayout({ shop: row, ...by }, later, { key: "later", expected })).toMatchObject({
      errors: [{ field: "cutoff" }],
    });
  });
});

describe("approving a section", () => {
  it("takes a second member of staff above the limit", async () => {
    const shop = await makePayingShop([500n]);
    await limit(shop.shopId, 499n);
    const sectionId = await create(shop);
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ status: "planned", needsApproval: true });
    const key = { kind: "api-key", id: "key_1", name: "Books", email: null } as const;
    expect(await approveSection(shop.shopId, sectionId, { actor: key, now })).toMatchObject({
      refused: "forbidden",
    });
    const own = await approveSection(shop.shopId, sectionId, { actor: shop.ada, now });
    expect(own).toMatchObject({
      refused: "not-possible",
      reason: { code: "second_person_needed", what: "staff" },
    });
    expect(await approveSection(shop.shopId, sectionId, { actor: shop.bob, now })).toBeNull();
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({
      status: "sending",
      approvedBy: { name: "Bob Staff" },
    });
    const said = await listAudit(db(), shop.shopId, { kind: "payout_section", id: sectionId });
    expect(said.map((one) => one.action).toSorted()).toEqual(["approved", "created", "planned"]);
  });

  it("needs another person than the one whose API key confirmed it", async () => {
    const shop = await makePayingShop([500n]);
    await limit(shop.shopId, 499n);
    const made = await createApiKey({ shop, actor: shop.ada, now }, { name: "Books", scope: "write" });
    if (isRefusal(made)) throw new Error(made.reason.code);
    const key = { kind: "api-key", id: made.apiKeyId, name: "Books", email: null } as const;
    const by = { actor: key, now };
    const sectionId = await startSection(shop.shopId, paypal, await seenOf(shop.shopId), by);
    await runPlan(shop.shopId, sectionId);
    expect(await approveSection(shop.shopId, sectionId, { actor: shop.ada, now })).toMatchObject({
      refused: "not-possible",
      reason: { code: "second_person_needed", what: "api_key" },
    });
    expect(await approveSection(shop.shopId, sectionId, { actor: shop.bob, now })).toBeNull();
  });

  it("asks for a second confirmation though the limit is raised after the first one", async () => {
    const shop = await makePayingShop([500n]);
    await limit(shop.shopId, 499n);
    const sectionId = await create(shop);
    await runPlan(shop.shopId, sectionId);
    await limit(shop.shopId, null);
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ status: "planned", needsApproval: true });
    const again = { count: 1, totalMinor: 500n };
    expect(await confirmSection(shop.shopId, sectionId, again, { actor: shop.ada, now })).toMatchObject({
      refused: "conflict",
    });
    expect(await approveSection(shop.shopId, sectionId, { actor: shop.ada, now })).toMatchObject({
      refused: "not-possible",
    });
  });

  it("is not needed at the limit", async () => {
    const shop = await makePayingShop([500n]);
    await limit(shop.shopId, 500n);
    expect(await runPlan(shop.shopId, await create(shop))).toMatchObject({ status: "sending" });
  });
});

describe("cancelling a section", () => {
  it("returns the amounts to the balances, and frees the affiliates for another payout", async () => {
    const shop = await makePayingShop([500n, 700n]);
    await limit(shop.shopId, 0n);
    const sectionId = await create(shop);
    await runPlan(shop.shopId, sectionId);
    expect(await cancelSection({ shop, actor: shop.bob, now }, sectionId)).toBeNull();
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ status: "canceled" });
    expect(await moneyOf(shop)).toEqual(
      expect.arrayContaining([
        [500n, 0n],
        [700n, 0n],
      ]),
    );
    expect(await seenOf(shop.shopId)).toEqual({ count: 2, totalMinor: 1200n });
    expect(await cancelSection({ shop, actor: shop.bob, now }, sectionId)).toMatchObject({
      refused: "conflict",
    });
  });

  it("is refused once it is being sent", async () => {
    const shop = await makePayingShop([500n]);
    const sectionId = await create(shop);
    await runPlan(shop.shopId, sectionId);
    const refused = await cancelSection({ shop, actor: shop.ada, now }, sectionId);
    expect(refused).toMatchObject({ refused: "conflict" });
  });
});
