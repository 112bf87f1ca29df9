import { z } from "zod";
import { affiliateReasonField, discountCodeBody } from "./affiliate.ts";
import { pastedRows } from "./pasted-rows.ts";
import { bodyOf } from "./discount-form-body.ts";
import { discountStatusBody, editDiscountBody, makeDiscountBody } from "./discount.ts";
import { choose, enter, ofType } from "./reasons.ts";

const given = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** Form for a new discount. */
export const makeDiscountForm = given.transform(bodyOf).pipe(makeDiscountBody);

/** Form for editing a discount. */
export const editDiscountForm = given.transform(bodyOf).pipe(editDiscountBody);

/** Continues a list of codes that stopped. */
const goOn = z.object({ intent: z.literal("go-on"), id: z.string().max(40) });

const ids = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());

/** Forms of a discount's page, by `intent`. */
export const discountForm = z.discriminatedUnion("intent", [
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
    template: z.string(ofType(enter("template"))).max(100),
    who: z.enum(["affiliates", "program"], choose("receivers")),
    programId: z.string().max(40).default(""),
    affiliateIds: ids.default([]),
  }),
  goOn,
  z.object({
    intent: z.literal("newcomers"),
    programId: z.string(ofType(choose("program"))).max(40),
  }),
]);

/** Forms that assign the store's codes to affiliates, by `intent`. */
export const assignForm = z.discriminatedUnion("intent", [
  z.object({
    ...discountCodeBody.shape,
    intent: z.literal("one"),
    affiliateId: z
      .string(ofType(choose("affiliate")))
      .trim()
      .min(1, choose("affiliate"))
      .max(254),
  }),
  z.object({ ...pastedRows, intent: z.literal("many") }),
  goOn,
]);
