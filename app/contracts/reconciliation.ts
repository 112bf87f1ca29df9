import { z } from "zod";
import { reportProviders, statementProviders } from "#app/domain/statements/reading.ts";
import { outcomes } from "#app/domain/payouts/payment.ts";
import { matches, steps } from "#app/domain/statements/match.ts";
import { day, instant, listQuery, money, namedWire, paginationWire, plainText } from "./wire.ts";
import { because, choose } from "./reasons.ts";

const count = z.object({ match: z.enum(matches), count: z.int(), open: z.int() });

const moved = z.object({ count: z.int(), amount: money });
const total = z.object({
  currency: z.string(),
  paid: moved.meta({ description: "Payments" }),
  back: moved.meta({ description: "Money that came back" }),
});

export const providerStatementWire = z
  .object({
    id: z.string(),
    provider: z.enum(statementProviders),
    source: z.enum(["api", "csv"]),
    fileName: z.string(),
    since: instant,
    until: instant.meta({
      description: "Up to when it tells of what was paid: PayPal's own report is some hours behind",
    }),
    status: z.enum(["reading", "matching", "stopped", "ready"]).meta({
      description:
        "`reading`: its lines are still asked for. `matching`: they are compared with the payouts. `stopped`: nobody goes on with either before it is asked for.",
    }),
    stopped: z.string().meta({ description: "Why nobody goes on with it; empty where it did not stop" }),
    accounts: z.int().nullable().meta({
      description: "How many accounts were read so far; null where its lines came all at once",
    }),
    totals: z.array(total).meta({ description: "What it tells of so far, once for each currency" }),
    lines: z.int().meta({ description: "Lines of the provider" }),
    compared: z.int().meta({ description: "How many of them have been compared" }),
    open: z.int().meta({ description: "Differences that nobody has resolved" }),
    toMark: z
      .array(moved.extend({ currency: z.string() }))
      .meta({ description: "Matched payments that are not marked as paid yet, once for each currency" }),
    counts: z.array(count).meta({ description: "How lines stand to the payouts" }),
    takenInBy: z.string(),
    takenInAt: instant,
  })
  .meta({ id: "ProviderStatement" });

export type ProviderStatementWire = z.input<typeof providerStatementWire>;

export const statementListWire = z
  .object({
    statements: z.array(providerStatementWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "ProviderStatementList" });

/** Query of GET /api/v1/reconciliations. */
export const statementListQuery = listQuery.omit({ search: true });

/** Views of the lines, each with its matches. `to_review` holds every open line. */
const lineViews = {
  to_review: { open: true },
  matched: { matches: ["matched", "paid"] },
  unclear: { matches: ["unclear"] },
  not_in_app: { matches: ["unexpected"] },
  missing: { matches: ["missing", "awaited", "unreadable"] },
} as const;

const views = ["to_review", "matched", "unclear", "not_in_app", "missing"] as const;

/** Query of a statement's lines. */
export const lineListQuery = listQuery.omit({ search: true }).extend({
  view: z.enum(views).optional(),
  match: z.enum(matches).optional(),
  open: z
    .enum(["true", "false"])
    .optional()
    .transform((text) => text === "true")
    .meta({ description: "Only lines that nobody has resolved" }),
});

/** Filter of lines for a query. */
export function lineFilterOf({ view, match, open }: Pick<LineListQuery, "view" | "match" | "open">) {
  return { match, open, ...(view && lineViews[view]) };
}

type LineListQuery = z.output<typeof lineListQuery>;

/** Body of POST /api/v1/reconciliations/report: the provider and the days of its report. */
export const reportBody = z
  .strictObject({
    provider: z.enum(reportProviders).default("paypal"),
    first: day,
    last: day,
  })
  .refine(({ first, last }) => first <= last, {
    path: ["last"],
    error: because({ code: "days_out_of_order" }),
  });

/** Body of POST /api/v1/reconciliations/{id}/lines. */
export const resolveBody = z.strictObject({
  lines: z.array(z.int().min(1)).min(1, choose("lines")).max(250),
  step: z.enum(steps),
  note: plainText(500).default(""),
  affiliate: plainText(254).default("").meta({
    description: "Whom a payment that is recorded was for: the id, the e-mail address or the referral code",
  }),
  payment: z
    .string()
    .max(40)
    .default("")
    .meta({ description: "For `choose`: the id of the payment that the line is about" }),
  amount: plainText(30).default("").meta({
    description:
      "For `exchange`: what the affiliate is given, or below zero what is taken, in the payout's currency",
  }),
});

/** Forms of a statement's page. */
export const statementForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("again") }),
  z.object({ intent: z.literal("settle-matched") }),
  z.object({
    intent: z.literal("resolve"),
    lines: z
      .union([z.string(), z.array(z.string())])
      .transform((ids) => [ids].flat().map((id) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0)))
      .pipe(z.array(z.int().min(1)).min(1, choose("lines")).max(250)),
    step: resolveBody.shape.step,
    note: resolveBody.shape.note,
    affiliate: resolveBody.shape.affiliate,
    payment: resolveBody.shape.payment,
    amount: resolveBody.shape.amount,
  }),
]);

export const statementLineWire = z
  .object({
    number: z.int(),
    match: z.enum([...matches, "waiting"]),
    says: z.enum(outcomes).nullable().meta({
      description:
        "What the line tells: a payment (`paid`), money that came back (`returned`), or where it stands; null for an unclear line and for a payout that the statement does not mention",
    }),
    reason: z
      .string()
      .meta({ description: "Why a line is unclear, or which row of the file it is a part of" }),
    waits: z
      .boolean()
      .meta({ description: "True while the provider may still pay it: a later statement tells the end" }),
    waitsUntil: instant.nullable().meta({
      description:
        "Of a payment that a bank may still make: how far a statement has to go to tell; null of all else",
    }),
    amount: money.nullable().meta({ description: "Null where it is not understood" }),
    fee: money.nullable(),
    at: instant.nullable(),
    providerStatus: z.string(),
    transaction: z.string(),
    receiver: z.string(),
    payment: z
      .object({
        id: z.string(),
        section: z.string(),
        method: z.string(),
        status: z.string(),
        amount: money,
        fee: money,
      })
      .nullable(),
    affiliate: namedWire.nullable(),
    steps: z.array(z.enum(steps)).meta({ description: "What can be done about it; the first is meant" }),
    adjusts: money.nullable().meta({
      description:
        "What `adjust` gives the affiliate, below zero takes; null where it is no step of the line",
    }),
    paidBy: z.object({ statement: z.string(), line: z.int() }).nullable().meta({
      description: "Of a payment beside a payout, the line that tells of the payout's own",
    }),
    resolution: z.string(),
    note: z.string(),
    resolvedAt: instant.nullable(),
    resolvedBy: z.string().nullable(),
  })
  .meta({ id: "ProviderStatementLine" });

export type StatementLineWire = z.input<typeof statementLineWire>;

export const lineListWire = z
  .object({
    lines: z.array(statementLineWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "ProviderStatementLineList" });

/** Query of the payments that a line may be about. */
export const candidateQuery = listQuery;

/** A payment to choose. */
export const candidateWire = z.object({
  id: z.string(),
  affiliate: z.string(),
  amount: money,
  status: z.string(),
  at: instant,
});

export type CandidateWire = z.input<typeof candidateWire>;

export const resolvedWire = z.object({ done: z.int() }).meta({ id: "ResolvedLines" });
