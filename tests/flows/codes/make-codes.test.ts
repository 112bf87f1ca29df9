import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { addDiscountCodes, createStoreDiscount, previewCodes } from "#app/flows/codes/create-discount.ts";
import { listBatches } from "#app/store/discounts.ts";
import { db } from "#app/platform/db.server.ts";
import { codesOf } from "../../../local-shopify/commerce/redeem-codes.ts";
import { draft, idIn, openCodedShop } from "../../support/coded-shop.ts";
import { orderRow, currentBalance } from "../../support/inbox.ts";
import { usePlatform } from "../../support/use-platform.ts";
import { reasonAsText } from "#app/domain/refusal.ts";

const platform = usePlatform();

describe("a discount with codes by a template", () => {
  it("has a code with every Latin letter of a name", async () => {
    const shop = await openCodedShop(platform, ["Łukasz Straße"]);
    const wanted = { template: "{NAME}{PERCENT}", affiliateIds: shop.people };
    const preview = await previewCodes(shop.shop, { draft, wanted }, shop.by.now);
    expect(preview).toMatchObject([{ code: "LUKASZSTRASSE15" }]);
  });

  it("is one in the store, with a code for each, and a shopper's lower case counts", async () => {
    const shop = await openCodedShop(platform, ["Zoë Núñez", "Ann Lee", "Ann Poe"]);
    const wanted = { template: "{FIRSTNAME}{PERCENT}", affiliateIds: shop.people };
    const preview = await previewCodes(shop.shop, { draft, wanted }, shop.by.now);
    expect(preview).toMatchObject([{ code: "ANN15" }, { code: "ANN152" }, { code: "ZOE15" }]);

    const discountId = idIn(await createStoreDiscount({ shop: shop.shop, ...shop.by }, { draft, wanted }));
    await shop.runBatches(discountId);
    expect(await shop.codesIn(discountId)).toEqual(["ANN15 active", "ANN152 active", "ZOE15 active"]);
    const made = shop.theirs.discounts.find((one) => String(one.id) === discountId);
    expect(made && codesOf(made).map((one) => one.code)).toEqual(["ANN15", "ANN152", "ZOE15"]);
    expect(made).toMatchObject({ percentageBps: 1500, title: "Affiliates: 15% off", kind: "percentage" });

    shop.takePost();
    const [variant = 0] = shop.sell("100.00");
    const order = shop.order([{ variantId: variant, quantity: 1 }], {
      discountCodes: ["zoe15"],
      landingSite: "/",
    });
    await shop.post();
    const [zoe] = shop.people;
    expect((await orderRow(shop, order.id)).affiliateId).toBe(zoe);
    expect((await currentBalance({ ...shop, affiliateId: zoe ?? shop.affiliateId })).pending).toBe(850n);
  });

  it("says of each code whether the store has it elsewhere, and goes on after a kill", async () => {
    const shop = await openCodedShop(platform, ["Welcome", "Cleo"]);
    const made = await createStoreDiscount(
      { shop: shop.shop, ...shop.by },
      { draft, wanted: { template: "FIRST{PERCENT}", affiliateIds: [shop.affiliateId] } },
    );
    const discountId = idIn(made);
    // WELCOME10 is a discount of the store's own.
    const wanted = { template: "{FIRSTNAME}10", affiliateIds: shop.people };
    expect(isRefusal(await addDiscountCodes({ shop: shop.shop, ...shop.by }, discountId, wanted))).toBe(
      false,
    );
    const theirs = shop.theirs.discounts.find((one) => String(one.id) === discountId);
    // As if a run before had made the code and died before it wrote it down.
    const before = [
      { id: 1, code: "FIRST15", usageCount: 0 },
      { id: 2, code: "CLEO10", usageCount: 0 },
    ];
    if (theirs) theirs.codes = before;
    await shop.runBatches(discountId);
    const [batch] = await listBatches(db(), shop.shopId, discountId);
    expect(batch).toMatchObject({
      status: "done",
      codes: [
        { code: "CLEO10", state: "made" },
        {
          code: "WELCOME10",
          state: "taken",
          message: reasonAsText({ code: "code_exists_in_store" }),
        },
      ],
    });
    expect(await shop.codesIn(discountId)).toEqual(["CLEO10 active", "FIRST15 active"]);
  });

  it("has what the person asked for: free shipping from a subtotal, an amount off collections", async () => {
    const shop = await openCodedShop(platform, ["Dee"]);
    const wanted = { template: "{NAME}SHIP", affiliateIds: shop.people };
    const shipping = { ...draft, kind: "free-shipping", minimum: "subtotal", minimumAmount: "50" } as const;
    const first = idIn(
      await createStoreDiscount({ shop: shop.shop, ...shop.by }, { draft: shipping, wanted }),
    );
    const [collection] = shop.theirs.collections ?? [];
    const amount = {
      ...draft,
      kind: "amount",
      amount: "5",
      eachItem: true,
      scope: "collections",
      itemIds: [String(collection?.id)],
      usageLimit: 3,
      lastDay: "2199-12-31",
      combinesWith: ["shipping"],
    } as const;
    const second = idIn(
      await createStoreDiscount(
        { shop: shop.shop, ...shop.by },
        { draft: amount, wanted: { ...wanted, template: "{NAME}{AMOUNT}" } },
      ),
    );
    const theirs = (id: string) => shop.theirs.discounts.find((one) => String(one.id) === id);
    expect(theirs(first)).toMatchObject({
      kind: "free_shipping",
      minimum: { subtotal: "50.00" },
      code: "DEESHIP",
    });
    expect(theirs(second)).toMatchObject({
      kind: "fixed_amount",
      amount: "5.00",
      appliesOnEachItem: true,
      collectionIds: [collection?.id],
      code: "DEE5",
      usageLimit: 3,
      endsAt: "2200-01-01T05:00:00Z",
      combinesWith: { orderDiscounts: false, productDiscounts: false, shippingDiscounts: true },
    });
    expect((await shop.discountRow(second))?.details).toMatchObject({
      value: { kind: "amount", amount: "5.00", eachItem: true },
    });
  });

  it("is refused at the field that is wrong, and nothing is made", async () => {
    const shop = await openCodedShop(platform, ["Eve"]);
    const before = shop.theirs.discounts.length;
    const fieldOf = async (change: object, template = "{NAME}{RANDOM4}", affiliateIds = shop.people) => {
      const result = await createStoreDiscount(
        { shop: shop.shop, ...shop.by },
        { draft: { ...draft, ...change }, wanted: { template, affiliateIds } },
      );
      return isRefusal(result) ? result.errors[0]?.field : result;
    };
    for (const percent of ["0", "101", "-5", "1e9", "12.345", ""]) {
      expect(await fieldOf({ percent })).toBe("percent");
    }
    expect(await fieldOf({ kind: "amount", amount: "5.001" })).toBe("amount");
    expect(await fieldOf({ scope: "products", itemIds: ["999999999999"] })).toBe("itemIds");
    expect(await fieldOf({ firstDay: "2199-02-02", lastDay: "2199-01-01" })).toBe("lastDay");
    expect(await fieldOf({}, "SAVE '10'")).toBe("template");
    expect(await fieldOf({}, "{NOBODY}")).toBe("template");
    expect(await fieldOf({}, "  ")).toBe("template");
    expect(await fieldOf({}, "🎁{PERCENT}")).toBe("template");
    expect(await fieldOf({}, "welcome10")).toBe("template");
    expect(await fieldOf({}, "X{PERCENT}", [])).toBe("affiliateIds");
    // All that is wrong is told at once.
    const wanted = { template: "{AMOUNT}", affiliateIds: [] };
    const wrong = await createStoreDiscount(
      { shop: shop.shop, ...shop.by },
      { draft: { ...draft, percent: "0" }, wanted },
    );
    const fields = isRefusal(wrong) ? wrong.errors.map((one) => one.field) : [];
    expect(fields).toEqual(["percent", "template", "affiliateIds"]);
    expect(shop.theirs.discounts.length).toBe(before);

    const good = { draft, wanted: { template: "{NAME}{RANDOM4}", affiliateIds: shop.people } };
    const added = await addDiscountCodes(
      { shop: shop.shop, ...shop.by },
      idIn(await createStoreDiscount({ shop: shop.shop, ...shop.by }, good)),
      wanted,
    );
    expect(isRefusal(added) && added.errors.map((one) => one.field)).toEqual(["template", "affiliateIds"]);
  });
});
