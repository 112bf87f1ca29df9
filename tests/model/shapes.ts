/**
 * Input of the model. The shapes are written again here, from docs/ledger.md and docs/terms.md, so that the model
 * imports nothing from the product. Amounts are minor units of the shop's currency.
 */
export type Amount = { readonly minor: bigint; readonly currency: string };

export type Line = {
  readonly id: string;
  readonly quantity: number;
  readonly currentQuantity: number | null;
  readonly priceMinor: bigint;
  readonly discountMinor: bigint;
  readonly taxMinor: bigint;
  readonly giftCard: boolean;
  readonly tip: boolean;
  readonly productId: string | null;
  readonly variantId: string | null;
  readonly sku: string | null;
  readonly vendor: string | null;
  readonly subscription: boolean;
  readonly sellingPlanId?: string;
};

export type Refund = {
  readonly id: string;
  readonly createdAt: string;
  readonly asOf: string;
  readonly status: "pending" | "success" | "failed";
  readonly lines: readonly {
    readonly lineId: string;
    readonly quantity: number;
    readonly subtotalMinor: bigint;
    readonly taxMinor: bigint;
  }[];
  readonly shipping: readonly {
    readonly shippingId: string | null;
    readonly subtotalMinor: bigint;
    readonly taxMinor: bigint;
  }[];
  readonly adjustments: readonly {
    readonly kind: "discrepancy" | "shipping-refund";
    readonly amountMinor: bigint;
    readonly taxMinor: bigint;
  }[];
};

export type Catalog = {
  readonly products: Readonly<
    Record<string, { readonly tags: readonly string[]; readonly collectionIds: readonly string[] }>
  >;
  readonly customerTags: readonly string[] | null;
};

export type Order = {
  readonly id: string;
  readonly currency: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cancelledAt: string | null;
  readonly deleted: boolean;
  readonly test: boolean;
  readonly financialStatus: string;
  readonly dispute: "none" | "open" | "won" | "lost";
  readonly paidAt: string | null;
  readonly fulfilledAt: string | null;
  readonly sentUnlisted?: true;
  readonly sentHeardAt?: string;
  readonly sourceName: string | null;
  readonly taxesIncluded: boolean;
  readonly lines: readonly Line[];
  readonly linesAddedLater: readonly string[];
  readonly shipping: readonly {
    readonly id: string;
    readonly priceMinor: bigint;
    readonly taxMinor: bigint;
  }[];
  readonly tipMinor: bigint;
  readonly dutiesMinor: bigint;
  readonly discountCodes: readonly string[];
  readonly typedCodes?: readonly string[];
  readonly countryCode: string | null;
  readonly customerHash: string | null;
  readonly customerId: string | null;
  readonly customerOrderIndex: number | null;
  readonly catalog: Catalog | null;
  readonly refunds: readonly Refund[];
};

export type Test = {
  readonly kind: string;
  readonly op?: string;
  readonly values?: readonly string[];
  readonly amount?: Amount;
  readonly count?: number;
  readonly is?: string;
};
export type Condition = { readonly kind: "all" | "any"; readonly of: readonly Condition[] } | Test;

export type FlatPay = {
  readonly kind: string;
  readonly rateBps?: number;
  readonly amount?: Amount;
};
export type Threshold = { readonly measure: string; readonly count?: number; readonly amount?: Amount };
export type Period = { readonly kind: string; readonly days?: number; readonly unit?: string };
export type Pay = FlatPay & {
  readonly period?: Period;
  readonly below?: FlatPay;
  readonly steps?: readonly { readonly atLeast: Threshold; readonly pay: FlatPay }[];
};
export type Bonus = {
  readonly id: string;
  readonly atLeast: Threshold;
  readonly repeats: boolean;
  readonly amount: Amount;
};

export type Terms = {
  readonly rules: readonly { readonly id: string; readonly when: Condition; readonly pay: Pay }[];
  readonly commission: Pay;
  readonly base: {
    readonly shipping: boolean;
    readonly tax: boolean;
    readonly tips: boolean;
    readonly giftCards: boolean;
    readonly duties: boolean;
    readonly beforeDiscounts: boolean;
  };
  readonly caps: {
    readonly perOrder: Amount | null;
    readonly perAffiliate: { readonly amount: Amount; readonly period: Period } | null;
  };
  readonly bonuses: readonly Bonus[];
  readonly windowDays: number;
  readonly approvalDays: number;
  readonly approvalFrom: "order" | "payment" | "fulfilment";
  /** With "manual" a person approves each commission after its hold (M11). */
  readonly approval: "automatic" | "manual";
};

/** Progress in a tier's period before the order (T6). */
export type Reached = { readonly orders: number; readonly salesMinor: bigint };

/** T10: read once, when an order is first evaluated, and kept. */
export type Kept = {
  readonly firstHeld: readonly { readonly id: string; readonly baseMinor: bigint; readonly pieces: number }[];
  /** By rule id, or "fallback". */
  readonly reached: Readonly<Record<string, Reached>>;
  /** T9: what the cap of the affiliate left this order, at most what its first lines earned; null without a cap. */
  readonly roomMinor: bigint | null;
  readonly customerOrderIndex: number | null;
  readonly customerOrder: { readonly number: number; readonly firstAt: string } | null;
  readonly affiliateTags: readonly string[];
};
