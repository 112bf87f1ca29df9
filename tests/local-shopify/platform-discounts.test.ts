import { expect, test } from "vitest";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { codesOf } from "../../local-shopify/commerce/redeem-codes.ts";
import type { Discount } from "../../local-shopify/commerce/types.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import { askAdmin, demoShop, dig, installWithToken, shopOf, startPlatform } from "./platform-setup.ts";

const createShipping = `mutation ($input: DiscountCodeFreeShippingInput!) {
  discountCodeFreeShippingCreate(freeShippingCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`;
const createBasic = `mutation ($input: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`;
const addCodes = `mutation ($id: ID!, $codes: [DiscountRedeemCodeInput!]!) {
  discountRedeemCodeBulkAdd(discountId: $id, codes: $codes) {
    bulkCreation { id done } userErrors { field message code } } }`;
const creation = `query ($id: ID!) { discountRedeemCodeBulkCreation(id: $id) {
  done importedCount failedCount codes(first: 10) { nodes { code errors { code } } } } }`;
const creationErrors = `query ($id: ID!) { discountRedeemCodeBulkCreation(id: $id) {
  codes(first: 10) { nodes { code errors { field message code extraInfo } } } } }`;
const updateBasic = `mutation ($id: ID!, $input: DiscountCodeBasicInput!) {
  discountCodeBasicUpdate(id: $id, basicCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`;
const removeCodes = `mutation ($id: ID!, $ids: [ID!]) {
  discountCodeRedeemCodeBulkDelete(discountId: $id, ids: $ids) {
    job { id } userErrors { field message code } } }`;

async function openPlatform() {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const ask = async (document: string, variables: Record<string, unknown>) =>
    (await askAdmin(platform, token, document, variables)).body;
  return { platform, shop: shopOf(platform), ask };
}

const later = () => new Promise((resolve) => setTimeout(resolve, 200));
const basic = (change: object) => ({
  title: "T",
  code: "FIRST",
  startsAt: "2026-01-01T00:00:00Z",
  context: { all: "ALL" },
  customerGets: { value: { percentage: 0.1 }, items: { all: true } },
  ...change,
});

