import { z } from "zod";
import { noNoticeReasons } from "#app/domain/notice.ts";
import { textFault } from "#app/domain/codes/code-template.ts";
import {
  discountClasses,
  discountKinds,
  discountMinimums,
  discountScopes,
} from "#app/domain/codes/discount.ts";
import type { CheckedRowWire } from "./pasted-rows.ts";
import { plainName } from "./plain-text.ts";
import { day, instant, listQuery, namedWire, paginationWire } from "./wire.ts";

const idDigits = z.string().regex(/^\d{1,20}$/, "Must be the digits of an id");
const decimal = z.string("Enter an amount").trim().max(30, "Is too long");
const kinds = discountKinds.filter((kind) => kind !== "other");
const count = (message: string) => z.int(message).min(1, message).max(1_000_000, "Must be at most 1,000,000");

const discountShape = {
  title: plainName(120, "Enter a title").optional().meta({ description: "Its name in the store's admin" }),
  kind: z.enum(kinds, `Must be one of ${kinds.join(", ")}`),
  percent: decimal.optional().meta({ description: "Of a percentage, such as 12.5" }),
  amount: decimal.optional().meta({ description: "Of an amount, in the store's currency" }),
  eachItem: z.boolean().default(false).meta({ description: "The amount is taken off each item" }),
  scope: z.enum(discountScopes, `Must be one of ${discountScopes.join(", ")}`).default("all"),
  itemIds: z.array(idDigits).max(100, "At most 100").default([]),
  minimum: z.enum(discountMinimums, `Must be one of ${discountMinimums.join(", ")}`).default("none"),
  minimumAmount: decimal.optional(),
  minimumQuantity: count("Enter a whole number of items").optional(),
  firstDay: day
    .optional()
    .meta({ description: "First day, in the store's time zone; at once when left out" }),
  lastDay: day.optional().meta({ description: "Last day, counted in; without an end when left out" }),
  usageLimit: count("Enter a whole number of uses").optional(),
  oncePerCustomer: z.boolean().default(false),
  combinesWith: z.array(z.enum(discountClasses)).max(3).default([]),
};

const codesShape = {
  template: z
    .string("Enter a template")
    .trim()
    .min(1, "Enter a template")
    .max(100, "Must be at most 100 characters")
    .superRefine((text, checked) => {
      const message = textFault(text);
      if (message !== null) checked.addIssue({ code: "custom", message });
    })
    .meta({ description: "{FIRSTNAME} {LASTNAME} {NAME} {PERCENT} {AMOUNT} {RANDOM4} and your own letters" }),
  affiliateIds: z.array(z.string().max(40)).max(5000, "At most 5000").default([]),
  programId: z.string().max(40).optional().meta({ description: "Everybody of it, instead of those named" }),
};

/** Body of POST /api/v1/discounts and of its preview. */
export const makeDiscountBody = z
  .strictObject({ ...discountShape, ...codesShape })
  .meta({ id: "CreateDiscount" });

/** Body of POST /api/v1/discounts/{id}/codes. */
export const addCodesBody = z.strictObject(codesShape).meta({ id: "AddDiscountCodes" });

const codeReason = z.enum(noNoticeReasons, `Must be ${noNoticeReasons.join(", ")}`).meta({
  description: "Ends codes without notice. The affiliates are told why.",
});

/** Body of PUT /api/v1/discounts/{id}/status. */
export const discountStatusBody = z
  .strictObject({
    status: z.enum(["active", "paused"], "Must be active or paused"),
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
      .string("Must be a program's id, or null")
      .max(40, "Is not a program")
      .nullable()
      .meta({ description: "Whoever joins it from now on gets a code; null for nobody" }),
  })
  .meta({ id: "DiscountNewcomers" });

/** Body of PUT /api/v1/affiliates/{id}/codes/{code}: another text, or another status. */
export const changeCodeBody = z
  .strictObject({
    newCode: z.string("Enter a code").trim().max(300, "Is too long").optional(),
    status: z
      .enum(["active", "paused"], "Must be active or paused")
      .optional()
      .meta({ description: "A pause waits for the notice period; active also withdraws an end that waits" }),
    reason: codeReason.optional(),
  })
  .refine((body) => (body.newCode === undefined) !== (body.status === undefined), {
    error: "Give either another code or another status",
    path: ["newCode"],
  })
  .meta({ id: "ChangeDiscountCode" });

