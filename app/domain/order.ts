import type { BuyerTraces } from "./fraud/traces.ts";
import { compareInstants } from "./instant.ts";
import type { RefundFacts } from "./refund-facts.ts";
import { isStorable } from "./plain.ts";

/** A line of an order. Minor units of shop money (M6). */
export type LineFacts = {
  readonly id: string;
  readonly title: string;
  /** As bought, or as increased by an edit. Returns and removals do not lower it. */
  readonly quantity: number;
  /** Pieces left after returns and removals. Null if the payload is too old to have them. */
  readonly currentQuantity: number | null;
  /** Price of one piece, before discounts. */
  readonly priceMinor: bigint;
  /** All discount allocations of this line, including those of order discounts. */
  readonly discountMinor: bigint;
  /** All tax lines of this line. */
  readonly taxMinor: bigint;
  readonly giftCard: boolean;
  /** The platform may list a tip as a line. It is then not part of `tipMinor`. */
  readonly tip: boolean;
  readonly productId: string | null;
  readonly variantId: string | null;
  readonly sku: string | null;
  readonly vendor: string | null;
  /** Sold with a selling plan, or by a subscription renewal. */
  readonly subscription: boolean;
  /** Numeric id. Absent when the platform names no plan, as for one-time purchases and some renewals. */
  readonly sellingPlanId?: string;
};

/** Facts about the goods and the customer that a webhook's body does not hold. */
export type CatalogFacts = {
  /** Time of the first reading. First readings stay, so later changes in the store change no order (T3). */
  readonly readAt: string;
  /** By numeric product id. Products that were deleted before the reading are missing. */
  readonly products: Readonly<Record<string, ProductFacts>>;
  /** Null for an order without a customer. */
  readonly customerTags: readonly string[] | null;
};

export type ProductFacts = {
  readonly tags: readonly string[];
  /** Numeric ids. */
  readonly collectionIds: readonly string[];
  /** Set when the product was read later than the others, for example because an edit added its line. */
  readonly readAt?: string;
};

/**
 * A shipping line: its price after its own discounts, and its tax (part of the price when taxes are included).
 */
export type ShippingFacts = {
  readonly id: string;
  readonly title: string;
  readonly priceMinor: bigint;
  readonly taxMinor: bigint;
};

export type FinancialStatus =
  | "pending"
  | "authorized"
  | "partially_paid"
  | "paid"
  | "partially_refunded"
  | "refunded"
  | "voided"
  | "expired"
  | "unknown";

/** A forgotten customer. Only the outcomes of the terms' tests about them remain. */
export type ForgottenCustomer = {
  readonly at: string;
  /** Outcomes by the canonical text of the test. */
  readonly answers: Readonly<Record<string, "holds" | "fails" | "unknown">>;
};

/** Facts of an order that money depends on, without personal data. Both readers of the platform yield this (M10). */
export type OrderFacts = {
  /** The platform's numeric id. */
  readonly id: string;
  /** The merchant's name for it: "#1001". */
  readonly name: string;
  /** Shop money. All amounts here are in it (M6). */
  readonly currency: string;
  readonly presentmentCurrency: string;
  readonly createdAt: string;
  /** Precise to one second (M10). */
  readonly updatedAt: string;
  readonly cancelledAt: string | null;
  /** Time of the first reading as paid. Null while unpaid. */
  readonly paidAt: string | null;
  /**
   * When the last piece was sent. Null while something is unsent, and when the platform lists no fulfillments.
   */
  readonly fulfilledAt: string | null;
  /** Set when the newest reading says "fulfilled" without listing any fulfillment. */
  readonly sentUnlisted?: true;
  /** Time of the first such reading. Later readings keep it. */
  readonly sentHeardAt?: string;
  readonly deleted: boolean;
  readonly test: boolean;
  readonly financialStatus: FinancialStatus;
  readonly dispute: "none" | "open" | "won" | "lost";
  readonly sourceName: string | null;
  /**
   * Sales channel that the platform attributes the order to, such as an AI assistant. '' when it names none,
   * absent until the platform was asked. Messages don't include it.
   */
  readonly channelName?: string;
  readonly taxesIncluded: boolean;
  readonly lines: readonly LineFacts[];
  /** Ids of lines added by edits, a set that only grows. Fixed amounts exclude them (M8). */
  readonly linesAddedLater: readonly string[];
  readonly shipping: readonly ShippingFacts[];
  /** Tip that is not a line. */
  readonly tipMinor: bigint;
  readonly dutiesMinor: bigint;
  /** Codes that a shopper entered, as typed: those with a discount application of type `discount_code`. */
  readonly discountCodes: readonly string[];
  /**
   * Affiliates' codes in the order's tags and note, as typed. Absent when there are none. A fresh reading holds
   * all words; `applyNews` keeps only the codes, so that no text of a note is stored.
   */
  readonly typedCodes?: readonly string[];
  /** The private cart attribute `__aff_click`. Untrusted. */
  readonly clickAttribute: string | null;
  /** Token by which the web pixel knows the purchase. Null when unknown; API answers don't include it. */
  readonly checkoutToken: string | null;
  /** Path and query of the page where the buying session began. */
  readonly landingSite: string | null;
  readonly customerId: string | null;
  /** Keyed hash of the customer's email address, to recognize them without storing it. */
  readonly customerHash: string | null;
  /** Keyed hashes that reveal an affiliate who buys, and the host that led to the store (fraud rules). */
  readonly traces?: BuyerTraces;
  /** 1 for the customer's first order. Null until the platform sends it. */
  readonly customerOrderIndex: number | null;
  /** ISO 3166 code of the shipping country, else of the billing country. */
  readonly countryCode: string | null;
  /** Null until the platform was asked. */
  readonly catalog: CatalogFacts | null;
  /** Refunds by id, each with its newest status. The set only grows (M10). */
  readonly refunds: readonly RefundFacts[];
  /** Set when the customer is forgotten. Their data is then absent, and no later message restores it. */
  readonly forgotten?: ForgottenCustomer;
};

