import { z } from "zod";
import { commissionDecisions } from "#app/domain/decision.ts";
import { isIdOf, type IdKind } from "#app/domain/ids.ts";
import { programDays } from "#app/domain/program.ts";
import { plainText } from "./wire.ts";

const missing = "Enter a note";
const note = plainText(500).min(1, missing);
const idText = (kind: IdKind, message: string) =>
  z
    .string(message)
    .max(40, message)
    .refine((text) => isIdOf(kind, text), message);

const amount = z.string("Enter an amount").trim().min(1, "Enter an amount").max(30, "Is too long");
const decision = z.enum(commissionDecisions, `Must be one of ${commissionDecisions.join(", ")}`);

/** A denial needs its reason; what else people decide may have a note. */
function withReason(fields: { readonly kind: string; readonly note: string }): boolean {
  return fields.kind !== "denied" || fields.note !== "";
}
const reasonMissing = { error: "Enter the reason", path: ["note"] };

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
    affiliateId: idText("affiliate", "Choose an affiliate"),
    /** One of the affiliate's programs. By default the one joined first. */
    programId: idText("program", "Is not a program").optional(),
    note: plainText(500).default(""),
  })
  .meta({ id: "ReassignOrder" });

const approvalDays = z
  .union([z.string(), z.number()], { error: "Enter a number of days" })
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,3}$/, "Must be a whole number of days"),
  )
  .transform(Number)
  .pipe(z.int().max(programDays.hold.most, `Must be at most ${programDays.hold.most}`));

const addition = {
  affiliateId: idText("affiliate", "Choose an affiliate"),
  /** One of the affiliate's programs. By default the one joined first. */
  programId: idText("program", "Is not a program").optional(),
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
      .string("Is not an order")
      .trim()
      .max(100, "Is not an order")
      .optional()
      .meta({ description: "Name or number of an order that it belongs to" }),
  })
  .meta({ id: "AddCommission" });

/** An id made with the form, so that a form posted twice does what it says once. */
const once = (kind: IdKind) => idText(kind, "The form is out of date: load the page again");

/** In a form an affiliate is named as people do: by e-mail address or referral code. */
const affiliateNamed = z
  .string("Enter an affiliate")
  .trim()
  .min(1, "Enter an affiliate")
  .max(254, "Is not an affiliate");

/** A choice that may be left empty: then it is the program that the affiliate joined first. */
const programChosen = z
  .literal("")
  .transform(() => undefined)
  .or(idText("program", "Is not a program"))
  .optional();

/** Days that may be left empty: then the affiliate's terms in the program say how many. */
const holdChosen = z.preprocess((given) => (given === "" ? undefined : given), approvalDays.optional());

/** The form of a commission that is added by hand. */
export const addCommissionForm = z.object({
  ...addition,
  affiliateId: affiliateNamed,
  programId: programChosen,
  approvalDays: holdChosen,
  order: z.string("Is not an order").trim().max(100, "Is not an order").default(""),
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
export const commissionForm = z.discriminatedUnion(
  "intent",
  [
    z
      .object({ intent: z.literal("decide"), kind: decision, note: plainText(500).default("") })
      .refine(withReason, reasonMissing),
    adjustForm,
    reassignForm,
  ],
  "Must be decide, adjust or reassign",
);

/** The bulk form of the list: one decision about the selected rows of a page. */
export const commissionsForm = z
  .object({
    kind: z.enum(["approved", "denied", "held", "unheld"], "Must be approved, denied, held or unheld"),
    note: plainText(500).default(""),
    ids: z
      .union([z.string().max(40), z.array(z.string().max(40))])
      .transform((given) => [given].flat())
      .pipe(z.array(z.string()).min(1, "Select at least one commission").max(250, "At most 250 at once")),
  })
  .refine(withReason, reasonMissing);
