import { merchantTexts } from "#app/i18n/texts.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import type { DiscountClass, DiscountDetails } from "../../domain/codes/discount.ts";
import { findRateBps } from "../../domain/money.ts";
import { adminGraphql, digitsOf } from "./admin-client.server.ts";
import type { DiscountCodeBasicInput } from "./admin-types.generated.ts";
import { discountGid } from "./discounts.ts";
import { PlatformError } from "./platform-error.ts";

/** Shopify's error message for a change, with its code ("TAKEN") if there is one. */
export type DiscountFault = {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string | null;
  /** Our own reason, if Shopify gave no message. */
  readonly reason?: Reason;
};
type UserErrors = {
  readonly userErrors: readonly {
    readonly field: readonly string[] | null;
    readonly message: string;
    readonly code: string | null;
  }[];
};

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
 * Creates a discount with its first code. Never inside a transaction.
 * @returns the digits of its id, or Shopify's errors.
 * @throws PlatformError. After `unreachable` it may have been created.
 * Source: Admin API, `discountCodeBasicCreate`, `discountCodeFreeShippingCreate` (write_discounts).
 */
export async function createDiscount(
  shopDomain: string,
  made: { title: string; code: string; details: DiscountDetails; tag: string },
): Promise<string | DiscountFault[]> {
  const { details, title, code, tag } = made;
  const input = { title, code, tags: [tag], context: { all: "ALL" as const }, ...inputOf(details) };
  const changed =
    details.value.kind === "free-shipping"
      ? (
          await adminGraphql(shopDomain, createFreeShipping, {
            input: { ...input, destination: { all: true } },
          })
        ).discountCodeFreeShippingCreate
      : (
          await adminGraphql(shopDomain, createBasic, {
            input: { ...input, customerGets: getsOf(details) },
          })
        ).discountCodeBasicCreate;
  const faults = faultsOf(changed);
  return changed?.codeDiscountNode && faults.length === 0 ? digitsOf(changed.codeDiscountNode.id) : faults;
}

/** Fields of Shopify's input that a change sets. Absent ones stay. */
type DiscountInput = Pick<
  DiscountCodeBasicInput,
  | "code"
  | "endsAt"
  | "usageLimit"
  | "appliesOncePerCustomer"
  | "combinesWith"
  | "minimumRequirement"
  | "customerGets"
>;

/**
 * Changes the code or the end of a discount. A code can be changed only if the discount has one. Never inside
 * a transaction.
 * @returns Shopify's errors, empty on success. @throws PlatformError, see `createDiscount`.
 */
export async function updateDiscount(
  shopDomain: string,
  discountId: string,
  change: { kind: "basic" | "free-shipping"; input: DiscountInput },
): Promise<DiscountFault[]> {
  const variables = { id: discountGid(discountId), input: change.input };
  if (change.kind === "free-shipping") {
    const shipping = await adminGraphql(shopDomain, updateFreeShipping, variables);
    return faultsOf(shipping.discountCodeFreeShippingUpdate);
  }
  return faultsOf((await adminGraphql(shopDomain, updateBasic, variables)).discountCodeBasicUpdate);
}

/**
 * Replaces value, minimum, end, limits and combinations of a discount. Its title, codes and products stay.
 * Never inside a transaction.
 * @returns Shopify's errors, empty on success. @throws PlatformError
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

/** Activates a discount without an end. @returns see `updateDiscount`. @throws PlatformError */
export async function activateDiscount(shopDomain: string, discountId: string): Promise<DiscountFault[]> {
  const answer = await adminGraphql(shopDomain, activate, { id: discountGid(discountId) });
  return faultsOf(answer.discountCodeActivate);
}

/** Ends a discount now. @returns see `updateDiscount`. @throws PlatformError */
export async function deactivateDiscount(shopDomain: string, discountId: string): Promise<DiscountFault[]> {
  const answer = await adminGraphql(shopDomain, deactivate, { id: discountGid(discountId) });
  return faultsOf(answer.discountCodeDeactivate);
}

/** Deletes a discount with all of its codes. No error if it is deleted already. @throws PlatformError */
export async function deleteDiscount(shopDomain: string, discountId: string): Promise<DiscountFault[]> {
  const answer = await adminGraphql(shopDomain, remove, { id: discountGid(discountId) });
  return faultsOf(answer.discountCodeDelete).filter((one) => !/does not exist/i.test(one.message));
}

/**
 * Errors of any answer with `userErrors`.
 * @throws PlatformError if Shopify returns nothing for a change
 */
export function faultsOf(answer: UserErrors | null): DiscountFault[] {
  if (!answer) throw new PlatformError("refused", merchantTexts("providers")("shopify.noData"));
  return answer.userErrors.map(({ field, message, code }) => ({ field: field ?? [], message, code }));
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
