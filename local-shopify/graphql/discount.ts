import type { Discount } from "../commerce/types.ts";
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
import { matchNumber, matchText, search, unknownFilter, type Term } from "./search.ts";

/** A DiscountCodeNode, as mutations and `codeDiscountNodeByCode` answer it. */
export function answerCodeNode(asking: Asking, discount: Discount): Answer {
  return {
    __typename: "DiscountCodeNode",
    id: gid("DiscountCodeNode", discount.id),
    codeDiscount: () => answerDiscount(asking, discount),
  };
}

/** ACTIVE, SCHEDULED or EXPIRED at this moment. */
export function discountStatus(discount: Discount, now: Date): string {
  if (discount.endsAt !== null && Date.parse(discount.endsAt) <= now.getTime()) return "EXPIRED";
  return Date.parse(discount.startsAt) > now.getTime() ? "SCHEDULED" : "ACTIVE";
}

function answerDiscount(asking: Asking, discount: Discount): Answer {
  const freeShipping = discount.kind === "free_shipping";
  const summary = summarize(asking, discount);
  return {
    __typename: freeShipping ? "DiscountCodeFreeShipping" : "DiscountCodeBasic",
    title: discount.title,
    status: discountStatus(discount, asking.ctx.now()),
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
    minimumRequirement: null,
    recurringCycleLimit: null,
    tags: [],
    summary,
    shortSummary: summary,
    codesCount: { count: 1, precision: "EXACT" },
    codes: (args: Args) => connectCodes(discount, args),
    shareableUrls: [shareableUrl(asking, discount)],
    ...(freeShipping ? {} : { customerGets: () => answerGets(asking, discount) }),
  };
}

function discountClass(discount: Discount): string {
  if (discount.kind === "free_shipping") return "SHIPPING";
  return discount.productIds === null ? "ORDER" : "PRODUCT";
}

function connectCodes(discount: Discount, args: Args): Answer {
  const code = {
    id: gid("DiscountRedeemCode", discount.id),
    code: discount.code,
    asyncUsageCount: discount.usageCount,
  };
  return connect([code], args, {
    sortBy: (entry) => entry.code,
    id: () => discount.id,
    answer: (entry) => entry,
    obeyed: ["sortKey"],
  });
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
  const { productIds } = discount;
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
  if (term.field === "code") return matchText(discount.code, term);
  if (term.field === "title") return matchText(discount.title, term);
  if (term.field === "id") return matchNumber(discount.id, term);
  if (term.field === "status") return matchText(discountStatus(discount, asking.ctx.now()), term);
  throw unknownFilter(term);
}

/** The discount of a DiscountCodeNode's global id, or null. */
export function findDiscountByGid(asking: Asking, id: unknown): Discount | null {
  const wanted = readGid("DiscountCodeNode", id);
  return asking.shop.discounts.find((entry) => entry.id === wanted) ?? null;
}
