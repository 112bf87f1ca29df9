import { z } from "zod";
import { orderStatuses } from "./statuses.ts";
import { stepCodes } from "#app/domain/explanation-steps.ts";
import { decisionKinds } from "#app/domain/decision.ts";
import { signalNames } from "#app/domain/signals.ts";
import { openedFigures } from "#app/domain/report.ts";
import { approvalKinds, approvalStarts } from "#app/domain/terms/terms.ts";
import { evidenceKinds } from "#app/domain/attribution.ts";
import { attributionWire } from "./attribution.ts";
import { commissionEntryWire, postingWire } from "./commission.ts";
import { reportFilterFields } from "./report-filters.ts";
import {
  currencyCode,
  dayFields,
  daysInOrder,
  daysNotInOrder,
  instant,
  listQuery,
  money,
  namedWire,
  paginationWire,
} from "./wire.ts";
import { wrong } from "./reasons.ts";

const evidenceKind = z.enum(evidenceKinds);

export const orderSorts = [
  "newest",
  "oldest",
  "highest-total",
  "lowest-total",
  "highest-commission",
  "lowest-commission",
] as const;

/** Query of GET /api/v1/orders. */
export const orderListQuery = listQuery
  .extend({
    status: z.enum(orderStatuses).optional(),
    sort: z.enum(orderSorts).default("newest").meta({
      description:
        "By the day, by net sales, or by the order's own commission, without bonuses and additions by hand; amounts currency by currency",
    }),
    ...reportFilterFields,
    affiliate: z.string().max(40, wrong("id")).optional(),
    currency: currencyCode.optional(),
    figure: z.enum(openedFigures).optional().meta({
      description:
        "Orders that this figure of a report is the sum of; the days are those on which they counted, by sale or refund",
    }),
    share: z
      .enum(["product"])
      .optional()
      .meta({ description: "Of each order only what its product counts for, as in the report of products" }),
    signal: z
      .enum(signalNames)
      .optional()
      .meta({ description: "Orders that carried this kind of evidence, or none" }),
    lostWithout: evidenceKind
      .optional()
      .meta({ description: "Orders that nobody would have been credited with without this kind" }),
    elsewhereWithout: evidenceKind
      .optional()
      .meta({ description: "Orders that somebody else would have been credited with without this kind" }),
    ...dayFields("placed"),
  })
  .refine(daysInOrder, daysNotInOrder);

export type OrderListQuery = z.output<typeof orderListQuery>;

const part = z
  .object({
    orders: z.int(),
    revenue: money,
    refunds: money,
    net: money,
    commission: money,
    newCustomers: z.int(),
  })
  .optional()
  .meta({ description: "With `figure` alone: what it counts for on the days that were asked for" });

const reason = z.object({ code: z.string(), text: z.string() });

export const orderWire = z
  .object({
    id: z.string().meta({ description: "Shopify's number of the order" }),
    name: z.string(),
    placedAt: instant,
    status: z.enum(orderStatuses),
    reason: reason.meta({ description: "Why it is credited, or why its commission is zero" }),
    paymentStatus: z.string(),
    test: z.boolean(),
    cancelledAt: z.iso.datetime({ offset: true }).nullable(),
    customerErasedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: "Only where the customer was erased: nothing is known of them since" }),
    revenue: money.meta({ description: "Net sales of its goods, refunds off" }),
    commission: money.meta({ description: "What stands in the ledger for it now" }),
    ownCommission: money.meta({
      description:
        "Of that, its own; the rest are bonuses that it reached and additions by hand that name it",
    }),
    part,
    affiliate: namedWire.nullable(),
    program: namedWire.extend({ version: z.int() }).nullable(),
  })
  .meta({ id: "Order" });

export type OrderWire = z.input<typeof orderWire>;

const cappedTotal = paginationWire.extend({
  total: z.int().meta({ description: "How many match, counted up to 10,000" }),
});

export const orderListWire = z
  .object({ orders: z.array(orderWire), pagination: cappedTotal, nextCursor: z.string().nullable() })
  .meta({ id: "OrderList" });

const step = z.object({
  rule: z.string().meta({ description: "Number of the rule in docs/ledger.md" }),
  code: z.enum(stepCodes),
  text: z.string(),
  amount: money,
  quantity: z.int().optional().meta({ description: "Items, for a price and for an amount per item" }),
  rateBps: z.int().optional().meta({ description: "Basis points, for a percentage" }),
});

