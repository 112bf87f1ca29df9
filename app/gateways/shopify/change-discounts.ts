import type { DiscountClass, DiscountDetails } from "../../domain/codes/discount.ts";
import { findRateBps } from "../../domain/rate.ts";
import { adminGraphql } from "./admin-client.server.ts";
import { digitsOf } from "./digits.ts";
import { discountGid } from "./discounts.ts";

/** What the platform refuses of a change, in its own words, with its code ("TAKEN") where it gives one. */
export type DiscountFault = {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string | null;
};
type UserErrors = { userErrors: { field: string[] | null; message: string; code: string | null }[] };
type Changed = UserErrors & { codeDiscountNode: { id: string } | null };

const createBasic = `#graphql
  mutation CreateDiscount($input: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $input) {
      codeDiscountNode { id }
      userErrors { field message code }
    }
  }
`;

const createFreeShipping = `#graphql
  mutation CreateFreeShipping($input: DiscountCodeFreeShippingInput!) {
    discountCodeFreeShippingCreate(freeShippingCodeDiscount: $input) {
      codeDiscountNode { id }
      userErrors { field message code }
    }
  }
`;

const updateBasic = `#graphql
  mutation UpdateDiscount($id: ID!, $input: DiscountCodeBasicInput!) {
    discountCodeBasicUpdate(id: $id, basicCodeDiscount: $input) {
      codeDiscountNode { id }
      userErrors { field message code }
    }
  }
`;

const updateFreeShipping = `#graphql
  mutation UpdateFreeShipping($id: ID!, $input: DiscountCodeFreeShippingInput!) {
    discountCodeFreeShippingUpdate(id: $id, freeShippingCodeDiscount: $input) {
      codeDiscountNode { id }
      userErrors { field message code }
    }
  }
`;

const activate = `#graphql
  mutation ActivateDiscount($id: ID!) {
    discountCodeActivate(id: $id) { userErrors { field message code } }
  }
`;

const deactivate = `#graphql
  mutation DeactivateDiscount($id: ID!) {
    discountCodeDeactivate(id: $id) { userErrors { field message code } }
  }
`;

const remove = `#graphql
  mutation DeleteDiscount($id: ID!) {
    discountCodeDelete(id: $id) { deletedCodeDiscountId userErrors { field message code } }
  }
`;

/**
 * Makes a discount with its first code. Never inside a transaction.
 * @returns the digits of its id, or what the platform refuses.
 * @throws PlatformError; after `unreachable` whether it was made is not known.
 * Source: Admin API, `discountCodeBasicCreate`, `discountCodeFreeShippingCreate` (write_discounts).
 */
export async function createDiscount(
  shopDomain: string,
  made: { title: string; code: string; details: DiscountDetails; tag: string },
): Promise<string | DiscountFault[]> {
  const { details, title, code, tag } = made;
  const input = { title, code, tags: [tag], context: { all: "ALL" }, ...inputOf(details) };
  const changed =
    details.value.kind === "free-shipping"
      ? (
          await adminGraphql<{ discountCodeFreeShippingCreate: Changed }>(shopDomain, createFreeShipping, {
            input: { ...input, destination: { all: true } },
          })
        ).discountCodeFreeShippingCreate
      : (
          await adminGraphql<{ discountCodeBasicCreate: Changed }>(shopDomain, createBasic, {
            input: { ...input, customerGets: getsOf(details) },
          })
        ).discountCodeBasicCreate;
  const faults = faultsOf(changed);
  return changed.codeDiscountNode && faults.length === 0 ? digitsOf(changed.codeDiscountNode.id) : faults;
}

/** Fields of the platform's input that a change names; what it leaves out stays. */
type DiscountInput = {
  readonly code?: string;
  readonly endsAt?: string | null;
  readonly usageLimit?: number | null;
  readonly appliesOncePerCustomer?: boolean;
  readonly combinesWith?: object;
  readonly minimumRequirement?: object | null;
  readonly customerGets?: object;
};

/**
 * Writes another code or another end of a discount; another code only where it has one. Never inside a transaction.
 * @returns what the platform refuses, nothing when it is done. @throws PlatformError, see `createDiscount`.
 */
export async function updateDiscount(
  shopDomain: string,
  discountId: string,
  change: { kind: "basic" | "free-shipping"; input: DiscountInput },
): Promise<DiscountFault[]> {
  const variables = { id: discountGid(discountId), input: change.input };
  if (change.kind === "free-shipping") {
    type Shipping = { discountCodeFreeShippingUpdate: Changed };
    const shipping = await adminGraphql<Shipping>(shopDomain, updateFreeShipping, variables);
    return faultsOf(shipping.discountCodeFreeShippingUpdate);
  }
  type Answer = { discountCodeBasicUpdate: Changed };
  return faultsOf((await adminGraphql<Answer>(shopDomain, updateBasic, variables)).discountCodeBasicUpdate);
}

