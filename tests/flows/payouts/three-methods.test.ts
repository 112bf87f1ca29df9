import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { PayoutSectionId, ProgramId } from "#app/domain/ids.ts";
import { storeCreditScopes } from "#app/domain/payouts/method.ts";
import { type PayoutChoice, previewPayout } from "#app/flows/payouts/preview-section.ts";
import { createFile } from "#app/flows/payouts/bank-files.ts";
import { cancelSection, cancelPayout } from "#app/flows/payouts/cancel-section.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { confirmPayout } from "#app/flows/payouts/confirm-section.ts";
import { createPayout, sectionsOfPreview } from "#app/flows/payouts/create-payout.ts";
import { freezeSection } from "#app/flows/payouts/freeze-section.ts";
import { readPayoutDetail } from "#app/flows/payouts/read-payouts.ts";
import { runSchedule } from "#app/flows/payouts/run-schedule.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import * as database from "#app/platform/db.server.ts";
import { db } from "#app/platform/db.server.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { listPayouts } from "#app/store/payouts.ts";
import { shops } from "#app/store/schema/shops.ts";
import { findShop } from "#app/store/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { giveDetails, givePayable, makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { giveAll, makePayees, tester } from "../../support/planned-payouts.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

const now = new Date("2026-03-10T12:00:00Z");
const everyone: PayoutChoice = {
  method: null,
  currency: null,
  cutoffAt: null,
  chosen: null,
  programId: null,
  minimum: null,
};

const paypal = { kind: "paypal", email: "ann@example.com" } as const;
const bankAccount = {
  kind: "us",
  holder: "Ann Other",
  country: "US",
  currency: "USD",
  routingNumber: "021000021",
  accountNumber: "000123456789",
  accountType: "checking",
} as const;

/** A shop that owes one affiliate by each method, 32.25, 7.56 and 8.40, and one without payout details. */
async function owing({ mayGiveCredit = true } = {}) {
  const shop = await makePayingShop([3225n]);
  const scopes = mayGiveCredit ? storeCreditScopes.join(",") : "";
  await db().update(shops).set({ scopes }).where(eq(shops.shopId, shop.shopId));
  const give = async (method: "bank" | "store_credit" | null, minor: bigint) => {
    const { affiliateId } = await addAffiliate(shop);
    if (method) await giveDetails(shop.shopId, affiliateId, method);
    await givePayable(shop.shopId, affiliateId, minor);
    return affiliateId;
  };
  const bank = await give("bank", 756n);
  const credit = await give("store_credit", 840n);
  const without = await give(null, 100n);
  const row = await findShop(db(), shop.shopId);
  if (!row) throw new Error("The shop is not there.");
  return { ...shop, row, bank, credit, without };
}

type Owing = Awaited<ReturnType<typeof owing>>;

async function pay({ row, ada }: Pick<Owing, "row" | "ada">, key: string, choice = everyone) {
  const preview = accepted(await previewPayout(row, choice, { page: 1, limit: 10 }, now));
  const expected = sectionsOfPreview(preview);
  const payoutId = accepted(await createPayout({ shop: row, actor: ada, now }, choice, { key, expected }));
  const detail = await readPayoutDetail(row.shopId, payoutId);
  if (!detail) throw new Error("The payout is not there.");
  return {
    payoutId,
    expected,
    sections: detail.payout.sections.map(({ id, method }) => ({ sectionId: id, method })),
  };
}

const statesOf = async ({ shopId }: Pick<Owing, "shopId">, payoutId: string) =>
  Object.fromEntries(
    ((await readPayoutDetail(shopId, payoutId))?.payout.sections ?? []).map(({ method, state }) => [
      method,
      state,
    ]),
  );

