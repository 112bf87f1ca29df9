import { z } from "zod";
import {
  type ApplicationStatus,
  applicationStatuses,
  type Utm,
  utmNames,
} from "#app/domain/applications/joining.ts";
import { plainText } from "./plain-text.ts";
import { instantOrNull } from "./to-wire.ts";
import { listQuery, namedWire, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/applications. */
export const applicationListQuery = listQuery.extend({
  status: z.enum(applicationStatuses, `Must be one of ${applicationStatuses.join(", ")}`).optional(),
  program: z.string().max(40, "Is not a program's id").optional(),
});

const note = plainText(2000).meta({ description: "Only the store's team sees it" });
const decision = {
  decision: z.enum(["approve", "decline"], "Must be approve or decline"),
  message: plainText(1000).default("").meta({ description: "Sent to the applicant with the decision" }),
};

/** Body of POST /api/v1/applications/{id}/decision. */
export const applicationDecisionBody = z
  .strictObject({ ...decision, note: note.optional() })
  .meta({ id: "DecideApplication" });

/** Body of PUT /api/v1/applications/{id}. */
export const applicationNoteBody = z.strictObject({ note }).meta({ id: "ChangeApplication" });

const ids = z
  .union([z.string(), z.array(z.string())], { error: "Select at least one application" })
  .transform((given) => [given].flat())
  .pipe(
    z
      .array(z.string().max(40, "Is not an application"))
      .min(1, "Select at least one application")
      .max(250, "At most 250 at once"),
  );

/** The forms of Affiliates ▸ Applications, told apart by `intent`. */
export const applicationsForm = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("decide"), ids, ...decision, note: note.optional() }),
    z.object({ intent: z.literal("note"), id: z.string().max(40, "Is not an application"), note }),
  ],
  "Must be decide or note",
);

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
    appliedAt: z.iso.datetime(),
    confirmedAt: z.iso.datetime().nullable(),
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: z.string().nullable(),
    decidedByRule: z.string().nullable(),
    message: z.string(),
    note: z.string(),
    affiliateId: z.string().nullable(),
  })
  .meta({ id: "Application" });

export type ApplicationWire = z.output<typeof applicationWire>;

export const applicationListWire = z
  .object({
    applications: z.array(applicationWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "ApplicationList" });

type ApplicationView = {
  readonly applicationId: string;
  readonly programId: string;
  readonly programName: string;
  readonly name: string;
  readonly email: string;
  readonly status: ApplicationStatus;
  readonly answers: readonly { readonly fieldId: string; readonly label: string; readonly value: string }[];
  readonly country: string;
  readonly referrer: string;
  readonly utm: Utm;
  readonly termsVersion: number;
  readonly orders: number | null;
  readonly suggestedRule: string | null;
  readonly appliedAt: Date;
  readonly confirmedAt: Date | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedByRule: string | null;
  readonly message: string;
  readonly note: string;
  readonly affiliateId: string | null;
};

const textOrNull = (text: string): string | null => (text === "" ? null : text);

/** An application as the API and the screens show it. */
export function applicationToWire(view: ApplicationView): ApplicationWire {
  return {
    id: view.applicationId,
    program: { id: view.programId, name: view.programName },
    name: view.name,
    email: view.email,
    status: view.status,
    answers: view.answers.map(({ fieldId, label, value }) => ({ fieldId, label, value })),
    country: textOrNull(view.country),
    referrer: textOrNull(view.referrer),
    utm: { ...view.utm },
    termsVersion: view.termsVersion,
    orders: view.orders,
    suggestedRule: view.suggestedRule,
    appliedAt: view.appliedAt.toISOString(),
    confirmedAt: instantOrNull(view.confirmedAt),
    decidedAt: instantOrNull(view.decidedAt),
    decidedBy: view.decidedBy,
    decidedByRule: view.decidedByRule,
    message: view.message,
    note: view.note,
    affiliateId: view.affiliateId,
  };
}
