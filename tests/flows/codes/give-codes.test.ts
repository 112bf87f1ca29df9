import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createStoreDiscount } from "#app/flows/codes/create-discount.ts";
import { giveCodes, giveCodesOf, giveToNewcomers } from "#app/flows/codes/give-codes.ts";
import { editDiscount } from "#app/flows/codes/edit-discount.ts";
import { removeDiscountCode } from "#app/flows/codes/discount-codes.ts";
import { db } from "#app/platform/db.server.ts";
import { listBatches } from "#app/store/discounts.ts";
import { affiliates, programMembers } from "#app/store/schema/affiliates.ts";
import { draft, idIn, openCodedShop } from "../../support/coded-shop.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

/** A discount of which whoever joins the shop's program gets a code. */
async function giving(template = "{FIRSTNAME}{PERCENT}") {
  const shop = await openCodedShop(platform, ["Ann"]);
  const wanted = { template, affiliateIds: shop.people };
  const id = idIn(await createStoreDiscount({ shop: shop.shop, ...shop.by }, { draft, wanted }));
  expect(await giveToNewcomers({ shop: shop.shop, ...shop.by }, id, shop.programId)).toBeNull();
  async function join(name: string, status: "active" | "invited" = "active") {
    const { affiliateId } = await addAffiliate(shop);
    await db().update(affiliates).set({ name, status }).where(eq(affiliates.affiliateId, affiliateId));
    await db()
      .update(programMembers)
      .set({ joinedAt: new Date(shop.by.now.getTime() + 1000) })
      .where(eq(programMembers.affiliateId, affiliateId));
    return affiliateId;
  }
  const give = () => giveCodesOf({ shopId: shop.shopId, discountId: id }, new Date());
  return { ...shop, id, join, give };
}

describe("codes for newcomers", () => {
  it("are made once for each who joins and is active, and for nobody who was there before", async () => {
    const shop = await giving();
    const [ben] = [await shop.join("Ben"), await shop.join("Cleo", "invited")];
    // Two processes look at once.
    const given = await Promise.all([shop.give(), shop.give()]);
    expect(given.toSorted()).toEqual([0, 1]);
    await shop.runBatches(shop.id);
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active", "BEN15 active"]);
    expect(await removeDiscountCode({ shop, ...shop.by }, { affiliateId: ben, code: "BEN15" })).toBeNull();
    await giveCodes(new Date());
    await shop.runBatches(shop.id);
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active"]);
    expect(await giveToNewcomers({ shop: shop.shop, ...shop.by }, shop.id, null)).toBeNull();
    await shop.join("Dora");
    expect(await shop.give()).toBe(0);
  });

  it("that the store refuses, or that cannot be named, are told of and not tried for ever", async () => {
    const shop = await giving("{FIRSTNAME}10");
    // WELCOME10 is a discount of the store's own.
    await shop.join("Welcome");
    expect(await shop.give()).toBe(1);
    await shop.runBatches(shop.id);
    expect(await shop.give()).toBe(0);
    const [batch] = await listBatches(db(), shop.shopId, shop.id);
    expect(batch?.codes).toMatchObject([{ code: "WELCOME10", state: "taken" }]);
  });

  it("are of a program of this shop, and of a discount that is there", async () => {
    const shop = await giving();
    const other = await giving();
    const set = (id: string, programId: string) =>
      giveToNewcomers({ shop: shop.shop, ...shop.by }, id, programId);
    expect(await set(shop.id, other.programId)).toMatchObject({ errors: [{ field: "programId" }] });
    expect(await set(other.id, shop.programId)).toMatchObject({ refused: "not-found" });
  });
});

describe("a discount that is edited", () => {
  const edit = {
    percent: "20",
    eachItem: false,
    minimum: "subtotal",
    minimumAmount: "30.00",
    lastDay: "2030-05-31",
    usageLimit: 7,
    oncePerCustomer: true,
    combinesWith: ["product", "shipping"],
  } as const;

  it("is written in the store first, keeps its codes and its kind, and loses omitted limits", async () => {
    const shop = await giving();
    expect(await editDiscount({ shop: shop.shop, ...shop.by }, shop.id, edit)).toBeNull();
    const theirs = () => shop.theirs.discounts.find((one) => String(one.id) === shop.id);
    expect(theirs()).toMatchObject({ percentageBps: 2000, usageLimit: 7, appliesOncePerCustomer: true });
    const combines = { orderDiscounts: false, productDiscounts: true, shippingDiscounts: true };
    expect(theirs()?.combinesWith).toEqual(combines);
    expect(await shop.discountRow(shop.id)).toMatchObject({
      details: { value: { percent: "20" }, minimum: { kind: "subtotal", amount: "30.00" }, usageLimit: 7 },
      notice: null,
    });
    expect((await shop.discountRow(shop.id))?.details.combinesWith).toEqual(["product", "shipping"]);
    const none = { minimum: "none", oncePerCustomer: false, combinesWith: [] } as const;
    const bare = { percent: "12.5", eachItem: false, ...none };
    expect(await editDiscount({ shop: shop.shop, ...shop.by }, shop.id, bare)).toBeNull();
    expect(theirs()).toMatchObject({ percentageBps: 1250, usageLimit: null, minimum: null, endsAt: null });
    expect(Object.values(theirs()?.combinesWith ?? {})).toEqual([false, false, false]);
    expect(await shop.codesIn(shop.id)).toEqual(["ANN15 active"]);
  });

  it("changes nothing where something is wrong, or where it is another shop's", async () => {
    const [shop, other] = [await giving(), await giving()];
    const before = await shop.discountRow(shop.id);
    const refused = async (more: object) =>
      (await editDiscount({ shop: shop.shop, ...shop.by }, shop.id, { ...edit, ...more }))?.errors[0]?.field;
    expect(await refused({ percent: "0" })).toBe("percent");
    expect(await refused({ minimumAmount: "x" })).toBe("minimumAmount");
    expect(await refused({ lastDay: "2020-01-01" })).toBe("lastDay");
    expect(await editDiscount({ shop: shop.shop, ...shop.by }, other.id, edit)).toMatchObject({
      refused: "not-found",
    });
    expect(await shop.discountRow(shop.id)).toEqual(before);
  });
});