describe("one payout of three methods", () => {
  it("has a section for each, and sends none before all are prepared", async () => {
    const shop = await owing();
    const { payoutId, sections } = await pay(shop, "three");
    expect(sections.map((one) => one.method).toSorted()).toEqual(["bank", "paypal", "store_credit"]);
    const [first, second, third] = sections.map((one) => one.sectionId);
    expect(await runPlan(shop.shopId, first ?? "")).toMatchObject({ status: "planned" });
    expect(await runPlan(shop.shopId, second ?? "")).toMatchObject({ status: "planned" });
    expect(new Set(Object.values(await statesOf(shop, payoutId)))).toEqual(new Set(["preparing"]));
    expect(await runPlan(shop.shopId, third ?? "")).toMatchObject({ status: "sending" });
    for (const { sectionId } of sections) {
      expect(await runPlan(shop.shopId, sectionId)).toMatchObject({ status: "sending", paymentCount: 1 });
    }
    expect((await readPayoutDetail(shop.shopId, payoutId))?.payout.skipped).toEqual([
      {
        reason: "no_details",
        count: 1,
        available: { minor: 100n, currency: "USD" },
      },
    ]);
  });

  it("waits as a whole where one section came out otherwise, until all of it is confirmed", async () => {
    const shop = await owing();
    const { payoutId, sections } = await pay(shop, "changed");
    await givePayable(shop.shopId, shop.bank, 44n);
    for (const { sectionId } of sections) await runPlan(shop.shopId, sectionId);
    expect(new Set(Object.values(await statesOf(shop, payoutId)))).toEqual(new Set(["needs_attention"]));
    const detail = await readPayoutDetail(shop.shopId, payoutId);
    const seen = (detail?.payout.sections ?? []).map(({ method, currency, planned }) => ({
      method,
      currency,
      count: planned.count,
      totalMinor: planned.total.minor,
    }));
    const by = { actor: shop.ada, now };
    expect(await confirmPayout({ shop, ...by }, payoutId, seen.slice(1))).toMatchObject({
      reason: { code: "amounts_changed" },
    });
    expect(await confirmPayout({ shop, ...by }, payoutId, seen)).toBeNull();
    expect(new Set(Object.values(await statesOf(shop, payoutId)))).not.toContain("needs_attention");
  });

  it("answers the same payout to the same confirmation, and refuses its key for another", async () => {
    const shop = await owing();
    const { payoutId, expected } = await pay(shop, "key");
    const by = { actor: shop.ada, now };
    expect(await createPayout({ shop: shop.row, ...by }, everyone, { key: "key", expected })).toBe(payoutId);
    const other = { ...everyone, method: "bank" as const };
    expect(await createPayout({ shop: shop.row, ...by }, other, { key: "key", expected })).toMatchObject({
      refused: "conflict",
    });
    expect(await listPayouts(db(), shop.shopId, { filter: {}, limit: 10, offset: 0 })).toHaveLength(1);
  });

  it("goes on without a section that is canceled, once", async () => {
    const shop = await owing();
    const { payoutId, sections } = await pay(shop, "cancel");
    const bank = sections.find((one) => one.method === "bank")?.sectionId ?? "";
    const by = { actor: shop.bob, now };
    expect(await cancelSection({ shop, ...by }, bank)).toBeNull();
    expect(await cancelSection({ shop, ...by }, bank)).toMatchObject({ refused: "conflict" });
    for (const { sectionId } of sections) await runPlan(shop.shopId, sectionId);
    expect(await statesOf(shop, payoutId)).toMatchObject({ bank: "canceled", paypal: "preparing" });
  });

  it("cancels the sections that nobody has, and keeps one whose file was downloaded", async () => {
    const shop = await makePayees(2, (index) => (index === 0 ? paypal : bankAccount));
    const [one, other] = shop.payees;
    if (!one || !other) throw new Error("Nobody is there.");
    const payments = [
      { payee: one, amountMinor: 3225n },
      { payee: other, amountMinor: 756n },
    ];
    await giveAll(shop, payments, now);
    const row = await findShop(db(), shop.shopId);
    if (!row) throw new Error("The shop is not there.");
    const { payoutId, sections } = await pay({ row, ada: tester }, "unsent");
    for (const { sectionId } of sections) await runPlan(shop.shopId, sectionId);
    for (const { sectionId } of sections) await freezeSection(shop.shopId, sectionId, () => now);
    const bank = sections.find(({ method }) => method === "bank")?.sectionId ?? ("" as PayoutSectionId);
    const [file] = await requestsOfSection(db(), shop.shopId, { sectionId: bank, after: 0, limit: 1 });
    const by = { actor: tester, now };
    const download = { requestId: file?.requestId ?? "", columns: "generic" as const };
    expect(await createFile({ shop, ...by }, download)).toBeNull();
    expect(await cancelPayout({ shop, ...by }, payoutId)).toBeNull();
    expect(await statesOf(shop, payoutId)).toEqual({ bank: "sent", paypal: "canceled" });
    expect(await cancelPayout({ shop, ...by }, payoutId)).toMatchObject({ refused: "conflict" });
    const again = accepted(await previewPayout(row, everyone, { page: 1, limit: 10 }, now));
    expect(sectionsOfPreview(again)).toEqual([
      { method: "paypal", currency: "USD", count: 1, totalMinor: 3225n },
    ]);
  });

  it("needs a second confirmation where its methods together are above the limit", async () => {
    const shop = await owing();
    const limits = [{ currency: "USD", minimumMinor: 0n, approvalMinor: 4000n }];
    const settings = { ...usualSettings, limits };
    await changePayoutSettings({ shop: shop.row, actor: shop.ada, now }, settings);
    const { payoutId, sections } = await pay(shop, "limit");
    for (const { sectionId } of sections) await runPlan(shop.shopId, sectionId);
    expect(new Set(Object.values(await statesOf(shop, payoutId)))).toEqual(
      new Set(["needs_second_confirmation"]),
    );
  });
});

