import type { Order } from "../commerce/order-types.ts";
import type {
  DiscountAllocation,
  DiscountApplication,
  LineItem,
  ShippingLine,
  TaxLine,
} from "../commerce/types.ts";
import { connect } from "./connection.ts";
import { addSets, bag, divideSet, money, multiplySet, subtractSet } from "./money.ts";
import { findProduct, findVariant } from "./product.ts";
import { gid, type Answer, type Args, type Asking } from "./resolver.ts";

/** An order, and who asks about it. */
export interface OrderView {
  asking: Asking;
  order: Order;
}

/** A LineItem of the order. */
export function answerLineItem({ asking, order }: OrderView, line: LineItem): Answer {
  const whole = multiplySet(line.price_set, line.quantity);
  // Codes and discounts on the whole order are not in "discounted" prices unless they are asked for.
  const own = line.discount_allocations.filter((entry) => isOwnDiscount(order, entry));
  const sumOf = (entries: DiscountAllocation[]) =>
    addSets(
      order,
      entries.map((entry) => entry.amount_set),
    );
  const discounted = subtractSet(order, whole, sumOf(own));
  const paid = subtractSet(order, whole, sumOf(line.discount_allocations));
  return {
    __typename: "LineItem",
    id: line.admin_graphql_api_id,
    title: line.title,
    name: line.name,
    quantity: line.quantity,
    currentQuantity: line.current_quantity,
    refundableQuantity: line.current_quantity,
    unfulfilledQuantity: line.fulfillable_quantity,
    sku: line.sku,
    vendor: line.vendor,
    variantTitle: line.variant_title,
    isGiftCard: line.gift_card,
    taxable: line.taxable,
    requiresShipping: line.requires_shipping,
    product: () => findProduct(asking, line.product_id),
    variant: () => findVariant(asking, line.variant_id),
    originalUnitPriceSet: bag(line.price_set),
    originalTotalSet: bag(whole),
    discountedTotalSet: (args: Args) => bag(args["withCodeDiscounts"] === true ? paid : discounted),
    discountedUnitPriceSet: bag(divideSet(discounted, line.quantity)),
    discountedUnitPriceAfterAllDiscountsSet: bag(divideSet(paid, line.quantity)),
    totalDiscountSet: bag(sumOf(own)),
    discountAllocations: line.discount_allocations.map((entry) => answerAllocation(order, entry)),
    taxLines: line.tax_lines.map(answerTaxLine),
    customAttributes: line.properties.map((property) => ({ key: property.name, value: property.value })),
    sellingPlan: answerPlan(asking, line),
    contract: null,
    duties: [],
  };
}

function answerPlan({ shop }: Asking, line: LineItem): Answer | null {
  if (!line.selling_plan_id) return null;
  const plan = (shop.sellingPlans ?? []).find((each) => each.id === line.selling_plan_id);
  return { name: plan?.name ?? "Subscription", sellingPlanId: gid("SellingPlan", line.selling_plan_id) };
}

function isOwnDiscount(order: Order, entry: DiscountAllocation): boolean {
  const application = order.discount_applications[entry.discount_application_index];
  return application?.type !== "discount_code" && application?.target_selection !== "all";
}

function answerAllocation(order: Order, entry: DiscountAllocation): Answer {
  const index = entry.discount_application_index;
  const application = order.discount_applications[index];
  if (application === undefined) throw new Error(`${order.name} has no discount application ${index}.`);
  return {
    allocatedAmountSet: bag(entry.amount_set),
    discountApplication: answerApplication(order, application, index),
  };
}

const applicationTypes = {
  discount_code: "DiscountCodeApplication",
  manual: "ManualDiscountApplication",
  automatic: "AutomaticDiscountApplication",
  script: "ScriptDiscountApplication",
} as const;

/** A DiscountApplication of whichever kind. */
export function answerApplication(order: Order, application: DiscountApplication, index: number): Answer {
  const value =
    application.value_type === "percentage"
      ? { __typename: "PricingPercentageValue", percentage: Number(application.value) }
      : money(application.value, order.currency);
  return {
    __typename: applicationTypes[application.type],
    index,
    value,
    allocationMethod: application.allocation_method.toUpperCase(),
    targetSelection: application.target_selection.toUpperCase(),
    targetType: application.target_type.toUpperCase(),
    title: application.title ?? application.code ?? "",
    description: application.description ?? null,
    ...(application.code === undefined ? {} : { code: application.code }),
  };
}

/** A ShippingLine of the order. */
export function answerShippingLine(order: Order, line: ShippingLine): Answer {
  return {
    id: gid("ShippingLine", line.id),
    title: line.title,
    code: line.code,
    source: line.source,
    carrierIdentifier: line.carrier_identifier,
    isRemoved: line.is_removed,
    originalPriceSet: bag(line.price_set),
    discountedPriceSet: bag(line.discounted_price_set),
    currentDiscountedPriceSet: bag(line.current_discounted_price_set),
    discountAllocations: line.discount_allocations.map((entry) => answerAllocation(order, entry)),
    taxLines: line.tax_lines.map(answerTaxLine),
  };
}

/** A TaxLine. */
export function answerTaxLine(line: TaxLine): Answer {
  return {
    title: line.title,
    rate: line.rate,
    ratePercentage: line.rate * 100,
    priceSet: bag(line.price_set),
    channelLiable: line.channel_liable,
  };
}

/** Pages of an order's own parts, in the order in which the order lists them. */
export function connectParts<Part>(
  parts: readonly Part[],
  args: Args,
  rules: { answer: (part: Part) => Answer; obeyed?: string[] },
): Answer {
  const numbered = parts.map((part, index) => ({ part, index }));
  return connect(numbered, args, {
    sortBy: ({ index }) => String(index).padStart(6, "0"),
    id: ({ index }) => index,
    answer: ({ part }) => rules.answer(part),
    obeyed: rules.obeyed ?? [],
  });
}
