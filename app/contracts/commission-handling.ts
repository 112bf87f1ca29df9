import { z } from "zod";
import { commissionDecisions } from "#app/domain/decision.ts";
import { isIdOf, type IdKind } from "#app/domain/ids.ts";
import { programDays } from "#app/domain/program.ts";
import { plainText } from "./wire.ts";
import { because, choose, enter, ofType, wrong } from "./reasons.ts";

const missing = enter("note");
const note = plainText(500).min(1, missing);
const idText = (kind: IdKind, message = wrong("id")) =>
  z
    .string(ofType(message))
    .max(40, message)
    .refine((text) => isIdOf(kind, text), message);

const amount = z
  .string(ofType(enter("amount")))
  .trim()
  .min(1, enter("amount"))
  .max(30);
const decision = z.enum(commissionDecisions);

/** A denial needs its reason; what else people decide may have a note. */
function withReason(fields: { readonly kind: string; readonly note: string }): boolean {
  return fields.kind !== "denied" || fields.note !== "";
}
const reasonMissing = { error: enter("reason"), path: ["note"] };

/** Body of POST /api/v1/commissions/{id}/decisions. */
export const commissionDecisionBody = z
  .strictObject({ kind: decision, note: plainText(500).default("") })
  .refine(withReason, reasonMissing)
  .meta({ id: "DecideCommission" });

/** Body of the calls that adjust: a decimal in the commission's currency, or else in the store's. */
export const adjustmentBody = z.strictObject({ amount, note }).meta({ id: "AdjustBalance" });

/** Body of POST /api/v1/orders/{id}/reassign. */
export const reassignBody = z
  .strictObject({
    affiliateId: idText("affiliate", choose("affiliate")),
    /** One of the affiliate's programs. By default the one joined first. */
    programId: idText("program").optional(),
    note: plainText(500).default(""),
  })
  .meta({ id: "ReassignOrder" });

const approvalDays = z
  .union([z.string(), z.number()], { error: enter("days") })
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,3}$/, wrong("whole_number")),
  )
  .transform(Number)
  .pipe(z.int().max(programDays.hold.most));

const addition = {
  affiliateId: idText("affiliate", choose("affiliate")),
  /** One of the affiliate's programs. By default the one joined first. */
  programId: idText("program").optional(),
  amount,
  note,
  /** By default the approval period of the affiliate's terms in the program. 0 for none. */
  approvalDays: approvalDays.optional(),
};

/** Body of POST /api/v1/commissions: a commission added by hand. */
export const addCommissionBody = z
  .strictObject({
    ...addition,
    order: z
      .string()
      .trim()
      .max(100)
      .optional()
      .meta({ description: "Name or number of an order that it belongs to" }),
  })
  .meta({ id: "AddCommission" });

/** An id made with the form, so that a form posted twice does what it says once. */
const once = (kind: IdKind) => idText(kind, because({ code: "reload_form" }));

/** In a form an affiliate is named as people do: by e-mail address or referral code. */
const affiliateNamed = z
  .string(ofType(enter("affiliate")))
  .trim()
  .min(1, enter("affiliate"))
  .max(254);

/** A choice that may be left empty: then it is the program that the affiliate joined first. */
const programChosen = z
  .literal("")
  .transform(() => undefined)
  .or(idText("program"))
  .optional();

/** Days that may be left empty: then the affiliate's terms in the program say how many. */
const holdChosen = z.preprocess((given) => (given === "" ? undefined : given), approvalDays.optional());

/** The form of a commission that is added by hand. */
export const addCommissionForm = z.object({
  ...addition,
  affiliateId: affiliateNamed,
  programId: programChosen,
  approvalDays: holdChosen,
  order: z.string().trim().max(100).default(""),
  commissionId: once("commission"),
});

/** The form that gives or takes an amount. */
export const adjustForm = z.object({
  intent: z.literal("adjust"),
  amount,
  note,
  adjustmentId: once("adjustment"),
});

/** The form that gives the credit for an order to another affiliate. */
export const reassignForm = z.object({
  intent: z.literal("reassign"),
  affiliateId: affiliateNamed,
  programId: programChosen,
  note: reassignBody.shape.note,
});

/** The forms of a commission's page, told apart by `intent`. */
export const commissionForm = z.discriminatedUnion("intent", [
  z
    .object({ intent: z.literal("decide"), kind: decision, note: plainText(500).default("") })
    .refine(withReason, reasonMissing),
  adjustForm,
  reassignForm,
]);

/** The bulk form of the list: one decision about the selected rows of a page. */
export const commissionsForm = z
  .object({
    kind: z.enum(["approved", "denied", "held", "unheld"]),
    note: plainText(500).default(""),
    ids: z
      .union([z.string().max(40), z.array(z.string().max(40))])
      .transform((given) => [given].flat())
      .pipe(z.array(z.string()).min(1, choose("commissions")).max(250)),
  })
  .refine(withReason, reasonMissing);
