import { z } from "zod";
import { programStatuses } from "#app/domain/program.ts";
import { plainName, plainText } from "./plain-text.ts";
import { listQuery, moneyWire, paginationWire } from "./wire.ts";

const name = plainName(120);
const description = plainText(2000);

/** A percentage as people write it, at most two decimals; answers basis points. */
const percent = z
  .union([z.string(), z.number()], { error: "Enter a percentage" })
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, "Must be a number from 0.01 to 100 with at most two decimals"),
  )
  .transform((text) => {
    const [whole = "0", fraction = ""] = text.split(".");
    return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  })
  .pipe(z.int().min(1, "Must be more than 0").max(10_000, "Must be at most 100"));

const wholeDays = (least: number, most: number) =>
  z
    .union([z.string(), z.number()], { error: "Enter a number of days" })
    .transform(String)
    .pipe(
      z
        .string()
        .trim()
        .regex(/^\d{1,4}$/, "Must be a whole number of days"),
    )
    .transform(Number)
    .pipe(z.int().min(least, `Must be at least ${least}`).max(most, `Must be at most ${most}`));

const attributionDays = wholeDays(1, 3650);
const holdDays = wholeDays(0, 365);

const commission = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("percentage"), percent }),
  z.strictObject({ type: z.literal("fixed"), amount: moneyWire }),
]);

const terms = z.strictObject({
  commission,
  attributionDays: attributionDays.optional(),
  holdDays: holdDays.optional(),
});

/** Query of GET /api/v1/programs. */
export const programListQuery = listQuery.extend({
  status: z.enum(programStatuses, `Must be one of ${programStatuses.join(", ")}`).optional(),
  sort: z.enum(["newest", "oldest", "name"], "Must be newest, oldest or name").default("newest"),
});

/** Body of POST /api/v1/programs. A program starts as a draft unless `status` says active. */
export const createProgramBody = z
  .strictObject({
    name,
    description: description.optional(),
    status: z.enum(["draft", "active"]).optional(),
    terms,
  })
  .meta({ id: "CreateProgram" });

/** Body of PUT /api/v1/programs/{id}: what is given changes. `revision` refuses to overwrite another's edit. */
export const updateProgramBody = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    status: z.enum(programStatuses).optional(),
    terms: terms.partial().optional(),
    revision: z.int().min(1).optional(),
  })
  .meta({ id: "UpdateProgram" });

const saveFields = {
  intent: z.literal("save"),
  name,
  description: description.default(""),
  attributionDays,
  holdDays,
  /** Only a new program is given one here. */
  status: z.enum(["draft", "active"], "Must be draft or active").optional(),
  revision: z.coerce.number().int().min(1).optional(),
};

/** The forms of a program's page, told apart by `intent`, as the browser posts them: flat fields, all of them texts. */
export const programForm = z.discriminatedUnion(
  "intent",
  [
    z.discriminatedUnion(
      "commissionType",
      [
        z.object({ ...saveFields, commissionType: z.literal("percentage"), percent }),
        z.object({
          ...saveFields,
          commissionType: z.literal("fixed"),
          amount: z.string("Enter an amount").trim().min(1, "Enter an amount").max(30, "Is too long"),
        }),
      ],
      "Choose how the commission is computed",
    ),
    z.object({
      intent: z.literal("status"),
      status: z.enum(programStatuses, `Must be one of ${programStatuses.join(", ")}`),
      revision: z.coerce.number().int().min(1).optional(),
    }),
    z.object({ intent: z.literal("delete") }),
  ],
  "Must be save, status or delete",
);

/** The bulk form of the list: one status for the selected rows of a page. */
export const programsForm = z.object({
  status: z.enum(programStatuses, `Must be one of ${programStatuses.join(", ")}`),
  ids: z
    .union([z.string(), z.array(z.string())], { error: "Select at least one program" })
    .transform((given) => [given].flat())
    .pipe(
      z
        .array(z.string().max(40, "Is not a program"))
        .min(1, "Select at least one program")
        .max(250, "At most 250 at once"),
    ),
});

export type ProgramForm = z.output<typeof programForm>;
export type SavedProgramForm = Extract<ProgramForm, { intent: "save" }>;

export const programWire = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(programStatuses),
    nextStatuses: z.array(z.enum(programStatuses)),
    version: z.int().meta({ description: "Number of the newest frozen terms" }),
    revision: z.int(),
    terms: z.object({
      commission: z.union([
        z.object({ type: z.literal("percentage"), percent: z.string() }),
        z.object({ type: z.literal("fixed"), amount: moneyWire }),
      ]),
      attributionDays: z.int(),
      holdDays: z.int(),
    }),
    affiliates: z.int(),
    figures: z.object({ orders: z.int(), clickOrders: z.int(), revenue: moneyWire, commission: moneyWire }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Program" });

export type ProgramWire = z.output<typeof programWire>;

export const programListWire = z
  .object({ programs: z.array(programWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "ProgramList" });

/** Answer of DELETE /api/v1/programs/{id}. */
export const deletedProgramWire = z.object({ id: z.string() });
