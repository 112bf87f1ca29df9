import type { BuyerTraces } from "./fraud/traces.ts";
import { compareInstants } from "./instant.ts";
import type { RefundFacts } from "./refund.ts";
import { isStorable } from "./plain.ts";

/** One line of an order. Minor units of shop money (M6). */
export type LineFacts = {
  readonly id: string;
  readonly title: string;
  /** As bought (or as raised by an edit); what was returned or removed does not lower it. */
  readonly quantity: number;
  /** What is left after returns and removals, or null where the payload is too old to say. */
  readonly currentQuantity: number | null;
  /** Of one piece, before discounts. */
  readonly priceMinor: bigint;
  /** All discount allocations of this line together, order-level ones included. */
  readonly discountMinor: bigint;
  /** All tax lines of this line together. */
  readonly taxMinor: bigint;
  readonly giftCard: boolean;
  /** The platform may list a tip as a line; it is then not in `tipMinor` too. */
  readonly tip: boolean;
  readonly productId: string | null;
  readonly variantId: string | null;
  readonly sku: string | null;
  readonly vendor: string | null;
  /** Sold by a selling plan, or by the renewal of a subscription. */
  readonly subscription: boolean;
  /** Digits; absent where the platform names none, as for a one-time purchase and for some renewals. */
  readonly sellingPlanId?: string;
};

/** What the platform says of the goods and the customer beside the order; a webhook's body does not hold it. */
export type CatalogFacts = {
  /** When it was first read; what was read first stays, so that later changes in the store change no order (T3). */
  readonly readAt: string;
  /** By product id, digits; a product that was deleted before is missing. */
  readonly products: Readonly<Record<string, ProductFacts>>;
  /** Null for an order without a customer. */
  readonly customerTags: readonly string[] | null;
};

export type ProductFacts = {
  readonly tags: readonly string[];
  /** Digits. */
  readonly collectionIds: readonly string[];
  /** Where it was read later than the rest, as the product of a line that an edit added is. */
  readonly readAt?: string;
};

/** One shipping line: its price after its own discounts, and its tax (inside the price where taxes are included). */
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

/** A customer who was to be forgotten: what stays of them is only what the terms had asked about them. */
export type ForgottenCustomer = {
  readonly at: string;
  /** By the canonical text of a test of the judging terms, what became of it. */
  readonly answers: Readonly<Record<string, "holds" | "fails" | "unknown">>;
};

/** What money needs to know of an order, and no personal data. Both readers of the platform yield this (M10). */
export type OrderFacts = {
  /** The platform's number of the order, as digits. */
  readonly id: string;
  /** What the merchant calls it: "#1001". */
  readonly name: string;
  /** Shop money: every amount here is in it (M6). */
  readonly currency: string;
  readonly presentmentCurrency: string;
  readonly createdAt: string;
  /** Resolution of one second (M10). */
  readonly updatedAt: string;
  readonly cancelledAt: string | null;
  /** When it was first heard to be paid; null while it is not. */
  readonly paidAt: string | null;
  /** When the last piece was sent; null while something is not, and where the platform lists nothing that was sent. */
  readonly fulfilledAt: string | null;
  /** Only where the newest reading calls the order sent and lists nothing that was. */
  readonly sentUnlisted?: true;
  /** When that was first heard; kept whatever is heard later. */
  readonly sentHeardAt?: string;
  readonly deleted: boolean;
  readonly test: boolean;
  readonly financialStatus: FinancialStatus;
  readonly dispute: "none" | "open" | "won" | "lost";
  readonly sourceName: string | null;
  /**
   * Sales channel that the platform attributes the order to, such as an AI assistant; '' where it names none, absent
   * until it was asked. No message tells it.
   */
  readonly channelName?: string;
  readonly taxesIncluded: boolean;
  readonly lines: readonly LineFacts[];
  /** Ids of lines known to have been added by an edit: a set that only grows. Fixed amounts leave them out (M8). */
  readonly linesAddedLater: readonly string[];
  readonly shipping: readonly ShippingFacts[];
  /** Tip received that no line shows. */
  readonly tipMinor: bigint;
  readonly dutiesMinor: bigint;
  /** Codes that a shopper entered: those with a discount application of type `discount_code`, as written. */
  readonly discountCodes: readonly string[];
  /**
   * Affiliates' codes in the order's tags and note, as typed; absent where there are none. A reading holds all words of
   * them, of which `takeNews` keeps the codes, so that no text of a note is stored.
   */
  readonly typedCodes?: readonly string[];
  /** The private cart attribute `__aff_click`, untrusted. */
  readonly clickAttribute: string | null;
  /** By which the web pixel knows the purchase; null where it is not told, as by the platform's own answer. */
  readonly checkoutToken: string | null;
  /** Path and query of the page where the buying session began. */
  readonly landingSite: string | null;
  readonly customerId: string | null;
  /** Keyed hash of the customer's e-mail, to know them again without knowing them. */
  readonly customerHash: string | null;
  /** Keyed hashes by which an affiliate who buys is known, and the host that led to the store (fraud). */
  readonly traces?: BuyerTraces;
  /** 1 for the customer's first order; null while the platform does not say. */
  readonly customerOrderIndex: number | null;
  /** ISO 3166 code of the country that the order goes to, or else is billed to. */
  readonly countryCode: string | null;
  /** Null until the platform was asked. */
  readonly catalog: CatalogFacts | null;
  /** A set that only grows, by id, each with its newest status (M10). */
  readonly refunds: readonly RefundFacts[];
  /** Only where the customer was to be forgotten; then nothing of them is here, and no later message brings it back. */
  readonly forgotten?: ForgottenCustomer;
};