/** Query of DELETE /api/v1/discounts/{id}. */
export const deleteDiscountQuery = z.object({ reason: codeReason.optional() });

/** Query of DELETE /api/v1/affiliates/{id}/codes/{code}. */
export const deleteCodeQuery = z.object({
  store: z
    .enum(["true", "false"], "Must be true or false")
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Delete the code in the store too, with its discount where it is the only one" }),
  reason: codeReason.optional(),
});

const codeStatuses = ["active", "paused", "missing"] as const;
export const discountStatuses = ["active", "scheduled", "expired", "deleted"] as const;

/** Query of GET /api/v1/codes; `search` is the beginning of a code. */
export const codeListQuery = listQuery.extend({
  status: z.enum(codeStatuses, `Must be one of ${codeStatuses.join(", ")}`).optional(),
  affiliate: z.string().max(40).optional(),
  discount: idDigits.optional(),
});
export type CodeListQuery = z.output<typeof codeListQuery>;

/** Query of GET /api/v1/discounts; `search` is a part of a title. */
export const discountListQuery = listQuery.extend({
  status: z.enum(discountStatuses, `Must be one of ${discountStatuses.join(", ")}`).optional(),
});

/** Query of GET /api/v1/discounts/store: a code, or beginnings of a title's words. */
export const storeSearchQuery = z.object({
  search: z.string().trim().max(200, "Must be at most 200 characters").default(""),
});

export const codeWire = z
  .object({
    code: z.string(),
    status: z.enum(codeStatuses),
    affiliate: namedWire,
    discount: z.object({ id: z.string(), title: z.string() }).nullable(),
    gives: z.string(),
    assignedAt: instant,
    endsAt: instant.nullable().meta({
      description:
        "When the notice period ends and the code is paused, removed or deleted; null while it stays",
    }),
  })
  .meta({ id: "DiscountCode" });
export type CodeWire = z.input<typeof codeWire>;

export const codeListWire = z
  .object({ codes: z.array(codeWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "DiscountCodeList" });

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

/** So many fit into a body. */
const mostAssigned = 1000;

/** Body of POST /api/v1/codes/assignments. */
export const assignCodesBody = z
  .strictObject({
    codes: z
      .array(
        z.strictObject({
          code: z.string("Enter a discount code").max(255, "Must be at most 255 characters"),
          affiliate: z
            .string("Enter an affiliate")
            .max(254, "Must be at most 254 characters")
            .meta({ description: "Id, e-mail address or referral code" }),
        }),
        "Must be a list",
      )
      .min(1, "Must have at least one code")
      .max(mostAssigned, `Must have at most ${mostAssigned} codes`),
  })
  .meta({ id: "AssignDiscountCodes" });

const batchWire = z.object({
  id: z.string(),
  status: z.enum(["waiting", "running", "done", "failed"]),
  error: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  failed: z.array(z.object({ affiliate: namedWire, code: z.string(), message: z.string() })),
  createdAt: instant,
});
/** A list of codes by itself, as the call that goes on with it answers. */
export const codeBatchWire = batchWire.meta({ id: "CodeBatch" });
export type BatchWire = z.input<typeof batchWire>;

/** Lists of codes that were assigned, and how far each is; `done` counts those that could not be too. */
export const assignmentsWire = z.object({ assignments: z.array(batchWire) }).meta({ id: "CodeAssignments" });

/** A pasted line of a code and an affiliate. */
export type CheckedCodeWire = CheckedRowWire & { readonly code: string };

/** A discount with what is being made for it. */
export const discountViewWire = discountWire
  .extend({ batches: z.array(batchWire) })
  .meta({ id: "DiscountWithBatches" });
export type DiscountViewWire = z.input<typeof discountViewWire>;

export const plannedCodesWire = z
  .object({ codes: z.array(z.object({ affiliate: namedWire, code: z.string() })), total: z.int() })
  .meta({ id: "PlannedCodes" });
export type PlannedCodesWire = z.input<typeof plannedCodesWire>;

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