const signal = z.object({
  kind: z.enum(evidenceKinds),
  signal: z.string().meta({ description: "The code, or the id of what it is about" }),
  subId: z.string().meta({ description: "The link's sub-id; empty for none" }),
  at: z.iso.datetime({ offset: true }).nullable(),
  windowDays: z.int().optional().meta({
    description:
      "Of a click, the attribution window by which it was judged, in days; absent where none was asked, or none was kept",
  }),
  affiliate: namedWire,
  program: namedWire.nullable(),
  won: z.boolean(),
  reason,
});

const line = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  counts: z.boolean(),
  rules: z
    .array(
      z.object({
        id: z.string().nullable().meta({ description: "Null for the default commission" }),
        name: z.string(),
        tried: z.boolean(),
        matched: z.boolean(),
        text: z.string(),
      }),
    )
    .meta({
      description: "The rules in their order: the first that matched pays, and those after it are not tried",
    }),
  steps: z.array(step),
  commission: money,
  current: money,
});

const byWhom = { id: z.string(), note: z.string(), by: z.string(), at: instant };
const decided = z.object({
  ...byWhom,
  kind: z.enum(decisionKinds),
  affiliate: namedWire
    .nullable()
    .meta({ description: "Whose commission it was about; null for the credit itself" }),
  to: namedWire.nullable().meta({ description: "The affiliate who was given the credit for the order" }),
});
const adjusted = z.object({ ...byWhom, affiliate: namedWire, amount: money });

const knownBefore = z
  .array(z.object({ rule: z.string(), text: z.string() }))
  .meta({ description: "What was read from other orders when this one was first evaluated" });
const totals = z.object({
  base: money,
  remainingBase: money,
  commission: money,
  current: money,
});

const ifCounted = z
  .object({
    reason: reason.meta({ description: "Why it would be credited, or why nothing would stand" }),
    knownBefore,
    lines: z.array(line),
    totals,
    unread: z.boolean().meta({
      description: "Its terms ask about collections or tags, which are not read for test orders",
    }),
  })
  .nullable()
  .meta({
    description: "Only of a test order: what it would earn. Nothing of it is posted or counted.",
  });

/** Answer of GET /api/v1/orders/{id}/explanation. */
export const orderExplanationWire = z
  .object({
    order: orderWire,
    channel: z.string().nullable().meta({
      description: "Sales channel that Shopify names, such as an AI assistant; null where it names none",
    }),
    renewal: z
      .object({
        firstOrder: z
          .string()
          .nullable()
          .meta({ description: "Shopify's number of the subscription's first order; null where none fits" }),
      })
      .nullable()
      .meta({ description: "Only of a subscription renewal" }),
    signals: z.array(signal).meta({ description: "Every signal seen, strongest first" }),
    judgedBy: attributionWire.nullable().meta({
      description: "The rules of attribution that chose among them; null while nothing was decided",
    }),
    terms: z
      .object({
        text: z.string().meta({ description: "What the fallback pays" }),
        rules: z.array(z.object({ name: z.string(), when: z.string(), pays: z.string() })),
        version: z.int(),
        since: z.iso.datetime({ offset: true }).meta({ description: "When this version took effect" }),
        windowDays: z.int(),
        approvalDays: z.int(),
        approvalFrom: z.enum(approvalStarts),
        approval: z.enum(approvalKinds),
        approvalBeganAt: z.iso.datetime({ offset: true }).nullable().meta({
          description: "When the order was placed, paid or fulfilled, as `approvalFrom` says; null before it",
        }),
        alsoCounts: z.array(z.string()),
      })
      .nullable(),
    knownBefore,
    summary: z.string().nullable().meta({
      description: "How the commission is calculated, in one line; null where no percentages explain it",
    }),
    lines: z.array(line),
    totals,
    ifCounted,
    commissions: z.array(commissionEntryWire).meta({
      description:
        "Commissions of the order, with bonuses and manual commissions that name it, each followed by its deductions",
    }),
    refunds: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime({ offset: true }),
        status: z.string(),
        amount: money,
      }),
    ),
    decisions: z.array(decided).meta({ description: "What people decided about it, oldest first" }),
    adjustments: z.array(adjusted).meta({ description: "Amounts given or taken by hand, oldest first" }),
    postings: z.array(postingWire).meta({ description: "Ledger entries, in the order of posting" }),
  })
  .meta({ id: "OrderExplanation" });

export type OrderExplanationWire = z.input<typeof orderExplanationWire>;