/**
 * Which of the codes on an order a shopper entered. Merchants' manual discounts appear among `discount_codes` with
 * their title, so a code counts only when an application of type `discount_code` names it (case-insensitive). One that
 * no database keeps is nobody's, and holds up no order.
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

/** Reads the platform's word for it, in whichever case; "unknown" for a word of tomorrow. */
export function readFinancialStatus(text: string | null | undefined): FinancialStatus {
  return financialStatuses.find((one) => one === text?.toLowerCase()) ?? "unknown";
}

/** What a delivery, or the platform when asked, says about one order. */
export type OrderNews =
  | {
      readonly kind: "order";
      readonly facts: OrderFacts;
      /** It shows that an edit added something, and not what: only the platform can say which lines came later. */
      readonly edited?: boolean;
      /** Domain of the shop that the body names by the address of its status page; absent where it names none. */
      readonly namedShop?: string;
    }
  /** The platform was asked and no longer has it. */
  | { readonly kind: "deleted"; readonly orderId: string }
  /** What the platform says of the goods and the customer alone. */
  | { readonly kind: "catalog"; readonly orderId: string; readonly catalog: CatalogFacts }
  /** The how-maniest order of its customer it is, from 1 and null where that is not known, and its sales channel. */
  | {
      readonly kind: "numbered";
      readonly orderId: string;
      readonly customerOrderIndex: number | null;
      readonly channelName: string;
    }
  /** It changed in a way that the message does not tell in full: the platform has to be asked. */
  | {
      readonly kind: "refetch";
      readonly orderId: string;
      /** A refund that the platform's answer has to contain. */
      readonly refundId?: string;
      /** The message says that the order was deleted. */
      readonly deleted?: boolean;
    };

export function orderIdOf(news: OrderNews): string {
  return news.kind === "order" ? news.facts.id : news.orderId;
}

/** What both readers of the platform conclude in the same way (M10). */

const moneyCame: ReadonlySet<FinancialStatus> = new Set(["paid", "partially_refunded", "refunded"]);

/** The platform tells no moment of payment: it is that of the reading that tells of it first (M11). */
export function paidAtOf(status: FinancialStatus, updatedAt: string): string | null {
  return moneyCame.has(status) ? updatedAt : null;
}

type Sent = Pick<OrderFacts, "fulfilledAt" | "sentUnlisted" | "sentHeardAt">;

/**
 * When the last piece was sent of an order that is sent wholly. Of one that lists nothing sent the platform tells no
 * moment, as of a payment: it is that of the reading that tells of it first (M11).
 */
export function sentOf(
  status: string | null | undefined,
  fulfilments: readonly { readonly createdAt: string; readonly status: string | null | undefined }[],
  updatedAt: string,
): Sent {
  if (status?.toLowerCase() !== "fulfilled") return { fulfilledAt: null };
  const sent = fulfilments.filter((one) => one.status?.toLowerCase() === "success");
  const last = sent.map((one) => one.createdAt).toSorted(compareInstants);
  const fulfilledAt = last.at(-1) ?? null;
  return fulfilledAt === null ? { fulfilledAt, sentUnlisted: true, sentHeardAt: updatedAt } : { fulfilledAt };
}

/** Under which `source_name` the platform places the later orders of a subscription contract. */
export const renewalSources = ["subscription_contract", "subscription_contract_checkout_one"] as const;

const renewals: ReadonlySet<string> = new Set(renewalSources);

/** Renewals are orders of their own, whose lines may name no selling plan any more. */
export function isRenewal(sourceName: string | null | undefined): boolean {
  return renewals.has(sourceName ?? "");
}

/**
 * Lines with what another reading knew of their goods. The platform forgets a line's product when the product is
 * deleted, and that changes nothing about what was sold.
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
