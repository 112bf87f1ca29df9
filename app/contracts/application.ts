import { z } from "zod";
import { applicationStatuses, utmNames } from "#app/domain/applications/joining.ts";
import { instant, listQuery, namedWire, paginationWire, plainText } from "./wire.ts";
import { choose, wrong } from "./reasons.ts";

/** Query of GET /api/v1/applications. */
export const applicationListQuery = listQuery.extend({
  status: z.enum(applicationStatuses).optional(),
  program: z.string().max(40, wrong("id")).optional(),
});

const note = plainText(2000).meta({ description: "Only the store's team sees it" });
const decision = {
  decision: z.enum(["approve", "decline"]),
  message: plainText(1000).default("").meta({ description: "Sent to the applicant with the decision" }),
};

/** Body of POST /api/v1/applications/{id}/decision. */
export const applicationDecisionBody = z
  .strictObject({ ...decision, note: note.optional() })
  .meta({ id: "DecideApplication" });

/** Body of PUT /api/v1/applications/{id}. */
export const applicationNoteBody = z.strictObject({ note }).meta({ id: "ChangeApplication" });

const ids = z
  .union([z.string(), z.array(z.string())], { error: choose("applications") })
  .transform((given) => [given].flat())
  .pipe(z.array(z.string().max(40)).min(1, choose("applications")).max(250));

/** The forms of Affiliates ▸ Applications, told apart by `intent`. */
export const applicationsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("decide"),
    ids,
    ...decision,
    note: note.optional(),
    /** Program to approve into; empty for the one that each applied to. */
    program: z.string().max(40).default(""),
  }),
  z.object({ intent: z.literal("note"), id: z.string().max(40), note }),
]);

const answerWire = z.object({ fieldId: z.string(), label: z.string(), value: z.string() });
const utmWire = z.object(Object.fromEntries(utmNames.map((name) => [name, z.string().optional()])));

export const applicationWire = z
  .object({
    id: z.string(),
    program: namedWire,
    name: z.string(),
    email: z.string(),
    status: z.enum(applicationStatuses),
    answers: z.array(answerWire),
    country: z.string().nullable(),
    referrer: z.string().nullable(),
    utm: utmWire,
    termsVersion: z.int().meta({ description: "Version of the terms that the applicant agreed to" }),
    orders: z.int().nullable().meta({ description: "Orders as a customer, while the application is new" }),
    suggestedRule: z.string().nullable().meta({ description: "Rule that would approve it now" }),
    appliedAt: instant,
    confirmedAt: instant.nullable(),
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    decidedByRule: z.string().nullable(),
    message: z.string(),
    note: z.string(),
    affiliateId: z.string().nullable(),
  })
  .meta({ id: "Application" });

export type ApplicationWire = z.input<typeof applicationWire>;

export const applicationListWire = z
  .object({
    applications: z.array(applicationWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "ApplicationList" });
