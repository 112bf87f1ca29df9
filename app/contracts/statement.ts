import { z } from "zod";
import { isMonth } from "#app/domain/day-spans.ts";
import { toDecimal } from "#app/domain/money.ts";
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

/** Leading columns in a file with the statements of several affiliates. */
export const statementOwnerHead = ["Affiliate", "Affiliate id"];

export const statementCsvHead = [
  "Row",
  "Recorded",
  "Kind",
  "What",
  "Currency",
  "Amount",
  "Balance",
  "Status now",
];

type Line = {
  readonly day: string;
  readonly code: string;
  readonly what: string;
  readonly amountMinor: bigint;
  readonly balanceMinor: bigint;
  readonly status: string;
};

const decimal = (minor: bigint, currency: string) => toDecimal({ minor, currency });

/** Name of an M15 movement for people. */
export function movementName(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The closing balance by state. */
export const closingParts = ["pending", "available", "in_payout"] as const;
type ClosingPart = (typeof closingParts)[number];

/** A movement as a row of the file, with its subject and status in words. */
export function statementCsvRow(line: Line, currency: string): string[] {
  const { day: recorded, code, what, amountMinor, balanceMinor, status } = line;
  const amounts = [decimal(amountMinor, currency), decimal(balanceMinor, currency)];
  return ["movement", recorded, movementName(code), what, currency, ...amounts, status];
}

/** The opening or closing balance, or a part of the closing balance, as a row of the file. */
export function statementCsvEdge(
  row: "opening" | "closing" | ClosingPart,
  of: { readonly day: string; readonly currency: string; readonly minor: bigint },
): string[] {
  return [row, of.day, "", "", of.currency, "", decimal(of.minor, of.currency), ""];
}
