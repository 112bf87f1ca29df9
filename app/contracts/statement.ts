import { z } from "zod";
import { isMonth } from "#app/domain/day-spans.ts";
import { isSpan, notASpan } from "./ledger.ts";
import { day } from "./wire.ts";
import { wrong } from "./reasons.ts";

const month = z.string().refine(isMonth, wrong("month"));

const spanFields = {
  month: month
    .optional()
    .meta({ description: "In the shop's time zone; the current one where none is given" }),
  first: day.optional().meta({ description: "First day, instead of a month; together with `last`" }),
  last: day.optional().meta({ description: "Last day, included" }),
};

/** Query of a statement: a month, or a first and last day. The default is the current month. */
export const statementQuery = z
  .object({
    ...spanFields,
    format: z.enum(["pdf", "csv"]).default("pdf"),
  })
  .refine(isSpan, notASpan);

export type StatementQuery = z.output<typeof statementQuery>;

/** Query of the statements of all affiliates, which are one file. */
export const allStatementsQuery = z.object(spanFields).refine(isSpan, notASpan);

export type SpanQuery = z.output<typeof allStatementsQuery>;

/** The closing balance by state. */
export const closingParts = ["pending", "available", "in_payout"] as const;
export type ClosingPart = (typeof closingParts)[number];
