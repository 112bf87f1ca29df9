import { z } from "zod";
import { affiliateReasonField, discountCodeBody } from "./affiliate.ts";
import { pastedRows } from "./pasted-rows.ts";
import { bodyOf } from "./discount-form-body.ts";
import { discountStatusBody, editDiscountBody, makeDiscountBody } from "./discount.ts";

const given = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** Form for a new discount. */
export const makeDiscountForm = given.transform(bodyOf).pipe(makeDiscountBody);

/** Form for editing a discount. */
export const editDiscountForm = given.transform(bodyOf).pipe(editDiscountBody);

/** Continues a list of codes that stopped. */
const goOn = z.object({ intent: z.literal("go-on"), id: z.string("Choose a list").max(40, "Is no list") });

const ids = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());

/** Forms of a discount's page, by `intent`. */
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
      // Errors in the template are reported together with errors in the choice of affiliates.
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

/** Forms that assign the store's codes to affiliates, by `intent`. */
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
