import { z } from "zod";
import type { RatesInput } from "#app/domain/audit/audit-rates.ts";
import { auditFindings } from "#app/domain/audit/findings.ts";
import { importSystems } from "#app/domain/imports/import-kinds.ts";
import { rateKinds } from "#app/domain/imports/imported-rate.ts";
import { choicesText, mapping } from "./file-import.ts";
import { instant, listQuery, money, paginationWire } from "./wire.ts";

const rates = z.strictObject({
  rates: z
    .array(
      z.strictObject({ program: z.string().max(200), kind: z.enum(rateKinds), value: z.string().max(30) }),
    )
    .min(1)
    .max(51),
  base: z.strictObject({ shipping: z.boolean(), tax: z.boolean(), beforeDiscounts: z.boolean() }),
});

/** The stated rates, as the page posts them. */
const ratesText = z
  .string()
  .max(50_000)
  .transform((text, context): RatesInput => {
    try {
      const found = rates.safeParse(JSON.parse(text));
      if (found.success) return found.data;
    } catch {
      // Not JSON.
    }
    context.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  });

/** The forms of an audit's page. */
export const auditForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("read"), choices: choicesText }),
  z.object({ intent: z.literal("start"), choices: choicesText, rates: ratesText }),
  z.object({ intent: z.literal("delete") }),
]);

/** Query of an audit's page: a page of its rows, those with one finding or all. */
export const auditRowsQuery = listQuery.extend({ finding: z.enum(auditFindings).optional() });

/** Query of an audit's files. */
export const auditFileQuery = z.object({
  id: z.string().max(40).catch(""),
  finding: z.enum(auditFindings).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
});

const statuses = ["draft", "waiting", "running", "done", "failed"] as const;

export const auditHeadWire = z.object({
  id: z.string(),
  fileName: z.string(),
  system: z.enum(importSystems),
  status: z.enum(statuses),
  rows: z.int(),
  /** Number of rows that are problems. */
  problems: z.int(),
  createdAt: instant,
});

export type AuditHeadWire = z.input<typeof auditHeadWire>;

const nullableMoney = money.nullable();

export const auditWire = auditHeadWire.extend({
  error: z.string(),
  /** Null once it is started. */
  mapping: mapping.nullable(),
  /** The other app's programs that the file names. */
  programs: z.array(z.string()),
  rates: rates.nullable(),
  progress: z
    .object({ step: z.enum(["orders", "referrals", "others"]), done: z.int(), total: z.int() })
    .nullable(),
  covered: z.object({ from: z.string(), until: z.string() }).nullable(),
  unchecked: z.int(),
  sharedOrders: z.int(),
  currencies: z.array(
    z.object({
      paid: money,
      expected: money,
      over: money,
      under: money,
      months: z.array(z.object({ month: z.string(), over: money, under: money })),
    }),
  ),
  findings: z.array(
    z.object({ finding: z.enum(auditFindings), count: z.int(), differences: z.array(money) }),
  ),
  list: z.array(
    z.object({
      row: z.int(),
      affiliate: z.string(),
      order: z.string(),
      orderId: z.string().nullable(),
      day: z.string().nullable(),
      paid: nullableMoney,
      expected: nullableMoney,
      difference: nullableMoney,
      finding: z.enum(auditFindings),
      why: z.string(),
    }),
  ),
  pagination: paginationWire,
  finding: z.enum(auditFindings).nullable(),
  search: z.string(),
});

export type AuditWire = z.input<typeof auditWire>;
