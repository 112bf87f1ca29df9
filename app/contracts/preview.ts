import { z } from "zod";
import type { Basket } from "#app/domain/sample-order.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { instant, money, namedWire, plainText } from "./wire.ts";
import { amountWire, termsBody, wholeNumber } from "./terms.ts";
import { termsOfWire } from "./terms-codecs.ts";
import { because, enter, wrong } from "./reasons.ts";

const id = z.string().max(40, wrong("id"));
const text = plainText(255);
const texts = z.array(text).max(50).default([]);
const digits = z.string().regex(/^\d{1,20}$/, wrong("digits"));
const sum = amountWire.refine(({ amount }) => !amount.startsWith("-"), because({ code: "not_negative" }));

const line = z.strictObject({
  title: text.default(""),
  price: sum,
  quantity: wholeNumber(1, 100_000, enter("quantity")),
  discount: sum.optional(),
  tax: sum.optional(),
  productId: digits.nullable().default(null),
  variantId: digits.nullable().default(null),
  sku: text.nullable().default(null),
  vendor: text.nullable().default(null),
  tags: texts,
  collectionIds: z.array(digits).max(50).default([]),
  subscription: z.boolean().default(false),
  giftCard: z.boolean().default(false),
});

const basket = z.strictObject({
  lines: z.array(line).min(1, enter("lines")).max(50),
  shipping: sum.optional(),
  tip: sum.optional(),
  duties: sum.optional(),
  taxesIncluded: z.boolean().default(false),
  discountCodes: texts,
  customerTags: texts,
  affiliateTags: texts,
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, wrong("country_code"))
    .nullable()
    .default(null),
  channel: text.nullable().default(null),
  subId: text.nullable().default(null),
  customerOrder: wholeNumber(1, 10_000, enter("number")).default(1),
  monthsSinceFirst: wholeNumber(0, 1200, enter("months")).default(0),
  reached: z.strictObject({ orders: wholeNumber(0, 1_000_000, enter("orders")), sales: sum }).optional(),
});

type BasketGiven = z.output<typeof basket>;

/** Body of POST /api/v1/programs/preview: draft terms and a sample order. Nothing is stored. */
export const previewBody = z
  .strictObject({
    /** Program whose terms the draft changes and is compared with. Absent for a new program. */
    programId: id.optional(),
    /** Affiliate whose custom terms the draft is for. */
    affiliateId: id.optional(),
    terms: termsBody.partial().transform(termsOfWire),
    basket: basket.optional(),
  })
  .meta({ id: "Preview" });

/** The basket in minor units. The contract has validated its amounts. */
export function basketOf(given: BasketGiven): Basket {
  return {
    ...given,
    lines: given.lines.map(({ price, discount, tax, ...rest }) => ({
      ...rest,
      priceMinor: minorOf(price),
      discountMinor: minorOf(discount),
      taxMinor: minorOf(tax),
    })),
    shippingMinor: minorOf(given.shipping),
    tipMinor: minorOf(given.tip),
    dutiesMinor: minorOf(given.duties),
    reached: { orders: given.reached?.orders ?? 0, salesMinor: minorOf(given.reached?.sales) },
  };
}

/** Fields of a basket whose amounts are not in the shop's currency. */
export function foreignAmounts(given: BasketGiven, currency: string): string[] {
  const { shipping, tip, duties, reached, lines } = given;
  const amounts = [
    ["basket.shipping", shipping],
    ["basket.tip", tip],
    ["basket.duties", duties],
    ["basket.reached.sales", reached?.sales],
    ...lines.flatMap(({ price, discount, tax }, index) => [
      [`basket.lines.${index}.price`, price] as const,
      [`basket.lines.${index}.discount`, discount] as const,
      [`basket.lines.${index}.tax`, tax] as const,
    ]),
  ] as const;
  return amounts.flatMap(([field, amount]) => (amount && amount.currencyCode !== currency ? [field] : []));
}

function minorOf(amount: { amount: string; currencyCode: string } | undefined): bigint {
  return amount ? parseDecimal(amount.amount, amount.currencyCode).minor : 0n;
}

const step = z.object({
  rule: z.string().meta({ description: "Number of the rule in docs/ledger.md or docs/terms.md" }),
  text: z.string(),
  amount: money,
});

const pricedLine = z.object({
  id: z.string(),
  title: z.string(),
  counts: z.boolean(),
  rules: z
    .array(
      z.object({
        id: z.string().nullable(),
        name: z.string(),
        tried: z.boolean(),
        matched: z.boolean(),
        text: z.string(),
      }),
    )
    .meta({ description: "In their order: the first that matched pays, and those after it are not tried" }),
  steps: z.array(step),
  commission: money,
  current: money,
});

const priced = z
  .object({
    totals: z.object({
      base: money,
      remainingBase: money,
      commission: money.meta({ description: "As earned, before refunds" }),
      current: money,
    }),
    moreThanSold: z.boolean().meta({
      description:
        "The commission, as earned, is more than the order's net sales, with the gift cards that the terms count",
    }),
    reason: z.string().nullable().meta({ description: "Why nothing stands, where nothing does" }),
    knownBefore: z.array(z.string()).meta({ description: "What was taken as known of other orders" }),
    lines: z.array(pricedLine),
  })
  .meta({ id: "PricedOrder" });

const comparison = {
  draft: priced,
  today: priced.nullable().meta({ description: "Under the terms of today; null for a new program" }),
};

const bonusesPaid = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    times: z
      .int()
      .nullable()
      .meta({ description: "Null where it is so often that such an order would wait for a person" }),
    amount: money.nullable().meta({ description: "All times together" }),
  }),
);

const bonusComparison = z.object({
  draft: bonusesPaid.meta({ description: "Those that it reaches" }),
  today: bonusesPaid.nullable(),
});

const bonuses = z.object({
  basket: bonusComparison.nullable(),
  affiliates: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        reached: z.array(
          z.object({
            affiliate: namedWire,
            times: z.int(),
            amount: money,
          }),
        ),
        more: z.boolean().meta({ description: "Others have reached it too" }),
      }),
    )
    .meta({
      description:
        "By bonus of the draft, who has reached it already by today's counts: what was reached before is not paid (T11)",
    }),
});

/** Answer of POST /api/v1/programs/preview. */
export const previewWire = z
  .object({
    basket: z.object(comparison).nullable(),
    orders: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        placedAt: instant,
        affiliate: z.string().nullable().meta({
          description: "Who was credited; null where the order is reckoned as if somebody had been",
        }),
        unread: z.boolean().meta({
          description:
            "Its collections and tags were never read, though the draft or today's terms ask for them: the rules that ask do not pay",
        }),
        ...comparison,
        bonuses: bonusComparison.meta({
          description:
            "After all that its affiliate has but it and later orders, had the terms been there from the beginning",
        }),
      }),
    ),
    bonuses,
  })
  .meta({ id: "PreviewResult" });

export type PreviewWire = z.input<typeof previewWire>;
export type BonusesPaidWire = z.input<typeof bonusesPaid>;
export type PricedWire = z.input<typeof priced>;
