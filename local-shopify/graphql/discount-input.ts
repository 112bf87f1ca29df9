/** `DiscountCodeBasicInput` read as the platform reads it, with its own words for what is wrong. */
import { findDiscount } from "../commerce/choose-discounts.ts";
import { formatAmount, parseAmount } from "../commerce/money.ts";
import type { Discount } from "../commerce/types.ts";
import { badRequest, moment, readGid, readText, type Answer, type Args, type Asking } from "./resolver.ts";

export interface InputError {
  field: string[];
  message: string;
  code: string;
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
]);

const longestCode = 255;

/** The wanted fields over `former` (a new discount's defaults), and every complaint about them. */
export function readDiscountInput(
  asking: Asking,
  input: Args,
  former: Discount | DiscountFields,
): { fields: DiscountFields; errors: InputError[] } {
  refuseUnsupported(input);
  const gets = readTable(input["customerGets"]);
  const fields: DiscountFields = {
    title: readText(input["title"]) ?? former.title,
    code: readText(input["code"]) ?? former.code,
    ...readValue(asking, readTable(gets["value"]), former),
    productIds: "items" in gets ? readProducts(readTable(gets["items"]), former) : former.productIds,
    startsAt: moment(readText(input["startsAt"])) ?? former.startsAt,
    endsAt: "endsAt" in input ? moment(readText(input["endsAt"])) : former.endsAt,
    usageLimit: typeof input["usageLimit"] === "number" ? input["usageLimit"] : former.usageLimit,
    appliesOncePerCustomer:
      typeof input["appliesOncePerCustomer"] === "boolean"
        ? input["appliesOncePerCustomer"]
        : former.appliesOncePerCustomer,
    combinesWith: { ...former.combinesWith, ...readFlags(readTable(input["combinesWith"])) },
  };
  return { fields, errors: findErrors(asking, fields, former) };
}

function findErrors(asking: Asking, fields: DiscountFields, former: object): InputError[] {
  const errors: InputError[] = [];
  const complain = (path: string[], message: string, code: string): void => {
    errors.push({ field: ["basicCodeDiscount", ...path], message, code });
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
  return [...errors, ...findProductErrors(asking, fields)];
}

function findProductErrors(asking: Asking, fields: DiscountFields): InputError[] {
  const unknown = fields.productIds?.find((id) => !asking.shop.products.some((product) => product.id === id));
  if (unknown === undefined) return [];
  const field = ["basicCodeDiscount", "customerGets", "items", "products", "productsToAdd"];
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

function readProducts(items: Args, former: DiscountFields): number[] | null {
  if (items["all"] === true) return null;
  if ("collections" in items) throw badRequest("The local platform does not implement collections.");
  const products = readTable(items["products"]);
  for (const name of Object.keys(products)) {
    if (name !== "productsToAdd" && name !== "productsToRemove") {
      throw badRequest(`The local platform does not implement "${name}" of a discount.`);
    }
  }
  const removed = readIds(products["productsToRemove"]);
  const ids = new Set([...(former.productIds ?? []), ...readIds(products["productsToAdd"])]);
  return [...ids].filter((id) => !removed.includes(id));
}

function readIds(value: unknown): number[] {
  return Array.isArray(value) ? value.map((id) => readGid("Product", id) ?? 0) : [];
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
