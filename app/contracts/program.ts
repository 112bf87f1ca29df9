import { z } from "zod";
import { noNoticeReasons } from "#app/domain/notice.ts";
import { programDays, programStatuses } from "#app/domain/program.ts";
import { joiningField } from "./joining.ts";
import { instant, listQuery, money, paginationWire, plainName, plainText } from "./wire.ts";
import { termsBody, termsFields, wholeDays } from "./terms.ts";
import { waitingTermsWire } from "./terms-change.ts";
import { termsCodec, termsOfWire } from "./terms-codecs.ts";
import { choose, enter, ofType } from "./reasons.ts";

const name = plainName(120);
const description = plainText(2000);
const noticeDays = wholeDays(programDays.notice);

const reason = z.enum(noNoticeReasons).meta({
  description: "Ends earning without notice. The affiliates are told why.",
});
/** In a form the reason is empty where the notice period is kept. */
const reasonField = z.union([z.literal("").transform(() => undefined), reason]).optional();

/** Query of GET /api/v1/programs. */
export const programListQuery = listQuery.extend({
  status: z.enum(programStatuses).optional(),
  sort: z.enum(["newest", "oldest", "name"]).default("newest"),
});

/** Body of POST /api/v1/programs. A program starts as a draft unless `status` says active. */
export const createProgramBody = z
  .strictObject({
    name,
    description: description.optional(),
    status: z.enum(["draft", "active"]).optional(),
    terms: termsBody.transform(termsOfWire),
    noticeDays: noticeDays.optional(),
  })
  .meta({ id: "CreateProgram" });

/** Body of PUT /api/v1/programs/{id}: what is given changes. `revision` refuses to overwrite another's edit. */
export const updateProgramBody = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    status: z.enum(programStatuses).optional(),
    reason: reason.optional(),
    terms: termsBody.partial().transform(termsOfWire).optional(),
    noticeDays: noticeDays.optional(),
    revision: z.int().min(1).optional(),
  })
  .meta({ id: "UpdateProgram" });

const amountField = z
  .string(ofType(enter("amount")))
  .trim()
  .min(1, enter("amount"))
  .max(30);

/**
 * Terms in a form: the fallback and the days as flat fields, which need no script (tiers stay as they are), or all of
 * them as the JSON text that the editor's script posts.
 */
function termsForms<Shape extends z.ZodRawShape>(shape: Shape) {
  const { windowDays, approvalDays, percent } = termsFields;
  const flat = { ...shape, windowDays, approvalDays };
  return z.discriminatedUnion(
    "commissionType",
    [
      z.object({ ...flat, commissionType: z.literal("percentage"), percent }),
      z.object({ ...flat, commissionType: z.enum(["fixed", "per-item"]), amount: amountField }),
      z.object({ ...flat, commissionType: z.enum(["none", "tiered"]) }),
      z.object({
        ...shape,
        commissionType: z.literal("edited"),
        terms: z.string().max(500_000),
      }),
    ],
    choose("commission"),
  );
}

/** Set once the merchant has seen when lower terms start. */
const confirmed = z.literal("yes").optional();

const saveFields = {
  intent: z.literal("save"),
  name,
  description: description.default(""),
  /** Only a new program is given one here. */
  status: z.enum(["draft", "active"]).optional(),
  noticeDays: noticeDays.optional(),
  /** Posted where it was changed. */
  joining: joiningField.optional(),
  confirmed,
  revision: z.coerce.number().int().min(1).optional(),
};

/** The forms of a program's page, told apart by `intent`, as the browser posts them: flat fields, all of them texts. */
export const programForm = z.discriminatedUnion("intent", [
  termsForms(saveFields),
  z.object({
    intent: z.literal("status"),
    status: z.enum(programStatuses),
    revision: z.coerce.number().int().min(1).optional(),
    reason: reasonField,
  }),
  z.object({ intent: z.literal("delete"), reason: reasonField }),
  z.object({ intent: z.literal("withdraw"), version: z.coerce.number().int().min(1) }),
]);

/** The forms of the page of an affiliate's own terms. */
export const customTermsForm = z.discriminatedUnion("intent", [
  termsForms({
    intent: z.literal("save"),
    /** Number of the newest own version that the editor saw, 0 for none. */
    revision: z.coerce.number().int().min(0).optional(),
    confirmed,
  }),
  z.object({ intent: z.literal("end") }),
  z.object({ intent: z.literal("withdraw") }),
]);

/** The bulk form of the list: one status for the selected rows of a page. */
export const programsForm = z.object({
  status: z.enum(programStatuses),
  ids: z
    .union([z.string(), z.array(z.string())], { error: choose("programs") })
    .transform((given) => [given].flat())
    .pipe(z.array(z.string().max(40)).min(1, choose("programs")).max(250)),
});

export type ProgramForm = z.output<typeof programForm>;
export type SavedProgramForm = Extract<ProgramForm, { intent: "save" }>;
export type CustomTermsForm = z.output<typeof customTermsForm>;

/** Body of PUT /api/v1/affiliates/{id}/programs/{programId}/terms: what is left out is as it was. */
export const customTermsBody = z
  .strictObject({
    terms: termsBody.partial().transform(termsOfWire),
    /** Refuses to overwrite another's edit. */
    revision: z.int().min(0).optional(),
  })
  .meta({ id: "CustomTerms" });

/** An affiliate's own terms in a program, or those of the program where there are none. */
export const customTermsWire = z
  .object({
    affiliate: z.string(),
    program: z.string(),
    own: z.boolean(),
    version: z.int().meta({ description: "Number of the version that judges orders from now on" }),
    revision: z.int().meta({ description: "Number of the newest own version, 0 where there never was one" }),
    terms: termsCodec,
    waiting: waitingTermsWire
      .nullable()
      .meta({ description: "Lower terms that start after the notice period" }),
  })
  .meta({ id: "AffiliateTerms" });

export type CustomTermsWire = z.input<typeof customTermsWire>;

const earnsUntil = instant
  .nullable()
  .meta({ description: "Until when it still earns, because its affiliates get notice" });

export const programWire = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(programStatuses),
    nextStatuses: z.array(z.enum(programStatuses)),
    version: z.int().meta({ description: "Number of the terms in force" }),
    revision: z.int(),
    terms: termsCodec,
    waiting: waitingTermsWire
      .nullable()
      .meta({ description: "Lower terms that start after the notice period" }),
    noticeDays: z.int().meta({ description: "Days of notice before lower terms start" }),
    nextNotice: z
      .object({ days: z.int(), from: instant })
      .nullable()
      .meta({ description: "A shorter notice period that starts after the present one" }),
    earnsUntil,
    affiliates: z.int(),
    figures: z.object({ orders: z.int(), clickOrders: z.int(), revenue: money, commission: money }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Program" });

export type ProgramWire = z.input<typeof programWire>;

export const programListWire = z
  .object({ programs: z.array(programWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "ProgramList" });

/** Query of DELETE /api/v1/programs/{id}. */
export const deleteProgramQuery = z.object({ reason: reason.optional() });

/** Answer of DELETE /api/v1/programs/{id}. */
export const deletedProgramWire = z.object({ id: z.string(), earnsUntil });
