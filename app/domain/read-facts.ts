import type { LineFacts, OrderFacts, ShippingFacts } from "./order.ts";
import type { RefundFacts } from "./refund-facts.ts";

/** A value in the form of `toPlain`: bigints are texts. */
type PlainForm<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly PlainForm<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: PlainForm<Value[Key]> }
      : Value;

type StoredOrderFacts = PlainForm<OrderFacts>;

/**
 * An order's facts from the database. The input is trusted: pass only the result of `toPlain`. Fields are listed
 * one by one because objects of the same shape make calculations over many orders fast.
 */
export function readFacts(plain: unknown): OrderFacts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const kept = plain as StoredOrderFacts;
  const facts = {
    id: kept.id,
    name: kept.name,
    currency: kept.currency,
    presentmentCurrency: kept.presentmentCurrency,
    createdAt: kept.createdAt,
    updatedAt: kept.updatedAt,
    cancelledAt: kept.cancelledAt,
    paidAt: kept.paidAt,
    fulfilledAt: kept.fulfilledAt,
    deleted: kept.deleted,
    test: kept.test,
    financialStatus: kept.financialStatus,
    dispute: kept.dispute,
    sourceName: kept.sourceName,
    taxesIncluded: kept.taxesIncluded,
    lines: kept.lines.map(readLine),
    linesAddedLater: kept.linesAddedLater,
    shipping: kept.shipping.map(readShipping),
    tipMinor: BigInt(kept.tipMinor),
    dutiesMinor: BigInt(kept.dutiesMinor),
    discountCodes: kept.discountCodes,
    clickAttribute: kept.clickAttribute,
    checkoutToken: kept.checkoutToken,
    landingSite: kept.landingSite,
    customerId: kept.customerId,
    customerHash: kept.customerHash,
    customerOrderIndex: kept.customerOrderIndex,
    countryCode: kept.countryCode,
    catalog: kept.catalog,
    refunds: kept.refunds.map(readRefund),
  };
  const { sentHeardAt, forgotten, channelName, typedCodes } = kept;
  const isUsual =
    sentHeardAt === undefined &&
    forgotten === undefined &&
    channelName === undefined &&
    typedCodes === undefined;
  const traced = kept.traces === undefined ? facts : { ...facts, traces: kept.traces };
  return isUsual ? traced : { ...traced, ...readUnusual(kept) };
}

/** Few orders have these fields. Without them, the others keep the same shape. */
function readUnusual({
  sentUnlisted,
  sentHeardAt,
  forgotten,
  channelName,
  typedCodes,
}: StoredOrderFacts): Pick<
  OrderFacts,
  "sentUnlisted" | "sentHeardAt" | "forgotten" | "channelName" | "typedCodes"
> {
  return {
    ...(sentUnlisted && { sentUnlisted }),
    ...(sentHeardAt && { sentHeardAt }),
    ...(forgotten && { forgotten }),
    ...(channelName !== undefined && { channelName }),
    ...(typedCodes !== undefined && { typedCodes }),
  };
}

function readLine(kept: PlainForm<LineFacts>): LineFacts {
  return {
    id: kept.id,
    title: kept.title,
    quantity: kept.quantity,
    currentQuantity: kept.currentQuantity,
    priceMinor: BigInt(kept.priceMinor),
    discountMinor: BigInt(kept.discountMinor),
    taxMinor: BigInt(kept.taxMinor),
    giftCard: kept.giftCard,
    tip: kept.tip,
    productId: kept.productId,
    variantId: kept.variantId,
    sku: kept.sku,
    vendor: kept.vendor,
    subscription: kept.subscription,
    ...(kept.sellingPlanId !== undefined && { sellingPlanId: kept.sellingPlanId }),
  };
}

function readShipping({ id, title, priceMinor, taxMinor }: PlainForm<ShippingFacts>): ShippingFacts {
  return { id, title, priceMinor: BigInt(priceMinor), taxMinor: BigInt(taxMinor) };
}

function readRefund(kept: PlainForm<RefundFacts>): RefundFacts {
  return {
    id: kept.id,
    createdAt: kept.createdAt,
    asOf: kept.asOf,
    status: kept.status,
    lines: kept.lines.map(({ lineId, quantity, subtotalMinor, taxMinor }) => ({
      lineId,
      quantity,
      subtotalMinor: BigInt(subtotalMinor),
      taxMinor: BigInt(taxMinor),
    })),
    shipping: kept.shipping.map(({ shippingId, subtotalMinor, taxMinor }) => ({
      shippingId,
      subtotalMinor: BigInt(subtotalMinor),
      taxMinor: BigInt(taxMinor),
    })),
    adjustments: kept.adjustments.map(({ kind, amountMinor, taxMinor }) => ({
      kind,
      amountMinor: BigInt(amountMinor),
      taxMinor: BigInt(taxMinor),
    })),
    ...(kept.paidMinor !== undefined && { paidMinor: BigInt(kept.paidMinor) }),
  };
}