/**
 * The codes that a shopper entered. A merchant's manual discounts appear in `discount_codes` with their title,
 * so a code counts only when an application of type `discount_code` names it (case-insensitive). Codes that the
 * database can't store belong to nobody and are dropped, so that they don't block the order.
 */
export function enteredCodes(
  listed: readonly string[],
  applications: readonly { readonly type: string; readonly code?: string | null | undefined }[],
): string[] {
  const entered = new Set(
    applications.filter((one) => one.type === "discount_code").map((one) => (one.code ?? "").toLowerCase()),
  );
  return listed.filter((code, index) => {
    const key = code.toLowerCase();
    return (
      isStorable(code) &&
      entered.has(key) &&
      listed.findIndex((other) => other.toLowerCase() === key) === index
    );
  });
}

const financialStatuses: readonly FinancialStatus[] = [
  "pending",
  "authorized",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
  "voided",
  "expired",
];

/** Reads the platform's status in any case. Unrecognized values become "unknown". */
export function readFinancialStatus(text: string | null | undefined): FinancialStatus {
  return financialStatuses.find((one) => one === text?.toLowerCase()) ?? "unknown";
}

/** News of one order, from a delivery or from the platform's answer. */
export type OrderNews =
  | {
      readonly kind: "order";
      readonly facts: OrderFacts;
      /**
       * True when an edit added something that the payload does not list. Only the platform can tell which
       * lines are new.
       */
      readonly edited?: boolean;
      /** Domain of the shop in the payload's status page URL. Absent when the payload has none. */
      readonly namedShop?: string;
    }
  /** The platform no longer has the order. */
  | { readonly kind: "deleted"; readonly orderId: string }
  /** Facts about the goods and the customer alone. */
  | { readonly kind: "catalog"; readonly orderId: string; readonly catalog: CatalogFacts }
  /** Number of the order among its customer's orders, from 1 or null if unknown, and its sales channel. */
  | {
      readonly kind: "numbered";
      readonly orderId: string;
      readonly customerOrderIndex: number | null;
      readonly channelName: string;
    }
  /** The order changed in a way that the message does not fully describe, so it has to be fetched. */
  | {
      readonly kind: "refetch";
      readonly orderId: string;
      /** A refund that the fetched order has to contain. */
      readonly refundId?: string;
      /** The message says that the order was deleted. */
      readonly deleted?: boolean;
    };

export function orderIdOf(news: OrderNews): string {
  return news.kind === "order" ? news.facts.id : news.orderId;
}

/** Conclusions that the webhook reader and the API reader share (M10). */
const moneyCame: ReadonlySet<FinancialStatus> = new Set(["paid", "partially_refunded", "refunded"]);

/** The platform sends no time of payment, so the first reading with a paid status sets it (M11). */
export function paidAtOf(status: FinancialStatus, updatedAt: string): string | null {
  return moneyCame.has(status) ? updatedAt : null;
}

type FulfillmentTimes = Pick<OrderFacts, "fulfilledAt" | "sentUnlisted" | "sentHeardAt">;

/**
 * When the last piece of a fully fulfilled order was sent. If the platform lists no successful fulfillment
 * there is no such time, and the first reading that says "fulfilled" sets it (M11).
 */
export function sentOf(
  status: string | null | undefined,
  fulfillments: readonly { readonly createdAt: string; readonly status: string | null | undefined }[],
  updatedAt: string,
): FulfillmentTimes {
  if (status?.toLowerCase() !== "fulfilled") return { fulfilledAt: null };
  const sent = fulfillments.filter((one) => one.status?.toLowerCase() === "success");
  const last = sent.map((one) => one.createdAt).toSorted(compareInstants);
  const fulfilledAt = last.at(-1) ?? null;
  return fulfilledAt === null ? { fulfilledAt, sentUnlisted: true, sentHeardAt: updatedAt } : { fulfilledAt };
}

/** `source_name` of the orders that the platform creates from a subscription contract. */
export const renewalSources = ["subscription_contract", "subscription_contract_checkout_one"] as const;

const renewals: ReadonlySet<string> = new Set(renewalSources);

/** A renewal is an order of its own. Its lines may no longer name a selling plan. */
export function isRenewal(sourceName: string | null | undefined): boolean {
  return renewals.has(sourceName ?? "");
}

/**
 * Fills in the products of lines from another reading. The platform removes a line's product when the product
 * is deleted, which does not change what was sold.
 */
export function withKnownGoods(
  lines: readonly LineFacts[],
  known: readonly LineFacts[],
): readonly LineFacts[] {
  if (lines.every((line) => line.productId !== null && line.variantId !== null)) return lines;
  const byId = new Map(known.map((line) => [line.id, line]));
  return lines.map((line) => {
    const before = byId.get(line.id);
    if (!before) return line;
    return {
      ...line,
      productId: line.productId ?? before.productId,
      variantId: line.variantId ?? before.variantId,
    };
  });
}
