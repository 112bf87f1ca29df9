import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { deleteCode, pauseCode, resumeCode } from "#app/flows/codes/change-code.ts";
import { dropDiscount, pauseDiscount } from "#app/flows/codes/change-discount.ts";
import { assignDiscountCode, removeDiscountCode } from "#app/flows/codes/discount-codes.ts";
import { endDueCodes } from "#app/flows/codes/end-codes.ts";
import { db } from "#app/platform/db.server.ts";
import { ownersOfCodes } from "#app/store/evidence.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { programs } from "#app/store/schema/programs.ts";
import { shopWithCodes } from "../../support/coded-shop.ts";
import { dropEmailsOf, emailsOf } from "../../support/emails.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();
const dayMs = 86_400_000;

async function promisedCodes(names: string[]) {
  const shop = await shopWithCodes(platform, names);
  await db().update(programs).set({ noticeDays: 14 }).where(eq(programs.shopId, shop.shopId));
  await dropEmailsOf(shop.shopId);
  const endsAt = new Date(shop.by.now.getTime() + 14 * dayMs);
  const row = async () => {
    const rows = await db().select().from(affiliateCodes).where(eq(affiliateCodes.shopId, shop.shopId));
    return rows.find((one) => one.codeKey === "ann15");
  };
  const letters = async () => (await emailsOf(shop.shopId)).map(({ subject, text }) => `${subject}\n${text}`);
  /** As if the notice period were over. */
  const passNotice = async () => {
    const past = new Date(shop.by.now.getTime() - 1000);
    await db()
      .update(affiliateCodes)
      .set({ endsAt: past, assignedAt: new Date(past.getTime() - dayMs) })
      .where(eq(affiliateCodes.shopId, shop.shopId));
    return past;
  };
  return { ...shop, endsAt, row, letters, passNotice };
}

it("goes on until the notice period ends when it is paused, and is paused then", async () => {
  const shop = await promisedCodes(["Ann"]);
  expect(await pauseCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"))).toBeNull();
  expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active"]);
  expect(shop.inStore()).toEqual(["ANN15"]);
  expect(await shop.row()).toMatchObject({ endsHow: "paused", endsAt: shop.endsAt, endedAt: null });
  const [letter = ""] = await shop.letters();
  expect(letter).toContain("Your discount code ANN15 at");
  expect(letter).toContain("no longer count for you");
  await endDueCodes(shop.by.now);
  expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active"]);
  await shop.passNotice();
  await endDueCodes(shop.by.now);
  expect(await shop.codesIn(shop.id)).toEqual(["ANN15 paused"]);
  expect(await shop.row()).toMatchObject({ endsHow: null, endsAt: null });
  expect(await shop.letters()).toHaveLength(1);
});

it("stays when the end is withdrawn", async () => {
  const shop = await promisedCodes(["Ann"]);
  await deleteCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"));
  await dropEmailsOf(shop.shopId);
  expect(await resumeCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"))).toBeNull();
  expect(await shop.row()).toMatchObject({ endsHow: null, endsAt: null, status: "active" });
  expect(await shop.letters()).toEqual([expect.stringContaining("decided to keep it.")]);
});

it("is deleted when the notice period is over", async () => {
  const shop = await promisedCodes(["Ann"]);
  await deleteCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"));
  expect(shop.inStore()).toEqual(["ANN15"]);
  await shop.passNotice();
  await endDueCodes(shop.by.now);
  expect(shop.found()).toBeUndefined();
  expect(await shop.codesIn(shop.id)).toEqual([]);
});

it("ends at once for a reason, which the affiliate is told", async () => {
  const shop = await promisedCodes(["Ann"]);
  const reason = "leaked-code";
  expect(await pauseCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"), { reason })).toBeNull();
  expect(await shop.codesIn(shop.id)).toEqual(["ANN15 paused"]);
  expect(await shop.letters()).toEqual([expect.stringContaining("Reason: a leaked code.")]);
});

it("counts for its affiliate until a removal takes effect, and for nobody then, before any job ran", async () => {
  const shop = await promisedCodes(["Ann"]);
  expect(await removeDiscountCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"))).toBeNull();
  const ownerUntil = async () =>
    (await ownersOfCodes(db(), shop.shopId, ["ann15"])).get("ann15")?.[0]?.endedAt;
  expect(await ownerUntil()).toEqual(shop.endsAt);
  expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active"]);
  const past = await shop.passNotice();
  expect(await ownerUntil()).toEqual(past);
  expect(await shop.codesIn(shop.id)).toEqual([]);
  const { affiliateId } = shop.named(0, "ANN15");
  expect(await assignDiscountCode({ shop: shop.shop, ...shop.by }, affiliateId, "ANN15")).toBeNull();
  const owners = (await ownersOfCodes(db(), shop.shopId, ["ann15"])).get("ann15");
  expect(owners).toMatchObject([{ endedAt: past }, { assignedAt: shop.by.now, endedAt: null }]);
});

it("keeps a discount with promised codes from ending without a reason", async () => {
  const shop = await promisedCodes(["Ann", "Ben"]);
  const refused = await pauseDiscount({ shop: shop.shop, ...shop.by }, shop.id);
  expect(refused).toMatchObject({ refused: "not-possible", errors: [{ field: "reason" }] });
  expect(isRefusal(await dropDiscount({ shop: shop.shop, ...shop.by }, shop.id))).toBe(true);
  expect(await pauseDiscount({ shop: shop.shop, ...shop.by }, shop.id, "legal")).toBeNull();
  expect(await shop.codesIn(shop.id)).toEqual(["ANN15 paused", "BEN15 paused"]);
  expect(await shop.letters()).toEqual([
    expect.stringContaining("Reason: legal reasons."),
    expect.stringContaining("Reason: legal reasons."),
  ]);
});