/**
 * Writes value, minimum, end, limits and combining of a discount anew; its title, codes and items stay. Never inside a
 * transaction.
 * @returns what the platform refuses, nothing when it is done. @throws PlatformError
 * Source: Admin API, `discountCodeBasicUpdate`, `discountCodeFreeShippingUpdate` (write_discounts).
 */
export async function rewriteDiscount(
  shopDomain: string,
  discountId: string,
  details: DiscountDetails,
): Promise<DiscountFault[]> {
  const { minimum, value } = details;
  const minimumRequirement = minimum.kind === "none" ? null : minimumOf(minimum);
  const input = { ...limitsOf(details), minimumRequirement };
  return value.kind === "free-shipping"
    ? await updateDiscount(shopDomain, discountId, { kind: "free-shipping", input })
    : await updateDiscount(shopDomain, discountId, {
        kind: "basic",
        input: { ...input, customerGets: { value: platformValue(value) } },
      });
}

/** Lets a discount be used again, without an end. @returns see `updateDiscount`. @throws PlatformError */
export async function activateDiscount(shopDomain: string, discountId: string): Promise<DiscountFault[]> {
  type Answer = { discountCodeActivate: UserErrors };
  const answer = await adminGraphql<Answer>(shopDomain, activate, { id: discountGid(discountId) });
  return faultsOf(answer.discountCodeActivate);
}

/** Ends a discount now. @returns see `updateDiscount`. @throws PlatformError */
export async function deactivateDiscount(shopDomain: string, discountId: string): Promise<DiscountFault[]> {
  type Answer = { discountCodeDeactivate: UserErrors };
  const answer = await adminGraphql<Answer>(shopDomain, deactivate, { id: discountGid(discountId) });
  return faultsOf(answer.discountCodeDeactivate);
}

/** Deletes a discount with all of its codes; one that is gone is no fault. @throws PlatformError */
export async function deleteDiscount(shopDomain: string, discountId: string): Promise<DiscountFault[]> {
  type Answer = { discountCodeDelete: UserErrors };
  const answer = await adminGraphql<Answer>(shopDomain, remove, { id: discountGid(discountId) });
  return faultsOf(answer.discountCodeDelete).filter((one) => !/does not exist/i.test(one.message));
}

/** Faults of any answer that has `userErrors`. */
export function faultsOf({ userErrors }: UserErrors): DiscountFault[] {
  return userErrors.map(({ field, message, code }) => ({ field: field ?? [], message, code }));
}

function inputOf(details: DiscountDetails) {
  const { startsAt, minimum } = details;
  return {
    startsAt,
    ...limitsOf(details),
    ...(minimum.kind === "none" ? {} : { minimumRequirement: minimumOf(minimum) }),
  };
}

function limitsOf({ endsAt, usageLimit, oncePerCustomer, combinesWith }: DiscountDetails) {
  const has = (kind: DiscountClass) => combinesWith.includes(kind);
  return {
    endsAt,
    usageLimit,
    appliesOncePerCustomer: oncePerCustomer,
    combinesWith: {
      orderDiscounts: has("order"),
      productDiscounts: has("product"),
      shippingDiscounts: has("shipping"),
    },
  };
}

function minimumOf(minimum: Exclude<DiscountDetails["minimum"], { kind: "none" }>) {
  return minimum.kind === "quantity"
    ? { quantity: { greaterThanOrEqualToQuantity: String(minimum.quantity) } }
    : { subtotal: { greaterThanOrEqualToSubtotal: minimum.amount } };
}

function getsOf({ value, scope }: DiscountDetails) {
  const ids = (type: string) => scope.ids.map((id) => `gid://shopify/${type}/${id}`);
  const items =
    scope.kind === "products"
      ? { products: { productsToAdd: ids("Product") } }
      : { collections: { add: ids("Collection") } };
  return { value: platformValue(value), items: scope.kind === "all" ? { all: true } : items };
}

function platformValue(value: DiscountDetails["value"]) {
  if (value.kind === "amount") {
    return { discountAmount: { amount: value.amount, appliesOnEachItem: value.eachItem } };
  }
  const bps = value.kind === "percentage" ? findRateBps(value.percent) : null;
  return { percentage: (bps ?? 0) / 10_000 };
}
