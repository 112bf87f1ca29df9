import { wordedDiscount } from "#app/http/code-batches.ts";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { dropDiscount, pauseDiscount, resumeDiscount } from "#app/flows/codes/change-discount.ts";
import { deleteCode, pauseCode, renameCode, resumeCode } from "#app/flows/codes/change-code.ts";
import { checkCodesOf, checkDiscount } from "#app/flows/codes/check-codes.ts";
import { addOneCode, findPlatformCode, removeOneCode } from "#app/flows/codes/platform-codes.ts";
import { updateDiscount } from "#app/gateways/shopify/change-discounts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { assignCode, codesByKey } from "#app/store/codes.ts";
import { ownersOfCodes } from "#app/store/evidence.ts";
import {
  deleteDiscount,
  renameCode as renameTheirs,
} from "../../../local-shopify/commerce/change-discount.ts";
import { cutOff, later, shopWithCodes } from "../../support/coded-shop.ts";
import { usePlatform } from "../../support/use-platform.ts";

/** The notice of a discount in a merchant's words. */
async function noticeOf(shop: CodedShop, discountId = shop.id): Promise<string | null | undefined> {
  const row = await shop.discountRow(discountId);
  return row && wordedDiscount(row).notice;
}

const platform = usePlatform();

describe("a code that is the only one of its discount", () => {
  it("is renamed, and both periods stay known", async () => {
    const shop = await shopWithCodes(platform, ["Ann"]);
    expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ann15"), "ANNA-20")).toBeNull();
    expect(shop.inStore()).toEqual(["ANNA-20"]);
    expect(await shop.codesIn(shop.id)).toEqual(["ANNA-20 active"]);
    const owners = await ownersOfCodes(db(), shop.shopId, ["ann15", "anna-20"]);
    // It ends when the store has answered that it has the new one instead.
    expect(owners.get("ann15")?.[0]?.endedAt?.getTime()).toBeGreaterThan(shop.by.now.getTime());
    expect(owners.get("anna-20")).toMatchObject([{ assignedAt: shop.by.now, endedAt: null }]);
    await shop.tell();
    expect(await shop.codesIn(shop.id)).toEqual(["ANNA-20 active"]);
    expect(await noticeOf(shop)).toBeNull();
  });

  it("is paused with its discount, and goes on up to the end that it had", async () => {
    const shop = await shopWithCodes(platform, ["Ann"], { lastDay: "2199-12-31" });
    expect(await pauseCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"))).toBeNull();
    expect(Date.parse(shop.found()?.endsAt ?? "")).toBeLessThanOrEqual(Date.now());
    await shop.tell();
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 paused"]);
    expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"), "OTHER")).toMatchObject({
      refused: "not-possible",
    });
    expect(await resumeCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"))).toBeNull();
    expect(shop.found()?.endsAt).toBe("2200-01-01T05:00:00Z");
    await shop.tell();
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active"]);
    expect(await noticeOf(shop)).toBeNull();
  });

  it("is deleted with its discount", async () => {
    const shop = await shopWithCodes(platform, ["Ann"]);
    expect(await deleteCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"))).toBeNull();
    expect(shop.found()).toBeUndefined();
    await shop.tell();
    expect(await shop.codesIn(shop.id)).toEqual([]);
    expect(await shop.discountRow(shop.id)).toMatchObject({ status: "deleted", notice: null });
  });
});

describe("a code among others", () => {
  it("is renamed, paused, resumed and deleted without touching the others", async () => {
    const shop = await shopWithCodes(platform, ["Ann", "Ben"]);
    expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(1, "BEN15"), "BENNY")).toBeNull();
    await expect.poll(() => shop.inStore()).toEqual(["ANN15", "BENNY"]);
    expect(await pauseCode({ shop: shop.shop, ...shop.by }, shop.named(1, "BENNY"))).toBeNull();
    await expect.poll(() => shop.inStore()).toEqual(["ANN15"]);
    await shop.tell();
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active", "BENNY paused"]);
    expect(await resumeCode({ shop: shop.shop, ...shop.by }, shop.named(1, "benny"))).toBeNull();
    await expect.poll(() => shop.inStore()).toEqual(["ANN15", "BENNY"]);
    expect(await deleteCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"))).toBeNull();
    await shop.tell();
    await expect.poll(() => shop.inStore()).toEqual(["BENNY"]);
    expect(await shop.codesIn(shop.id)).toEqual(["BENNY active"]);
    expect(await noticeOf(shop)).toBeNull();
  });

  it("cannot take a name that somebody has, nor one that no address carries", async () => {
    const shop = await shopWithCodes(platform, ["Ann", "Ben"]);
    const rename = async (to: string) =>
      (await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"), to))?.errors;
    for (const to of ["ben15", "WELCOME10", "a b", "", "é", "X".repeat(10_000), "ann15"]) {
      expect(await rename(to)).toMatchObject([{ field: "newCode" }]);
    }
    const ofBen = { ...shop.named(1, "ANN15") };
    expect(await pauseCode({ shop: shop.shop, ...shop.by }, ofBen)).toMatchObject({ refused: "not-found" });
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active", "BEN15 active"]);
  });
});

describe("a renaming that was cut off", () => {
  it("is finished by the next check where the store had both codes", async () => {
    const shop = await cutOff(platform, ["Ann", "Ben"]);
    expect(await addOneCode(shop.shop, shop.id, { code: "ANNA", field: "code" })).toBeNull();
    await checkCodesOf(shop.shop, new Date());
    // A renaming that may still run is left alone.
    expect(shop.inStore().toSorted()).toEqual(["ANN15", "ANNA", "BEN15"]);
    await checkCodesOf(shop.shop, later());
    // The platform deletes codes a little later than it was asked.
    expect((await shop.codesIn(shop.id)).toSorted()).toEqual(["ANN15 active", "ANNA active", "BEN15 active"]);
    expect(await noticeOf(shop)).toBeNull();
    await expect.poll(() => shop.inStore().toSorted()).toEqual(["ANNA", "BEN15"]);
    await checkCodesOf(shop.shop, later());
    expect((await shop.codesIn(shop.id)).toSorted()).toEqual(["ANNA active", "BEN15 active"]);
    expect(await noticeOf(shop)).toBeNull();
    const owners = await ownersOfCodes(db(), shop.shopId, ["ann15", "anna"]);
    expect(owners.get("ann15")?.[0]?.endedAt).not.toBeNull();
    expect(owners.get("anna")).toMatchObject([{ affiliateId: shop.people[0], endedAt: null }]);
  });

  it("is finished where only the books are behind, and never begun where the store has nothing of it", async () => {
    const [alone, untouched] = [await cutOff(platform, ["Ann"]), await cutOff(platform, ["Ann", "Ben"])];
    const renamed = { kind: "basic", input: { code: "ANNA" } } as const;
    expect(await updateDiscount(alone.domain, alone.id, renamed)).toEqual([]);
    for (const shop of [alone, untouched]) await checkCodesOf(shop.shop, later());
    expect(await alone.codesIn(alone.id)).toEqual(["ANNA active"]);
    expect(await untouched.codesIn(untouched.id)).toEqual(["ANN15 active", "BEN15 active"]);
  });

  it("goes on where a person asks for it again", async () => {
    const shop = await cutOff(platform, ["Ann", "Ben"]);
    expect(await addOneCode(shop.shop, shop.id, { code: "ANNA", field: "code" })).toBeNull();
    expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"), "ANNA")).toBeNull();
    await expect.poll(() => shop.inStore().toSorted()).toEqual(["ANNA", "BEN15"]);
  });

  it("is ended by asking again where the affiliate has both, whether or not the store has the former by now", async () => {
    const [both, gone] = [await cutOff(platform, ["Ann", "Ben"]), await cutOff(platform, ["Ann", "Ben"])];
    for (const shop of [both, gone]) await giveBeside(shop, "ANNA");
    expect(await removeTheirs(gone, "ANN15")).toBeNull();
    for (const shop of [both, gone]) {
      expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ann15"), "anna")).toBeNull();
      expect(shop.inStore().toSorted()).toEqual(["ANNA", "BEN15"]);
      expect((await shop.codesIn(shop.id)).toSorted()).toEqual(["ANNA active", "BEN15 active"]);
    }
  });

  it("is none where nobody asked before: who has two codes keeps both, and is told so", async () => {
    const shop = await shopWithCodes(platform, ["Ann", "Ben"]);
    await giveBeside(shop, "ANNA");
    expect(await renameCode({ shop: shop.shop, ...shop.by }, shop.named(0, "ANN15"), "ANNA")).toMatchObject({
      refused: "conflict",
      errors: [{ field: "newCode", reason: { code: "code_assigned" } }],
    });
    expect(shop.inStore().toSorted()).toEqual(["ANN15", "ANNA", "BEN15"]);
    expect(await shop.codesIn(shop.id)).toHaveLength(3);
  });
});

type CodedShop = Awaited<ReturnType<typeof shopWithCodes>>;

/** Gives Ann a further code of the discount, in the store and in the books. */
async function giveBeside({ shop, shopId, id, by, people, affiliateId }: CodedShop, code: string) {
  expect(await addOneCode(shop, id, { code, field: "code" })).toBeNull();
  const given = { shopId, affiliateId: people[0] ?? affiliateId, code, at: by.now, discountId: id };
  expect(await inTransaction((tx) => assignCode(tx, given))).toBe(true);
}

async function removeTheirs({ shop, shopId }: CodedShop, code: string) {
  const [row] = await codesByKey(db(), shopId, [code.toLowerCase()]);
  const theirs = row && (await findPlatformCode(shop, row));
  if (!theirs || isRefusal(theirs)) throw new Error("The store does not have the code.");
  return await removeOneCode(shop, theirs, code);
}

describe("a discount", () => {
  it("is paused, resumed and deleted with all of its codes", async () => {
    const shop = await shopWithCodes(platform, ["Ann", "Ben"]);
    expect(await pauseDiscount({ shop: shop.shop, ...shop.by }, shop.id)).toBeNull();
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 paused", "BEN15 paused"]);
    expect(await resumeDiscount({ shop: shop.shop, ...shop.by }, shop.id)).toBeNull();
    expect(shop.found()?.endsAt).toBeNull();
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active", "BEN15 active"]);
    expect(await dropDiscount({ shop: shop.shop, ...shop.by }, shop.id)).toBeNull();
    await shop.tell();
    expect(shop.found()).toBeUndefined();
    expect(await shop.codesIn(shop.id)).toEqual([]);
    // Its codes sell until the store has answered that they are gone.
    const [owner] = (await ownersOfCodes(db(), shop.shopId, ["ann15"])).get("ann15") ?? [];
    expect(owner?.endedAt?.getTime()).toBeGreaterThan(shop.by.now.getTime());
  });
});

describe("what the store's admin changes", () => {
  it("is noticed when a code gets another text, and when it comes back", async () => {
    const shop = await shopWithCodes(platform, ["Ann", "Ben"]);
    renameTheirs(platform.ctx, shop.domain, { discountId: Number(shop.id), from: "ANN15", to: "LEAKED" });
    await shop.tell();
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 missing", "BEN15 active"]);
    expect(await noticeOf(shop)).toBe(
      "Your store no longer has ANN15.\nNo affiliate has LEAKED. Assign it here or delete it in your store.",
    );
    renameTheirs(platform.ctx, shop.domain, { discountId: Number(shop.id), from: "LEAKED", to: "ANN15" });
    await shop.tell();
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active", "BEN15 active"]);
    expect(await noticeOf(shop)).toBeNull();
  });

  it("is noticed when a discount gives something else, until a person has looked", async () => {
    const shop = await shopWithCodes(platform, ["Ann"]);
    const theirs = shop.found();
    if (theirs) theirs.percentageBps = 5000;
    await checkCodesOf(shop.shop, new Date());
    await checkCodesOf(shop.shop, new Date());
    expect(await noticeOf(shop)).toBe("Edited in Shopify: now 50% off.");
    expect(await shop.discountRow(shop.id)).toMatchObject({
      details: { value: { percent: "50" } },
    });
    expect(await checkDiscount(shop.shop, shop.id, new Date())).toBeNull();
    expect(await noticeOf(shop)).toBeNull();
  });

  it("is noticed when a discount is combined with others, and told as that", async () => {
    const shop = await shopWithCodes(platform, ["Ann"]);
    const theirs = shop.found();
    if (theirs) theirs.combinesWith = { ...theirs.combinesWith, productDiscounts: true };
    await checkCodesOf(shop.shop, new Date());
    expect(await noticeOf(shop)).toBe("Edited in Shopify: combining with other discounts.");
    expect(await shop.discountRow(shop.id)).toMatchObject({
      details: { combinesWith: ["product"] },
    });
  });

  it("is noticed when a discount is deleted: by its webhook, or by the daily check", async () => {
    const [first, second] = [await shopWithCodes(platform, ["Ann"]), await shopWithCodes(platform, ["Ann"])];
    for (const shop of [first, second]) deleteDiscount(platform.ctx, shop.domain, Number(shop.id));
    await first.tell();
    second.takePost();
    await checkCodesOf(second.shop, new Date());
    for (const shop of [first, second]) {
      expect(await shop.discountRow(shop.id)).toMatchObject({ status: "deleted" });
      expect(await noticeOf(shop)).toMatch(/^Deleted in Shopify\./);
      expect(await shop.codesIn(shop.id)).toEqual(["ANN15 missing"]);
    }
  });

  it("finds a discount that was made and never written down", async () => {
    const shop = await shopWithCodes(platform, ["Ann"]);
    const theirs = shop.found();
    if (theirs) shop.theirs.discounts.push({ ...structuredClone(theirs), id: 4242, code: "ORPHAN" });
    await checkCodesOf(shop.shop, new Date());
    expect(await noticeOf(shop, "4242")).toMatch(/^No affiliate has ORPHAN/);
  });
});
