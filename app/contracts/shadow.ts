import { z } from "zod";
import { comparisonFindings } from "#app/domain/shadow/comparison.ts";
import { importSystems } from "#app/domain/imports/import-kinds.ts";
import { choicesText, mapping } from "./file-import.ts";
import { instant, listQuery, money, paginationWire } from "./wire.ts";

/** The forms of shadow mode's page. */
export const shadowForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start") }),
  z.object({
    intent: z.literal("live"),
    when: z.enum(["now", "later"]),
    /** By the store's clock. Empty for now. */
    day: z.string().max(10).default(""),
    time: z.string().max(5).default(""),
  }),
  z.object({ intent: z.literal("none") }),
]);

const phases = ["never", "shadow", "scheduled", "waiting", "complete"] as const;

export const shadowWire = z.object({
  phase: z.enum(phases),
  startedAt: instant.nullable(),
  liveFrom: instant.nullable(),
  /** The store's books are empty. */
  canStart: z.boolean(),
});

export type ShadowWire = z.input<typeof shadowWire>;

const statuses = ["draft", "running", "done", "failed"] as const;

export const comparisonHeadWire = z.object({
  id: z.string(),
  fileName: z.string(),
  system: z.enum(importSystems),
  status: z.enum(statuses),
  rows: z.int(),
  /** Number of orders that differ. */
  differences: z.int(),
  days: z.object({ from: z.string(), until: z.string() }).nullable(),
  createdAt: instant,
});

export type ComparisonHeadWire = z.input<typeof comparisonHeadWire>;

/** The forms of a comparison's page. */
export const comparisonForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("read"), choices: choicesText }),
  z.object({ intent: z.literal("start"), choices: choicesText }),
  z.object({ intent: z.literal("delete") }),
]);

/** Query of a comparison's page: a page of its rows, those with one result or all. */
export const comparisonRowsQuery = listQuery.extend({ finding: z.enum(comparisonFindings).optional() });

/** Query of a comparison's file. */
export const comparisonFileQuery = z.object({
  id: z.string().max(40).catch(""),
  finding: z.enum(comparisonFindings).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
});

export const comparisonWire = comparisonHeadWire.extend({
  error: z.string(),
  /** Null once it is started. */
  mapping: mapping.nullable(),
  progress: z.object({ step: z.enum(["rows", "others"]), done: z.int(), total: z.int() }).nullable(),
  skipped: z.int(),
  currencies: z.array(
    z.object({
      there: money,
      here: money,
      difference: money,
      days: z.array(
        z.object({
          day: z.string(),
          counts: z.record(z.enum(comparisonFindings), z.int()),
          difference: money,
        }),
      ),
    }),
  ),
  findings: z.array(
    z.object({ finding: z.enum(comparisonFindings), count: z.int(), differences: z.array(money) }),
  ),
  list: z.array(
    z.object({
      row: z.int(),
      affiliate: z.string(),
      order: z.string(),
      orderId: z.string().nullable(),
      day: z.string().nullable(),
      there: money.nullable(),
      here: money.nullable(),
      difference: money.nullable(),
      finding: z.enum(comparisonFindings),
      why: z.string(),
    }),
  ),
  pagination: paginationWire,
  finding: z.enum(comparisonFindings).nullable(),
  search: z.string(),
});

export type ComparisonWire = z.input<typeof comparisonWire>;

/** The balances of an import for a store that switches from another app. */
export const importSwitchWire = z.object({
  /** Null until it is chosen. */
  liveFrom: instant.nullable(),
  isLive: z.boolean(),
  /** The newest order that earns something in shadow mode, if the file has no order as new as that. */
  missingOrder: instant.nullable(),
});

export type ImportSwitchWire = z.input<typeof importSwitchWire>;
