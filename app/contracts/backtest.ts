import { z } from "zod";
import { runStatuses } from "#app/domain/long-run.ts";
import { termsBody } from "./terms.ts";
import { termsCodec, termsOfWire } from "./terms-codecs.ts";
import { day, instant, listQuery, money } from "./wire.ts";

const scopes = ["credited", "all"] as const;
const scope = z.enum(scopes);

/**
 * Body of POST /api/v1/backtests, and of the calls for a program and for an affiliate's custom terms: draft
 * terms that override today's, and the orders to run them over.
 */
export const startBacktestBody = z
  .strictObject({
    terms: termsBody.partial().transform(termsOfWire).optional(),
    firstDay: day.optional(),
    lastDay: day.optional(),
    scope: scope.optional(),
  })
  .meta({ id: "StartBacktest" });

/** Body of POST /api/v1/orders/imports. */
export const startImportBody = z
  .strictObject({ firstDay: day, lastDay: day.optional() })
  .meta({ id: "StartImport" });

/** A form field that may be empty. */
const emptyOr = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((given) => (given === "" ? undefined : given), field.optional());

/** The program editor posts its draft with the intent "save" or none. Both start a backtest. */
function withIntent(given: unknown): unknown {
  if (typeof given !== "object" || given === null) return given;
  const intent = "intent" in given ? given.intent : "save";
  return intent === "save" || intent === "" ? { ...given, intent: "start" } : given;
}

/**
 * Forms of a program's backtests. `terms` is a draft, as JSON of the API's terms. `of` is the id of an earlier
 * backtest to run again.
 */
export const backtestForm = z.preprocess(
  withIntent,
  z.discriminatedUnion("intent", [
    z.object({
      intent: z.literal("start"),
      terms: z.string().max(500_000).optional(),
      of: z.string().max(40).optional(),
      firstDay: emptyOr(day),
      lastDay: emptyOr(day),
      scope: emptyOr(scope),
    }),
    z.object({ intent: z.literal("import"), firstDay: day, lastDay: emptyOr(day) }),
  ]),
);

export type BacktestForm = z.output<typeof backtestForm>;

/** Query of a backtest table's CSV file. */
export const backtestFileQuery = z.object({
  id: z.string().max(40).catch(""),
  table: z.enum(["affiliates", "products"]).catch("affiliates"),
});

const costWire = z.object({
  total: money.meta({ description: "What would stand now, after refunds, bonuses included" }),
  bonuses: money,
  paidOrders: z.int(),
  share: z.string().nullable().meta({ description: "Percent of the revenue; null without revenue" }),
});

const rowWire = z.object({
  id: z.string().nullable(),
  name: z.string(),
  orders: z.int(),
  revenue: money,
  today: money,
  draft: money,
  difference: money,
});

const headFields = {
  id: z.string(),
  program: z
    .string()
    .nullable()
    .meta({ description: "Null for the draft of a program that is not made yet" }),
  affiliate: z
    .string()
    .nullable()
    .meta({ description: "Whose own terms the draft is; null for a program's" }),
  status: z.enum(runStatuses),
  scope: scope.meta({
    description:
      "The orders credited in the program (in any, for one that is not made yet; to the affiliate, for own terms), or all orders as if it were credited",
  }),
  firstDay: z.string(),
  lastDay: z.string(),
  ordersDone: z.int(),
  ordersTotal: z.int(),
  error: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
};

export const backtestHeadWire = z.object(headFields).meta({ id: "BacktestHead" });

/** Draft terms run over past orders and compared with today's terms. */
export const backtestWire = z
  .object({
    ...headFields,
    terms: termsCodec,
    result: z
      .object({
        orders: z.int(),
        otherCurrencyOrders: z
          .int()
          .meta({ description: "Orders in another currency than the shop's: in no sum" }),
        changedOrders: z.int(),
        unreadOrders: z.int().optional().meta({
          description:
            "Orders of which collections and tags were never read, though the draft or today's terms ask for them: the rules that ask did not pay. Missing in backtests from before it was counted",
        }),
        revenue: money,
        today: costWire,
        draft: costWire,
        difference: money,
        affiliates: z.array(rowWire),
        products: z.array(rowWire),
        months: z.array(rowWire),
      })
      .nullable(),
  })
  .meta({ id: "Backtest" });

export type BacktestWire = z.input<typeof backtestWire>;
export type BacktestHeadWire = z.input<typeof backtestHeadWire>;
export type BacktestRowWire = z.input<typeof rowWire>;

/** A row of the list of all backtests, with the names of what it is of. */
export const namedBacktestWire = backtestHeadWire.extend({
  programName: z.string().nullable(),
  affiliateName: z.string().nullable(),
});

export type NamedBacktestWire = z.input<typeof namedBacktestWire>;

/** Query of the list of all backtests. */
export const backtestListQuery = listQuery.omit({ search: true });

export const backtestListWire = z
  .object({ backtests: z.array(backtestHeadWire) })
  .meta({ id: "BacktestList" });

export const importWire = z
  .object({
    id: z.string(),
    status: z.enum(runStatuses),
    firstDay: z.string(),
    lastDay: z.string(),
    ordersDone: z.int(),
    ordersTotal: z.int().meta({ description: "As the platform counts them while it collects" }),
    error: z.string(),
    createdBy: z.string(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: "OrderImport" });

/** Answer of GET and POST /api/v1/orders/imports. */
export const importListWire = z
  .object({
    imports: z.array(importWire),
    earliestDay: z
      .string()
      .nullable()
      .meta({ description: "The first day that the platform tells this app of; null for all" }),
  })
  .meta({ id: "OrderImportList" });

export type ImportWire = z.input<typeof importWire>;
