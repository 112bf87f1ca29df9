/** `DiscountCodeBasicInput` and `DiscountCodeFreeShippingInput` read as the platform reads it, with its own words for what is wrong. */
import { findDiscount } from "../commerce/choose-discounts.ts";
import { formatAmount, parseAmount } from "../commerce/money.ts";
import { codesOf } from "../commerce/redeem-codes.ts";
import type { Discount, DiscountMinimum } from "../commerce/types.ts";
import { badRequest, moment, readGid, readText, type Answer, type Args, type Asking } from "./resolver.ts";

export interface InputError {
  /** Null where the platform names no argument. */
  field: string[] | null;
  message: string;
  /** Null where a live store answered no code (docs/stand-in.md). */
  code: string | null;
}

/** The fields of a discount that an app may set. */
export type DiscountFields = Pick<
  Discount,
  | "title"
  | "code"
  | "kind"
  | "percentageBps"
  | "amount"
  | "appliesOnEachItem"
  | "productIds"
  | "collectionIds"
  | "minimum"
  | "tags"
  | "startsAt"
  | "endsAt"
  | "usageLimit"
  | "appliesOncePerCustomer"
  | "combinesWith"
>;

const understood = new Set([
  "title",
  "code",
  "startsAt",
  "endsAt",
  "usageLimit",
  "appliesOncePerCustomer",
  "combinesWith",
  "context",
  "customerSelection",
  "customerGets",
  "minimumRequirement",
  "destination",
  "tags",
]);

/** The name of a mutation's argument, which begins the path of every complaint. */
export type InputName = "basicCodeDiscount" | "freeShippingCodeDiscount";

const longestCode = 255;

/** The wanted fields over `former` (a new discount's defaults), and every complaint about them. */
export function readDiscountInput(
  asking: Asking,
  { name, input }: { name: InputName; input: Args },
  former: Discount | DiscountFields,
): { fields: DiscountFields; errors: InputError[] } {
  refuseUnsupported(input);
  const gets = readTable(input["customerGets"]);
  const fields: DiscountFields = {
    title: readText(input["title"]) ?? former.title,
    code: readText(input["code"]) ?? former.code,
    ...readValue(asking, readTable(gets["value"]), former),
    ...readItems("items" in gets ? readTable(gets["items"]) : null, former),
    minimum:
      "minimumRequirement" in input
        ? readMinimum(asking, input["minimumRequirement"])
        : (former.minimum ?? null),
    tags: Array.isArray(input["tags"]) ? input["tags"].map(String) : (former.tags ?? []),
    startsAt: moment(readText(input["startsAt"])) ?? former.startsAt,
    endsAt: "endsAt" in input ? moment(readText(input["endsAt"])) : former.endsAt,
    usageLimit: "usageLimit" in input ? readLimit(input["usageLimit"]) : former.usageLimit,
    appliesOncePerCustomer:
      typeof input["appliesOncePerCustomer"] === "boolean"
        ? input["appliesOncePerCustomer"]
        : former.appliesOncePerCustomer,
    combinesWith: { ...former.combinesWith, ...readFlags(readTable(input["combinesWith"])) },
  };
  const errors = findErrors(asking, fields, former).map((error) => ({
    ...error,
    field: [name, ...(error.field ?? [])],
  }));
  return { fields, errors: [...errors, ...findBulkError(fields, former)] };
}

function readLimit(given: unknown): number | null {
  return typeof given === "number" ? given : null;
}

/** A code among many has mutations of its own. */
function findBulkError(fields: DiscountFields, former: Discount | DiscountFields): InputError[] {
  const hasMany = "id" in former && codesOf(former).length > 1;
  if (!hasMany || fields.code === former.code) return [];
  return [{ field: ["id"], message: "Cannot update the code of a bulk discount.", code: null }];
}

function findErrors(asking: Asking, fields: DiscountFields, former: object): InputError[] {
  const errors: InputError[] = [];
  const complain = (path: string[], message: string, code: string): void => {
    errors.push({ field: path, message, code });
  };
  if (fields.title.trim() === "") complain(["title"], "Title can't be blank", "BLANK");
  if (fields.code.trim() === "") complain(["code"], "Code can't be blank", "BLANK");
  if (fields.code.length > longestCode) {
    complain(["code"], `Code is too long (maximum is ${longestCode} characters)`, "TOO_LONG");
  }
  const holder = findDiscount(asking.shop.discounts, fields.code);
  if (holder !== undefined && holder !== former) {
    complain(["code"], "Code must be unique. Please try a different code.", "TAKEN");
  }
  if (fields.kind === "percentage" && (fields.percentageBps <= 0 || fields.percentageBps > 10_000)) {
    complain(
      ["customerGets", "value", "percentage"],
      "Value must be between 0.0 and 1.0",
      "VALUE_OUTSIDE_RANGE",
    );
  }
  if (fields.endsAt !== null && Date.parse(fields.endsAt) <= Date.parse(fields.startsAt)) {
    complain(["endsAt"], "Ends at needs to be after starts_at", "INVALID");
  }
  return [...errors, ...findCombiningErrors(fields), ...findProductErrors(asking, fields)];
}

