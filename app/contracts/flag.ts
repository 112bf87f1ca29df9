import { z } from "zod";
import { flagActions, flagKinds, flagStatuses } from "#app/domain/fraud/rules.ts";
import { instant, listQuery, namedWire, paginationWire, plainText } from "./wire.ts";
import { because, choose, enter, wrong } from "./reasons.ts";

/** Query of GET /api/v1/flags. */
export const flagListQuery = listQuery.omit({ cursor: true }).extend({
  status: z.enum(flagStatuses).optional(),
  kind: z.enum(flagKinds).optional(),
  affiliate: z.string().max(40, wrong("id")).optional(),
});

const decided = ["dismissed", "confirmed"] as const;
const decision = {
  status: z.enum(decided),
  note: plainText(500).default(""),
};

type Decision = {
  readonly status: (typeof decided)[number];
  readonly denyCommission?: boolean | undefined;
  readonly note: string;
};

/** Only a right flag denies, and a denial needs its reason. */
function checkDenial({ status, denyCommission, note }: Decision, context: z.RefinementCtx): void {
  if (!denyCommission) return;
  const issue = { code: "custom", input: denyCommission } as const;
  if (status !== "confirmed") {
    context.addIssue({
      ...issue,
      path: ["denyCommission"],
      message: because({ code: "deny_needs_confirm" }),
    });
  }
  if (note === "") context.addIssue({ ...issue, path: ["note"], message: enter("reason") });
}

/** Body of POST /api/v1/flags/{id}/decision. */
export const flagDecisionBody = z
  .strictObject({
    ...decision,
    denyCommission: z.boolean().default(false).meta({
      description:
        "With `confirmed`: denies the commission of the flagged order, with the note as reason that the affiliate reads",
    }),
  })
  .superRefine(checkDenial);

const checkedField = z
  .literal("yes")
  .optional()
  .transform((typed) => typed === "yes");

/** The form of a flag's page. */
export const flagForm = z
  .object({ ...decision, denyCommission: checkedField, suspendAffiliate: checkedField })
  .superRefine(checkDenial);

/** The list's form: one decision about the selected flags. */
export const flagsForm = z
  .object({
    ...decision,
    denyCommission: checkedField,
    ids: z
      .union([z.string(), z.array(z.string())])
      .transform((ids) => [ids].flat())
      .pipe(z.array(z.string().max(40)).min(1, choose("flags")).max(250)),
  })
  .superRefine(checkDenial);

export const flagWire = z
  .object({
    id: z.string(),
    kind: z.enum(flagKinds).or(z.string()),
    name: z.string(),
    about: z.object({
      kind: z.enum(["order", "affiliate", "code"]),
      id: z.string(),
      name: z.string().meta({ description: "The order's name, the affiliate's, or the code" }),
    }),
    affiliate: namedWire,
    text: z.string().meta({ description: "Why it was raised, in a sentence" }),
    evidence: z.record(z.string(), z.unknown()).meta({ description: "What was seen; no personal data" }),
    score: z.int(),
    action: z.enum(flagActions).meta({ description: "What the shop had chosen when it was raised" }),
    status: z.enum(flagStatuses),
    raisedAt: instant,
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    note: z.string(),
  })
  .meta({ id: "Flag" });

export type FlagWire = z.input<typeof flagWire>;

const flagPictureWire = z.object({
  what: z.enum(["orders", "clicks"]),
  unit: z.enum(["hour", "day"]),
  points: z.array(
    z.object({
      at: z.string().meta({ description: 'An hour, "07", or a day, of the shop' }),
      count: z.int(),
      visited: z.int().meta({ description: "Orders that a visit of the affiliate led to as well" }),
    }),
  ),
});

export type FlagPictureWire = z.output<typeof flagPictureWire>;

/** Answer of GET /api/v1/flags/{id}. */
export const flagViewWire = flagWire
  .extend({
    overTime: flagPictureWire
      .nullable()
      .meta({ description: "What happened around it; null where nothing is to be counted" }),
  })
  .meta({ id: "FlagView" });

export const flagListWire = z
  .object({ flags: z.array(flagWire), pagination: paginationWire })
  .meta({ id: "FlagList" });
