import { z } from "zod";
import { reportProviders } from "#app/domain/statements/reading.ts";
import { paymentStates, outcomes } from "#app/domain/payouts/payment.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { isWaiting, matches, steps } from "#app/domain/statements/match.ts";
import { plainText } from "./plain-text.ts";
import { moneyToWire } from "./to-wire.ts";
import { day, listQuery, moneyWire, namedWire, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/reconciliations. */
export const statementListQuery = listQuery.omit({ search: true });

/** Views of the lines, each with its matches. `to_review` holds every open line. */
export const lineViews = {
  to_review: { open: true },
  matched: { matches: ["matched", "paid"] },
  unclear: { matches: ["unclear"] },
  not_in_app: { matches: ["unexpected"] },
  missing: { matches: ["missing", "awaited", "unreadable"] },
} as const;

const views = ["to_review", "matched", "unclear", "not_in_app", "missing"] as const;

/** Query of a statement's lines. */
export const lineListQuery = listQuery.omit({ search: true }).extend({
  view: z.enum(views, `Must be one of ${views.join(", ")}`).optional(),
  match: z.enum(matches, `Must be one of ${matches.join(", ")}`).optional(),
  open: z
    .enum(["true", "false"], "Must be true or false")
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
    provider: z.enum(reportProviders, `Must be one of ${reportProviders.join(", ")}`).default("paypal"),
    first: day,
    last: day,
  })
  .refine(({ first, last }) => first <= last, { path: ["last"], error: "Must not be before the first day" });

/** Body of POST /api/v1/reconciliations/{id}/lines. */
export const resolveBody = z.strictObject({
  lines: z.array(z.int().min(1)).min(1, "Choose a line").max(250, "Must be at most 250 lines"),
  step: z.enum(steps, `Must be one of ${steps.join(", ")}`),
  note: plainText(500).default(""),
  affiliate: plainText(254).default("").meta({
    description: "Whom a payment that is recorded was for: the id, the e-mail address or the referral code",
  }),
  payment: z
    .string()
    .max(40, "Must be at most 40 characters")
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
      .pipe(z.array(z.int().min(1)).min(1, "Choose a line").max(250, "Must be at most 250 lines")),
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
    waitsUntil: z.iso.datetime().nullable().meta({
      description:
        "Of a payment that a bank may still make: how far a statement has to go to tell; null of all else",
    }),
    amount: moneyWire.nullable().meta({ description: "Null where it is not understood" }),
    fee: moneyWire.nullable(),
    at: z.iso.datetime().nullable(),
    providerStatus: z.string(),
    transaction: z.string(),
    receiver: z.string(),
    payment: z
      .object({
        id: z.string(),
        section: z.string(),
        method: z.string(),
        status: z.string(),
        amount: moneyWire,
        fee: moneyWire,
      })
      .nullable(),
    affiliate: namedWire.nullable(),
    steps: z.array(z.enum(steps)).meta({ description: "What can be done about it; the first is meant" }),
    adjusts: moneyWire.nullable().meta({
      description:
        "What `adjust` gives the affiliate, below zero takes; null where it is no step of the line",
    }),
    paidBy: z.object({ statement: z.string(), line: z.int() }).nullable().meta({
      description: "Of a payment beside a payout, the line that tells of the payout's own",
    }),
    resolution: z.string(),
    note: z.string(),
    resolvedAt: z.iso.datetime().nullable(),
    resolvedBy: z.string().nullable(),
  })
  .meta({ id: "ProviderStatementLine" });

export type StatementLineWire = z.output<typeof statementLineWire>;

export const lineListWire = z
  .object({
    lines: z.array(statementLineWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "ProviderStatementLineList" });

/** Query of the payments that a line may be about. */
export const candidateQuery = listQuery;

type Candidate = {
  readonly paymentId: string;
  readonly name: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly status: string;
  readonly at: Date;
};

/** Payments to choose from. */
export function candidatesToWire(found: readonly Candidate[]) {
  return found.map(({ paymentId, name, amountMinor, currency, status, at }) => ({
    id: paymentId,
    affiliate: name,
    amount: moneyToWire(amountMinor, currency),
    status,
    at: at.toISOString(),
  }));
}

export type CandidateWire = ReturnType<typeof candidatesToWire>[number];

export const resolvedWire = z.object({ done: z.int() }).meta({ id: "ResolvedLines" });

type LineToWrite = {
  readonly line: {
    readonly number: number;
    readonly match: string;
    readonly outcome: string;
    readonly amountMinor: bigint;
    readonly feeMinor: bigint | null;
    readonly currency: string;
    readonly at: Date | null;
    readonly providerStatus: string;
    readonly providerTransactionId: string;
    readonly receiver: string;
    readonly reason: string;
    readonly resolution: string;
    readonly note: string;
    readonly resolvedAt: Date | null;
    readonly resolvedBy: { readonly name: string } | null;
  };
  readonly payment: {
    readonly paymentId: string;
    readonly sectionId: string;
    readonly status: string;
    readonly method: PayoutMethod;
    readonly contradiction: string;
    readonly settledAt: Date | null;
    readonly amountMinor: bigint;
    readonly feeMinor: bigint;
    readonly currency: string;
  } | null;
  readonly affiliateId: string | null;
  readonly affiliateName: string | null;
  readonly steps: readonly StatementLineWire["steps"][number][];
  readonly adjustsMinor: bigint | null;
  readonly paidBy: { readonly statementId: string; readonly number: number } | null;
  readonly waitsUntil: Date | null;
};

export function lineToWire({
  line,
  payment,
  affiliateId,
  affiliateName,
  steps: possible,
  adjustsMinor,
  paidBy,
  waitsUntil,
}: LineToWrite): StatementLineWire {
  const money = (minor: bigint) => moneyToWire(minor, line.currency);
  return {
    number: line.number,
    ...standOf({ line, payment, waitsUntil }),
    reason: line.reason,
    amount: line.currency === "" ? null : money(line.amountMinor),
    fee: line.feeMinor === null ? null : money(line.feeMinor),
    at: line.at?.toISOString() ?? null,
    providerStatus: line.providerStatus,
    transaction: line.providerTransactionId,
    receiver: line.receiver,
    payment: payment && {
      id: payment.paymentId,
      section: payment.sectionId,
      method: payment.method,
      status: payment.status,
      amount: moneyToWire(payment.amountMinor, payment.currency),
      fee: moneyToWire(payment.feeMinor, payment.currency),
    },
    affiliate: affiliateId === null ? null : { id: affiliateId, name: affiliateName ?? affiliateId },
    steps: [...possible],
    ...besideSteps({ payment, adjustsMinor, paidBy }),
    resolution: line.resolution,
    note: line.note,
    resolvedAt: line.resolvedAt?.toISOString() ?? null,
    resolvedBy: line.resolvedBy?.name ?? null,
  };
}

/** Amount of the step `adjust`, and the line that reports the payment's first transfer. */
function besideSteps({
  payment,
  adjustsMinor,
  paidBy,
}: Pick<LineToWrite, "payment" | "adjustsMinor" | "paidBy">): Pick<StatementLineWire, "adjusts" | "paidBy"> {
  return {
    adjusts: payment && adjustsMinor !== null ? moneyToWire(adjustsMinor, payment.currency) : null,
    paidBy: paidBy && { statement: paidBy.statementId, line: paidBy.number },
  };
}

/** Match of a line, its outcome, and if and until when the app waits for a later statement. */
function standOf({
  line,
  payment,
  waitsUntil,
}: Pick<LineToWrite, "line" | "payment" | "waitsUntil">): Pick<
  StatementLineWire,
  "match" | "says" | "waits" | "waitsUntil"
> {
  const match = matches.find((one) => one === line.match) ?? "waiting";
  const says = outcomes.find((one) => one === line.outcome) ?? null;
  const status = paymentStates.find((one) => one === payment?.status);
  const known = payment && status ? { ...payment, status, wasPaid: payment.settledAt !== null } : null;
  const isOpenThere = match !== "waiting" && isWaiting(match, { outcome: says, payment: known });
  const waits = waitsUntil !== null || isOpenThere;
  return { match, says, waits, waitsUntil: waitsUntil?.toISOString() ?? null };
}
