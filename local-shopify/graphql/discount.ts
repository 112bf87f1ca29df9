import { codesOf } from "../commerce/redeem-codes.ts";
import { statusOfDiscount } from "../commerce/tell-discount.ts";
import type { Discount, RedeemCode } from "../commerce/types.ts";
import { connectChosenCollections } from "./collection.ts";
import { connect } from "./connection.ts";
import { money } from "./money.ts";
import { answerProduct } from "./product.ts";
import {
  badRequest,
  gid,
  moment,
  readGid,
  readText,
  type Answer,
  type Args,
  type Asking,
} from "./resolver.ts";
import { matchNumber, matchText, matchWords, search, unknownFilter, type Term } from "./search.ts";

/** A DiscountCodeNode, as mutations and `codeDiscountNodeByCode` answer it. */
export function answerCodeNode(asking: Asking, discount: Discount): Answer {
  return {
    __typename: "DiscountCodeNode",
    id: gid("DiscountCodeNode", discount.id),
    codeDiscount: () => answerDiscount(asking, discount),
  };
}

function answerDiscount(asking: Asking, discount: Discount): Answer {
  const freeShipping = discount.kind === "free_shipping";
  const summary = summarize(asking, discount);
  return {
    __typename: freeShipping ? "DiscountCodeFreeShipping" : "DiscountCodeBasic",
    title: discount.title,
    status: statusOfDiscount(discount, asking.ctx.now()),
    startsAt: moment(discount.startsAt),
    endsAt: moment(discount.endsAt),
    createdAt: moment(discount.createdAt),
    updatedAt: moment(discount.updatedAt),
    usageLimit: discount.usageLimit,
    asyncUsageCount: discount.usageCount,
    appliesOncePerCustomer: discount.appliesOncePerCustomer,
    combinesWith: discount.combinesWith,
    discountClasses: [discountClass(discount)],
    context: { __typename: "DiscountBuyerSelectionAll", all: "ALL" },
    minimumRequirement: answerMinimum(asking, discount),
    recurringCycleLimit: null,
    tags: discount.tags ?? [],
    summary,
    shortSummary: summary,
    codesCount: { count: codesOf(discount).length, precision: "EXACT" },
    codes: (args: Args) => connectCodes(discount, args),
    shareableUrls: [shareableUrl(asking, discount)],
    ...(freeShipping
      ? {
          destinationSelection: { __typename: "DiscountCountryAll", allCountries: true },
          maximumShippingPrice: null,
        }
      : { customerGets: () => answerGets(asking, discount) }),
  };
}

function answerMinimum(asking: Asking, { minimum }: Discount): Answer | null {
  if (!minimum) return null;
  return "quantity" in minimum
    ? { __typename: "DiscountMinimumQuantity", greaterThanOrEqualToQuantity: String(minimum.quantity) }
    : {
        __typename: "DiscountMinimumSubtotal",
        greaterThanOrEqualToSubtotal: money(minimum.subtotal, asking.shop.settings.currency),
      };
}

function discountClass(discount: Discount): string {
  if (discount.kind === "free_shipping") return "SHIPPING";
  return discount.productIds === null && !discount.collectionIds ? "ORDER" : "PRODUCT";
}

function connectCodes(discount: Discount, args: Args): Answer {
  return connect(codesOf(discount), args, {
    sortBy: (redeem) => redeem.code,
    id: (redeem) => redeem.id,
    answer: answerRedeemCode,
    obeyed: ["sortKey"],
  });
}

/** A DiscountRedeemCode. */
export function answerRedeemCode({ id, code, usageCount }: RedeemCode): Answer {
  return {
    __typename: "DiscountRedeemCode",
    id: gid("DiscountRedeemCode", id),
    code,
    asyncUsageCount: usageCount,
  };
}

