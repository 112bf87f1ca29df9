import { z } from "zod";
import { affiliateReasonField, discountCodeBody } from "./affiliate.ts";
import { pastedRows } from "./pasted-rows.ts";
import { bodyOf } from "./discount-form-body.ts";
import { discountStatusBody, editDiscountBody, makeDiscountBody } from "./discount.ts";

const given = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** The form that makes a discount. */
export const makeDiscountForm = given.transform(bodyOf).pipe(makeDiscountBody);

/** The form of a discount that is edited. */
export const editDiscountForm = given.transform(bodyOf).pipe(editDiscountBody);

/** The form that goes on with a list of codes that stopped. */
const goOn = z.object({ intent: z.literal("go-on"), id: z.string("Choose a list").max(40, "Is no list") });

const ids = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());

/** The forms of a discount's page, told apart by `intent`. */
export const discountForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("status"),
      status: discountStatusBody.shape.status,
      reason: affiliateReasonField,
    }),
    z.object({ intent: z.literal("check") }),
    z.object({ intent: z.literal("delete"), reason: affiliateReasonField }),
    z.object({
      intent: z.literal("add-codes"),
      // What is wrong with it is told with what is wrong with who gets codes.
      template: z.string("Enter a template").max(100, "Must be at most 100 characters"),
      who: z.enum(["affiliates", "program"], "Choose who gets codes"),
      programId: z.string().max(40).default(""),
      affiliateIds: ids.default([]),
    }),
    goOn,
    z.object({
      intent: z.literal("newcomers"),
      programId: z.string("Choose a program, or nobody").max(40, "Is not a program"),
    }),
  ],
  "Must be status, check, delete, add-codes, go-on or newcomers",
);

/** The forms that give codes of the store to affiliates, told apart by `intent`. */
export const assignForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      ...discountCodeBody.shape,
      intent: z.literal("one"),
      affiliateId: z
        .string("Choose an affiliate")
        .trim()
        .min(1, "Choose an affiliate")
        .max(254, "Is too long"),
    }),
    z.object({ ...pastedRows, intent: z.literal("many") }),
    goOn,
  ],
  "Must be one, many or go-on",
);
