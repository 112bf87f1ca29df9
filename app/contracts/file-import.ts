import { z } from "zod";
import { decidableCodes, decisionActions } from "#app/domain/imports/decisions.ts";
import {
  amountForms,
  importKinds,
  importSystems,
  importUses,
  personStates,
  referralStates,
} from "#app/domain/imports/import-kinds.ts";
import { rateKinds } from "#app/domain/imports/imported-rate.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { changeFields, personNotes, rowCodes, rowOutcomes } from "#app/domain/imports/outcomes.ts";
import { dateOrders } from "#app/domain/tables/table.ts";
import { currencyCode, instant, listQuery, money, paginationWire } from "./wire.ts";

const programChoice = z.discriminatedUnion("as", [
  z.strictObject({
    as: z.literal("create"),
    name: z.string().max(120),
    kind: z.enum(rateKinds),
    value: z.string().max(30),
  }),
  z.strictObject({ as: z.literal("use"), programId: z.string().max(40) }),
  z.strictObject({ as: z.literal("usual") }),
]);

const isNearDay = (day: string) => day > "2000" && day < "2100";

/** Settings of the mapping, as the page posts them. */
const choices = z
  .strictObject({
    system: z.enum(importSystems),
    kind: z.enum(importKinds),
    columns: z.array(z.enum(importUses)).max(200),
    dates: z.enum(dateOrders),
    amounts: z.enum(amountForms),
    currency: currencyCode,
    words: z.record(z.string().max(200), z.enum([...personStates, ...referralStates])),
    releaseOn: z.iso.date().refine(isNearDay),
    programId: z.string().max(40),
    programs: z.record(z.string().max(200), programChoice),
  })
  .partial();

export const choicesText = z
  .string()
  .max(50_000)
  .transform((text, context): ImportChoices => {
    try {
      const found = choices.safeParse(JSON.parse(text));
      if (found.success) return withoutAbsent(found.data);
    } catch {
      // Not JSON.
    }
    context.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  });

function withoutAbsent(given: z.output<typeof choices>): ImportChoices {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const decisions = z
  .array(
    z.strictObject({
      key: z.string().max(300),
      decision: z
        .strictObject({
          action: z.enum(decisionActions),
          affiliateId: z.string().max(40).optional(),
          currency: currencyCode.optional(),
        })
        .nullable(),
    }),
  )
  .max(1000);

const decisionsText = z
  .string()
  .max(500_000)
  .transform((text, context): z.output<typeof decisions> => {
    try {
      const found = decisions.safeParse(JSON.parse(text));
      if (found.success) return found.data;
    } catch {
      // Not JSON.
    }
    context.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  });

/** The forms of an import's page. */
export const importForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("read"), choices: choicesText }),
  z.object({ intent: z.literal("check"), choices: choicesText }),
  z.object({ intent: z.literal("import"), exportedLate: z.literal("on").optional() }),
  z.object({ intent: z.literal("decide"), decisions: decisionsText }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("discard") }),
  z.object({ intent: z.literal("invite") }),
]);

/** Query of an import's page: a page of its rows, those with one outcome or all. */
export const importRowsQuery = listQuery.omit({ search: true }).extend({
  outcome: z.enum(rowOutcomes).optional(),
  noted: z.literal("1").optional(),
  edit: z.literal("1").optional(),
});

/** Query of the file of an import's rows. */
export const importFileQuery = z.object({
  id: z.string(),
  outcome: z.enum(rowOutcomes).optional(),
  noted: z.literal("1").optional(),
});

const statuses = ["draft", "checking", "checked", "running", "done", "undoing", "undone"] as const;

export const importHeadWire = z.object({
  id: z.string(),
  fileName: z.string(),
  system: z.enum(importSystems),
  kind: z.enum(importKinds),
  status: z.enum(statuses),
  /** True if its job gave up. */
  isStopped: z.boolean(),
  rows: z.int(),
  rowsDone: z.int(),
  createdAt: instant,
});

export type ImportHeadWire = z.input<typeof importHeadWire>;

export const mapping = z.object({
  isKnownLayout: z.boolean(),
  dates: z.enum(dateOrders),
  amounts: z.enum(amountForms),
  currency: z.string().nullable(),
  releaseOn: z.string().nullable(),
  /** Null until a person chose: then '' for none. */
  programId: z.string().nullable(),
  words: z.record(z.string(), z.enum([...personStates, ...referralStates])),
  columns: z.array(z.object({ name: z.string(), example: z.string(), use: z.enum(importUses) })),
  /** Programs of the file that the store lacks. `key` is '' for people without one. */
  programs: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      people: z.int(),
      rate: z.object({ kind: z.enum(rateKinds), value: z.string() }).nullable(),
      choice: programChoice.nullable(),
    }),
  ),
  questions: z.array(z.object({ setting: z.string(), code: z.string(), what: z.string() })),
});

export const importWire = importHeadWire.extend({
  /** Null once it is imported. */
  mapping: mapping.nullable(),
  totals: z.array(z.object({ file: money, pending: money, available: money, history: money, left: money })),
  now: z.array(z.object({ pending: money, available: money, takenBack: money })),
  counts: z.array(z.object({ outcome: z.enum(rowOutcomes), count: z.int() })),
  list: z.array(
    z.object({
      row: z.int(),
      affiliate: z.object({ id: z.string(), name: z.string() }).nullable(),
      label: z.string(),
      amount: money.nullable(),
      outcome: z.enum(rowOutcomes),
      code: z.enum(rowCodes),
      otherRow: z.int().nullable(),
      notes: z.array(z.enum(personNotes)),
      /** '' for none. */
      order: z.string(),
      /** False for an order that the store doesn't have. */
      isOrderKnown: z.boolean(),
      /** When a pending amount becomes available. Null for others. */
      releaseDay: z.string().nullable(),
      changes: z.array(z.object({ field: z.enum(changeFields), from: z.string(), to: z.string() })),
      decision: z
        .object({
          key: z.string(),
          code: z.enum(decidableCodes),
          action: z.enum(decisionActions).nullable(),
          currency: z.string().nullable(),
          /** Currencies to choose from. */
          currencies: z.array(z.string()),
        })
        .nullable(),
      /** The person's own rate, if it was not taken over. '' for others. */
      rate: z.string(),
      /** The column that the code is about. */
      column: z.string().nullable(),
    }),
  ),
  /** Affiliates of a finished import who have not been invited. */
  uninvited: z.int(),
  todos: z.array(z.object({ affiliate: z.string(), order: z.string(), amount: money })),
  undecided: z.object({ count: z.int(), amounts: z.array(money) }),
  /** Rows that need a decision, and codes that were decided for all their rows. */
  waiting: z.array(
    z.object({
      code: z.enum(decidableCodes),
      count: z.int(),
      amounts: z.array(money),
      action: z.enum(decisionActions).nullable(),
    }),
  ),
  /** Rows with a part that could not be taken over. */
  noted: z.int(),
  pagination: paginationWire,
  showsNoted: z.boolean(),
  outcome: z.enum(rowOutcomes).nullable(),
});

export type ImportWire = z.input<typeof importWire>;
export type MappingWire = NonNullable<ImportWire["mapping"]>;