/** The checkout's answer to a shopper who enters the code. */
function refusal(platform: LocalShopify, code: string, quantity = 1): string | null {
  const variant = shopOf(platform).products.find((one) => !one.giftCard)?.variants[0];
  try {
    const lines = [{ variantId: variant?.id ?? 0, quantity }];
    placeOrder(platform.ctx, demoShop, { lines, customer: null, discountCodes: [code] });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

test("codes are added to a discount later, each with its own fault, and any of them works", async () => {
  const { platform, shop, ask } = await openPlatform();
  const made = await ask(createBasic, { input: basic({ usageLimit: 1 }) });
  const id = dig(made, "data", "discountCodeBasicCreate", "codeDiscountNode", "id");
  const codes = [{ code: "SECOND" }, { code: "welcome10" }, { code: "" }];
  const begun = await ask(addCodes, { id, codes });
  const creationId = dig(begun, "data", "discountRedeemCodeBulkAdd", "bulkCreation", "id");
  expect(dig(begun, "data", "discountRedeemCodeBulkAdd", "bulkCreation", "done")).toBe(false);
  await later();
  expect((await ask(creation, { id: creationId }))["data"]).toEqual({
    discountRedeemCodeBulkCreation: {
      done: true,
      importedCount: 1,
      failedCount: 2,
      codes: {
        nodes: [
          { code: "SECOND", errors: [] },
          { code: "welcome10", errors: [{ code: null }] },
          { code: "", errors: [{ code: null }] },
        ],
      },
    },
  });
  expect(refusal(platform, "second")).toBeNull();
  // The limit is of each code.
  expect(refusal(platform, "SECOND")).toBe("SECOND has reached its usage limit");
  expect(refusal(platform, "first")).toBeNull();
  expect(shop.orders.at(-2)?.discount_codes).toMatchObject([{ code: "SECOND" }]);

  const discount = shop.discounts.at(-1);
  const second = discount && codesOf(discount)[1];
  await ask(removeCodes, { id, ids: [`gid://shopify/DiscountRedeemCode/${second?.id}`] });
  await later();
  expect(refusal(platform, "SECOND")).toBe("Enter a valid discount code");
});

test("what the platform refuses of codes in bulk, it refuses here", async () => {
  const { ask } = await openPlatform();
  const made = await ask(createBasic, { input: basic({}) });
  const id = dig(made, "data", "discountCodeBasicCreate", "codeDiscountNode", "id");
  const many = Array.from({ length: 251 }, (_, index) => ({ code: `C${index}` }));
  expect(dig(await ask(addCodes, { id, codes: many }), "errors", "0", "extensions", "code")).toBe(
    "MAX_INPUT_SIZE_EXCEEDED",
  );
  const of = async (variables: object) =>
    dig(await ask(addCodes, { ...variables }), "data", "discountRedeemCodeBulkAdd", "userErrors");
  expect(await of({ id, codes: [] })).toMatchObject([{ field: ["codes"], message: "Codes can't be blank" }]);
  expect(await of({ id: "gid://shopify/DiscountCodeNode/1", codes: [{ code: "X" }] })).toMatchObject([
    { field: ["discountId"], message: "Code discount does not exist." },
  ]);
});

function errorOfCode(message: string) {
  return [{ field: ["code"], message, code: null, extraInfo: null }];
}

test("codes that fail in bulk creation answer fragments without a code, as live stores do", async () => {
  const { ask } = await openPlatform();
  const made = await ask(createBasic, { input: basic({}) });
  const id = dig(made, "data", "discountCodeBasicCreate", "codeDiscountNode", "id");
  const codes = ["FIRST", "A\nB", "X".repeat(256), "TWICE", "TWICE", ""].map((code) => ({ code }));
  const begun = await ask(addCodes, { id, codes });
  const creationId = dig(begun, "data", "discountRedeemCodeBulkAdd", "bulkCreation", "id");
  await later();
  const answer = await ask(creationErrors, { id: creationId });
  expect(dig(answer, "data", "discountRedeemCodeBulkCreation", "codes", "nodes")).toEqual([
    { code: "FIRST", errors: errorOfCode("must be unique. Please try a different code.") },
    { code: "A\nB", errors: errorOfCode("cannot contain newline characters.") },
    { code: "X".repeat(256), errors: errorOfCode("is too long (maximum is 255 characters)") },
    { code: "TWICE", errors: [] },
    { code: "TWICE", errors: errorOfCode("Codes must be unique within BulkDiscountCodeCreation") },
    { code: "", errors: errorOfCode("is too short (minimum is 1 character)") },
  ]);
});

test("an update of what is not there, and of a code among many, is refused without an error code", async () => {
  const { ask } = await openPlatform();
  const made = await ask(createBasic, { input: basic({}) });
  const id = dig(made, "data", "discountCodeBasicCreate", "codeDiscountNode", "id");
  await ask(addCodes, { id, codes: [{ code: "SECOND" }] });
  await later();
  const errorsOf = async (variables: Record<string, unknown>) =>
    dig(await ask(updateBasic, variables), "data", "discountCodeBasicUpdate", "userErrors");
  expect(await errorsOf({ id, input: { code: "OTHER" } })).toEqual([
    { field: ["id"], message: "Cannot update the code of a bulk discount.", code: null },
  ]);
  expect(await errorsOf({ id: "gid://shopify/DiscountCodeNode/1", input: { code: "X" } })).toEqual([
    { field: ["id"], message: "Discount does not exist", code: null },
  ]);
});

test("deleting codes without ids is refused", async () => {
  const { ask } = await openPlatform();
  const made = await ask(createBasic, { input: basic({}) });
  const id = dig(made, "data", "discountCodeBasicCreate", "codeDiscountNode", "id");
  const errorsOf = async (ids?: string[]) =>
    dig(await ask(removeCodes, { id, ids }), "data", "discountCodeRedeemCodeBulkDelete", "userErrors");
  expect(await errorsOf()).toMatchObject([{ field: null, code: "MISSING_ARGUMENT" }]);
  expect(await errorsOf([])).toEqual([
    { field: null, message: "Something went wrong, please try again.", code: null },
  ]);
});

test("free shipping, minimums and collections apply at the checkout", async () => {
  const { platform, shop, ask } = await openPlatform();
  const { customerGets: _gets, ...shipping } = basic({
    code: "SHIP",
    destination: { all: true },
    minimumRequirement: { quantity: { greaterThanOrEqualToQuantity: "3" } },
  });
  await ask(createShipping, { input: shipping });
  expect(refusal(platform, "SHIP", 2)).toMatch(/add more/);
  expect(refusal(platform, "SHIP", 3)).toBeNull();

  const first = shop.products.find((one) => !one.giftCard);
  const collection = shop.collections?.[0];
  if (!first || !collection) throw new Error("The seed has no goods.");
  collection.productIds = [];
  const items = { collections: { add: [`gid://shopify/Collection/${collection.id}`] } };
  const gets = { value: { discountAmount: { amount: "2", appliesOnEachItem: false } }, items };
  await ask(createBasic, { input: basic({ code: "COLLECT", customerGets: gets }) });
  expect(refusal(platform, "COLLECT")).toMatch(/isn't valid for the items/);
  collection.productIds = [first.id];
  expect(refusal(platform, "COLLECT")).toBeNull();
  expect(shop.orders.at(-1)).toMatchObject({ total_discounts: "2.00" });

  const unknown = { collections: { add: ["gid://shopify/Collection/999"] } };
  const refused = await ask(createBasic, {
    input: basic({ code: "X1", customerGets: { ...gets, items: unknown } }),
  });
  expect(dig(refused, "data", "discountCodeBasicCreate", "userErrors", "0")).toMatchObject({
    field: ["basicCodeDiscount", "customerGets", "items", "collections", "add"],
    message: "Collection with id: 999 is invalid",
  });
});

test("a memory from before there were many codes is read as it is", () => {
  const old = { id: 7, code: "OLD", usageCount: 2 } as Discount;
  expect(codesOf(old)).toEqual([{ id: 7, code: "OLD", usageCount: 2 }]);
});

test("free shipping is never combined with another shipping discount", async () => {
  const { platform, ask } = await openPlatform();
  const input = { title: "T", code: "SHIP", destination: { all: true }, context: { all: "ALL" } };
  const refused = await ask(createShipping, {
    input: { ...input, combinesWith: { shippingDiscounts: true } },
  });
  expect(dig(refused, "data", "discountCodeFreeShippingCreate", "userErrors")).toMatchObject([
    { field: ["freeShippingCodeDiscount", "combinesWith"], code: "INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS" },
  ]);
  await platform.close();
});