/** One shipping discount holds at a time. */
function findCombiningErrors({ kind, combinesWith }: DiscountFields): InputError[] {
  if (kind !== "free_shipping" || !combinesWith.shippingDiscounts) return [];
  const message = "The combinesWith settings are not valid for the discount class.";
  return [{ field: ["combinesWith"], message, code: "INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS" }];
}

function findProductErrors(asking: Asking, fields: DiscountFields): InputError[] {
  const path = ["customerGets", "items", "collections", "add"];
  const known = asking.shop.collections ?? [];
  const strange = fields.collectionIds?.find((id) => !known.some((each) => each.id === id));
  if (strange !== undefined) {
    return [{ field: path, message: `Collection with id: ${strange} is invalid`, code: "INVALID" }];
  }
  if (fields.collectionIds && fields.productIds) {
    const message = "Cannot entitle collections in combination with product variants or products";
    return [{ field: path, message, code: "CONFLICT" }];
  }
  const unknown = fields.productIds?.find((id) => !asking.shop.products.some((product) => product.id === id));
  if (unknown === undefined) return [];
  const field = ["customerGets", "items", "products", "productsToAdd"];
  return [{ field, message: `Product with id: ${unknown} is invalid`, code: "INVALID" }];
}

function readValue(
  asking: Asking,
  value: Args,
  former: DiscountFields,
): Pick<DiscountFields, "kind" | "percentageBps" | "amount" | "appliesOnEachItem"> {
  const given = Object.keys(value);
  if (given.length > 1) {
    throw badRequest("A discount can only have one of percentage, discountOnQuantity or discountAmount.");
  }
  const { percentage, discountAmount } = value;
  if (typeof percentage === "number") {
    const percentageBps = Number((percentage * 10_000).toFixed(0));
    return { kind: "percentage", percentageBps, amount: "0", appliesOnEachItem: false };
  }
  if (discountAmount !== undefined) {
    const { currency } = asking.shop.settings;
    const amount = readTable(discountAmount);
    return {
      kind: "fixed_amount",
      percentageBps: 0,
      amount: formatAmount(parseAmount(readDecimal(amount["amount"]), currency), currency),
      appliesOnEachItem: amount["appliesOnEachItem"] === true,
    };
  }
  if (given.length > 0) {
    throw badRequest(`The local platform does not implement "${given.join()}" of a discount.`);
  }
  const { kind, percentageBps, amount, appliesOnEachItem } = former;
  return { kind, percentageBps, amount, appliesOnEachItem };
}

/** The schema's Decimal arrives as text or as a number. */
function readDecimal(value: unknown): string {
  return typeof value === "number" ? String(value) : (readText(value) ?? "0");
}

function readItems(
  items: Args | null,
  former: DiscountFields,
): { productIds: number[] | null; collectionIds: number[] | null } {
  if (items === null) return { productIds: former.productIds, collectionIds: former.collectionIds ?? null };
  if (items["all"] === true) return { productIds: null, collectionIds: null };
  const collections = readTable(items["collections"]);
  const removed = readIds("Collection", collections["remove"]);
  const added = readIds("Collection", collections["add"]);
  const kept = [...new Set([...(former.collectionIds ?? []), ...added])].filter(
    (id) => !removed.includes(id),
  );
  const collectionIds = kept.length > 0 ? kept : null;
  return { collectionIds, productIds: "products" in items ? readProducts(items, former) : former.productIds };
}

function readMinimum(asking: Asking, given: unknown): DiscountMinimum | null {
  const { quantity, subtotal } = readTable(given);
  if (quantity) {
    const least = readTable(quantity)["greaterThanOrEqualToQuantity"];
    return { quantity: Number(typeof least === "string" || typeof least === "number" ? least : 0) };
  }
  if (!subtotal) return null;
  const { currency } = asking.shop.settings;
  const least = readDecimal(readTable(subtotal)["greaterThanOrEqualToSubtotal"]);
  return { subtotal: formatAmount(parseAmount(least, currency), currency) };
}

function readProducts(items: Args, former: DiscountFields): number[] | null {
  const products = readTable(items["products"]);
  for (const name of Object.keys(products)) {
    if (name !== "productsToAdd" && name !== "productsToRemove") {
      throw badRequest(`The local platform does not implement "${name}" of a discount.`);
    }
  }
  const removed = readIds("Product", products["productsToRemove"]);
  const ids = new Set([...(former.productIds ?? []), ...readIds("Product", products["productsToAdd"])]);
  return [...ids].filter((id) => !removed.includes(id));
}

function readIds(type: string, value: unknown): number[] {
  return Array.isArray(value) ? value.map((id) => readGid(type, id) ?? 0) : [];
}

function refuseUnsupported(input: Args): void {
  for (const [name, value] of Object.entries(input)) {
    if (!understood.has(name) && value !== null) {
      throw badRequest(`The local platform does not implement "${name}" of a discount.`);
    }
  }
  const context = readTable(input["context"] ?? input["customerSelection"]);
  if (Object.keys(context).some((name) => name !== "all")) {
    throw badRequest("The local platform implements discounts for all customers only.");
  }
}

function readFlags(flags: Args): Partial<Discount["combinesWith"]> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => typeof value === "boolean"));
}

function readTable(value: unknown): Args {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** A DiscountUserError. */
export function answerError(error: InputError): Answer {
  return { ...error, extraInfo: null };
}
