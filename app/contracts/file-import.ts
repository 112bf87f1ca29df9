import { z } from "zod";
import {
  amountForms,
  importKinds,
  importSystems,
  importUses,
  personStates,
  referralStates,
} from "#app/domain/imports/import-kinds.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { rowCodes, rowOutcomes } from "#app/domain/imports/outcomes.ts";
import { dateOrders } from "#app/domain/tables/table.ts";
import { currencyCode, instant, listQuery, money, paginationWire } from "./wire.ts";

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
    releaseOn: z.iso.date(),
    programId: z.string().max(40),
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

/** The forms of an import's page. */
export const importForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("read"), choices: choicesText }),
  z.object({ intent: z.literal("check"), choices: choicesText }),
  z.object({ intent: z.literal("import"), exportedLate: z.literal("on").optional() }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("discard") }),
  z.object({ intent: z.literal("invite") }),
]);

/** Query of an import's page: a page of its rows, those with one outcome or all. */
export const importRowsQuery = listQuery.omit({ search: true }).extend({
  outcome: z.enum(rowOutcomes).optional(),
  edit: z.literal("1").optional(),
});

const statuses = ["draft", "checking", "checked", "running", "done", "undoing", "undone"] as const;

export const importHeadWire = z.object({
  id: z.string(),
  fileName: z.string(),
  system: z.enum(importSystems),
  kind: z.enum(importKinds),
  status: z.enum(statuses),
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
      /** The column that the code is about. */
      column: z.string().nullable(),
      notes: z.array(z.string()),
    }),
  ),
  /** Affiliates of a finished import who have not been invited. */
  uninvited: z.int(),
  todos: z.array(z.object({ affiliate: z.string(), order: z.string(), amount: money })),
  pagination: paginationWire,
  outcome: z.enum(rowOutcomes).nullable(),
});

export type ImportWire = z.input<typeof importWire>;
export type MappingWire = NonNullable<ImportWire["mapping"]>;