describe("a payout that cannot pay everybody", () => {
  it("names store credit that was not allowed before it is confirmed", async () => {
    const shop = await owing({ mayGiveCredit: false });
    const preview = accepted(await previewPayout(shop.row, everyone, { page: 1, limit: 10 }, now));
    expect(preview.currencies[0]?.sections.map((one) => one.method)).toEqual(["paypal", "bank"]);
    expect(preview.fixable.map((one) => [one.payee.affiliateId, one.pay])).toEqual([
      [shop.without, "no_details"],
    ]);
    const show = { page: 1, limit: 10, show: "payable" } as const;
    const { rows } = accepted(await previewPayout(shop.row, everyone, show, now));
    const payable = rows.map((one) => [
      one.payee.affiliateId,
      typeof one.pay === "string" ? one.pay : "paid",
    ]);
    expect(payable).toContainEqual([shop.credit, "credit_not_allowed"]);
    expect(payable.filter(([, outcome]) => outcome === "paid")).toHaveLength(2);
    expect(payable).toHaveLength(3);
    const { payoutId, sections } = await pay(shop, "no credit");
    for (const { sectionId } of sections) await runPlan(shop.shopId, sectionId);
    const detail = await readPayoutDetail(shop.shopId, payoutId);
    expect(detail?.payout.skipped.map((one) => [one.reason, one.count])).toEqual([
      ["no_details", 1],
      ["credit_not_allowed", 1],
    ]);
  });

  it("pays only members of a program, and nobody below its own minimum", async () => {
    const shop = await owing();
    const none = { ...everyone, programId: "prg_00000000000000000000000000" as ProgramId };
    const empty = accepted(await previewPayout(shop.row, none, { page: 1, limit: 10 }, now));
    expect(empty.currencies[0]?.sections).toEqual([]);
    const high = { ...everyone, minimum: { minor: 1000n, currency: "USD" } };
    const preview = accepted(await previewPayout(shop.row, high, { page: 1, limit: 10 }, now));
    expect(preview.currencies[0]?.sections.map((one) => one.method)).toEqual(["paypal"]);
    expect(preview.currencies[0]?.notPaid).toEqual(
      expect.arrayContaining([{ reason: "below_minimum", count: 2, payableMinor: 1596n }]),
    );
  });

  it("of a schedule skips whom it cannot pay, and puts them on the to-do list", async () => {
    const shop = await owing({ mayGiveCredit: false });
    const settings = { ...usualSettings, schedule: "monthly" as const, sendsByItself: true, limits: [] };
    await changePayoutSettings({ shop: shop.row, actor: shop.ada, now }, settings);
    const april = new Date("2026-04-03T12:00:00Z");
    await runSchedule(shop.shopId, april);
    const [payout] = await listPayouts(db(), shop.shopId, { filter: {}, limit: 10, offset: 0 });
    const detail = await readPayoutDetail(shop.shopId, payout?.payoutId ?? "");
    expect(detail?.payout.sections.map(({ method }) => method).toSorted()).toEqual(["bank", "paypal"]);
    for (const { id } of detail?.payout.sections ?? []) await runPlan(shop.shopId, id);
    const toDo = accepted(await readToDo(shop.shopId, now));
    expect(toDo.skipped).toEqual({
      payoutId: payout?.payoutId,
      count: 2,
      reasons: [
        { reason: "credit_not_allowed", count: 1 },
        { reason: "no_details", count: 1 },
      ],
    });
  });

  it("of a schedule keeps whom it skipped where nobody could be paid", async () => {
    const shop = await makePayingShop([]);
    const { affiliateId } = await addAffiliate(shop);
    await givePayable(shop.shopId, affiliateId, 500n);
    const row = await findShop(db(), shop.shopId);
    if (!row) throw new Error("The shop is not there.");
    const settings = { ...usualSettings, schedule: "monthly" as const, sendsByItself: true, limits: [] };
    await changePayoutSettings({ shop: row, actor: shop.ada, now }, settings);
    const snapshots = vi.spyOn(database, "inSnapshotWithin");
    await runSchedule(shop.shopId, new Date("2026-04-03T12:00:00Z"));
    // Only the preview reads on a connection of its own; skipped affiliates are read in the payout's transaction.
    expect(snapshots).toHaveBeenCalledTimes(1);
    snapshots.mockRestore();
    expect(accepted(await readToDo(shop.shopId, now)).skipped).toMatchObject({ count: 1 });
  });
});
