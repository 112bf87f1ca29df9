import { idDigits, codeReason, batchWire } from "./code.ts";
import { z } from "zod";
import { discountStatuses } from "./statuses.ts";
import { textFault } from "#app/domain/codes/code-template.ts";
import {
  discountClasses,
  discountKinds,
  discountMinimums,
  discountScopes,
} from "#app/domain/codes/discount.ts";
import { day, instant, listQuery, namedWire, paginationWire, plainName } from "./wire.ts";
import { because, enter, ofType } from "./reasons.ts";
const decimal = z
  .string(ofType(enter("amount")))
  .trim()
  .max(30);
const kinds = discountKinds.filter((kind) => kind !== "other");
const count = (message: string) => z.int(ofType(message)).min(1, message).max(1_000_000);

const discountShape = {
  title: plainName(120, enter("name")).optional().meta({ description: "Its name in the store's admin" }),
  kind: z.enum(kinds),
  percent: decimal.optional().meta({ description: "Of a percentage, such as 12.5" }),
  amount: decimal.optional().meta({ description: "Of an amount, in the store's currency" }),
  eachItem: z.boolean().default(false).meta({ description: "The amount is taken off each item" }),
  scope: z.enum(discountScopes).default("all"),
  itemIds: z.array(idDigits).max(100).default([]),
  minimum: z.enum(discountMinimums).default("none"),
  minimumAmount: decimal.optional(),
  minimumQuantity: count(enter("items")).optional(),
  firstDay: day
    .optional()
    .meta({ description: "First day, in the store's time zone; at once when left out" }),
  lastDay: day.optional().meta({ description: "Last day, counted in; without an end when left out" }),
  usageLimit: count(enter("uses")).optional(),
  oncePerCustomer: z.boolean().default(false),
  combinesWith: z.array(z.enum(discountClasses)).max(3).default([]),
};

const codesShape = {
  template: z
    .string(ofType(enter("template")))
    .trim()
    .min(1, enter("template"))
    .max(100)
    .superRefine((text, checked) => {
      const reason = textFault(text);
      if (reason !== null) checked.addIssue({ code: "custom", message: because(reason) });
    })
    .meta({ description: "{FIRSTNAME} {LASTNAME} {NAME} {PERCENT} {AMOUNT} {RANDOM4} and your own letters" }),
  affiliateIds: z.array(z.string().max(40)).max(5000).default([]),
  programId: z.string().max(40).optional().meta({ description: "Everybody of it, instead of those named" }),
};

/** Body of POST /api/v1/discounts and of its preview. */
export const makeDiscountBody = z
  .strictObject({ ...discountShape, ...codesShape })
  .meta({ id: "CreateDiscount" });

/** The discount of a body, and the affiliates who get codes of it. */
export function discountInput({
  template,
  affiliateIds,
  programId,
  ...draft
}: z.output<typeof makeDiscountBody>) {
  return { draft, wanted: { template, affiliateIds, programId } };
}

/** Body of POST /api/v1/discounts/{id}/codes. */
export const addCodesBody = z.strictObject(codesShape).meta({ id: "AddDiscountCodes" });

/** Body of PUT /api/v1/discounts/{id}/status. */
export const discountStatusBody = z
  .strictObject({
    status: z.enum(["active", "paused"]),
    reason: codeReason.optional(),
  })
  .meta({ id: "ChangeDiscountStatus" });

const { percent, amount, eachItem, minimum, minimumAmount, minimumQuantity } = discountShape;
const { lastDay, usageLimit, oncePerCustomer, combinesWith } = discountShape;

/** Body of PUT /api/v1/discounts/{id}: all that can be written anew; what is left out is taken away. */
export const editDiscountBody = z
  .strictObject({
    percent,
    amount,
    eachItem,
    minimum,
    minimumAmount,
    minimumQuantity,
    lastDay,
    usageLimit,
    oncePerCustomer,
    combinesWith,
  })
  .meta({ id: "EditDiscount" });

/** Body of PUT /api/v1/discounts/{id}/newcomers. */
export const newcomersBody = z
  .strictObject({
    programId: z
      .string()
      .max(40)
      .nullable()
      .meta({ description: "Whoever joins it from now on gets a code; null for nobody" }),
  })
  .meta({ id: "DiscountNewcomers" });

/** Query of DELETE /api/v1/discounts/{id}. */
export const deleteDiscountQuery = z.object({ reason: codeReason.optional() });
/** Query of GET /api/v1/discounts; `search` is a part of a title. */
export const discountListQuery = listQuery.extend({
  status: z.enum(discountStatuses).optional(),
});

/** Query of GET /api/v1/discounts/store: a code, or beginnings of a title's words. */
export const storeSearchQuery = z.object({
  search: z.string().trim().max(200).default(""),
});

export const discountWire = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(discountStatuses),
    gives: z.string().meta({ description: 'In words, such as "15% off"' }),
    details: z.object({
      value: z.looseObject({ kind: z.enum(discountKinds) }),
      scope: z.object({ kind: z.enum(discountScopes), ids: z.array(z.string()) }),
      minimum: z.looseObject({ kind: z.enum(discountMinimums) }),
      startsAt: z.string(),
      endsAt: z.string().nullable(),
      usageLimit: z.int().nullable(),
      oncePerCustomer: z.boolean(),
      combinesWith: z.array(z.enum(discountClasses)),
      timesUsed: z.int().meta({ description: "When it was last compared with the store" }),
    }),
    template: z.string().nullable(),
    newcomersOf: z
      .string()
      .nullable()
      .meta({ description: "The program whose newcomers get a code; null for nobody" }),
    notice: z.string().nullable().meta({ description: "What differs from the store, a line each" }),
    codes: z.int(),
    createdAt: instant,
    checkedAt: instant,
  })
  .meta({ id: "Discount" });
export type DiscountWire = z.input<typeof discountWire>;

export const discountListWire = z
  .object({ discounts: z.array(discountWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "DiscountList" });

/** A discount with what is being made for it. */
export const discountViewWire = discountWire
  .extend({ batches: z.array(batchWire) })
  .meta({ id: "DiscountWithBatches" });
export type DiscountViewWire = z.input<typeof discountViewWire>;

export const storeDiscountsWire = z
  .object({
    discounts: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        summary: z.string(),
        status: z.enum(["active", "scheduled", "expired"]),
        codes: z.array(z.object({ code: z.string(), affiliate: namedWire.nullable() })),
      }),
    ),
  })
  .meta({ id: "StoreDiscounts" });
export type StoreDiscountWire = z.input<typeof storeDiscountsWire>["discounts"][number];