function shareableUrl(asking: Asking, discount: Discount): Answer {
  const root = `${asking.ctx.url}/shops/${asking.shop.domain}`;
  return {
    title: "Homepage",
    url: `${root}/discount/${encodeURIComponent(discount.code)}`,
    targetType: "HOME_PAGE",
    targetItemImage: null,
  };
}

function answerGets(asking: Asking, discount: Discount): Answer {
  const { currency } = asking.shop.settings;
  const value =
    discount.kind === "percentage"
      ? { __typename: "DiscountPercentage", percentage: discount.percentageBps / 10_000 }
      : {
          __typename: "DiscountAmount",
          amount: money(discount.amount, currency),
          appliesOnEachItem: discount.appliesOnEachItem,
        };
  return {
    value,
    items: answerItems(asking, discount),
    appliesOnOneTimePurchase: true,
    appliesOnSubscription: false,
  };
}

function answerItems(asking: Asking, discount: Discount): Answer {
  const { productIds, collectionIds } = discount;
  if (collectionIds) {
    return {
      __typename: "DiscountCollections",
      collections: (args: Args) => connectChosenCollections(asking, collectionIds, args),
    };
  }
  if (productIds === null) return { __typename: "AllDiscountItems", allItems: true };
  const products = asking.shop.products.filter((product) => productIds.includes(product.id));
  return {
    __typename: "DiscountProducts",
    products: (args: Args) =>
      connect(products, args, {
        sortBy: (product) => String(product.id).padStart(20, "0"),
        id: (product) => product.id,
        answer: (product) => answerProduct(asking, product),
      }),
  };
}

function summarize(asking: Asking, discount: Discount): string {
  if (discount.kind === "free_shipping") return "Free shipping on all products";
  const value =
    discount.kind === "percentage"
      ? `${discount.percentageBps / 100}%`
      : `${discount.amount} ${asking.shop.settings.currency}`;
  if (discount.collectionIds) return `${value} off ${discount.collectionIds.length} collections`;
  if (discount.productIds === null) return `${value} off entire order`;
  return `${value} off ${discount.productIds.length} products`;
}

/** `codeDiscountNodes` (a DiscountCodeNode each) and `discountNodes` (a DiscountNode each) of the root. */
export function connectDiscounts(
  asking: Asking,
  args: Args,
  type: "DiscountCodeNode" | "DiscountNode",
): Answer {
  const found = search(asking.shop.discounts, args["query"], (discount, term) =>
    matchDiscount(asking, discount, term),
  );
  const key = readText(args["sortKey"]) ?? "CREATED_AT";
  if (key !== "CREATED_AT" && key !== "ID") {
    throw badRequest(`The local platform cannot sort by ${key}.`);
  }
  return connect(found, args, {
    sortBy: (discount) => (key === "ID" ? "" : discount.createdAt),
    id: (discount) => discount.id,
    answer: (discount) =>
      type === "DiscountCodeNode"
        ? answerCodeNode(asking, discount)
        : {
            __typename: "DiscountNode",
            id: gid("DiscountNode", discount.id),
            discount: () => answerDiscount(asking, discount),
          },
    obeyed: ["query", "sortKey"],
  });
}

function matchDiscount(asking: Asking, discount: Discount, term: Term): boolean {
  // The platform does not search the codes of a discount that has many.
  if (term.field === "code") return codesOf(discount).length === 1 && matchText(discount.code, term);
  if (term.field === "title") return matchWords(discount.title, term);
  if (term.field === "tag") return (discount.tags ?? []).some((tag) => matchText(tag, term));
  if (term.field === "id") return matchNumber(discount.id, term);
  if (term.field === "status") return matchText(statusOfDiscount(discount, asking.ctx.now()), term);
  throw unknownFilter(term);
}

/** The discount of a DiscountCodeNode's global id, or null. */
export function findDiscountByGid(asking: Asking, id: unknown): Discount | null {
  const wanted = readGid("DiscountCodeNode", id);
  return asking.shop.discounts.find((entry) => entry.id === wanted) ?? null;
}
