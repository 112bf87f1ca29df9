import { z } from "zod";
import { statementProviders } from "#app/domain/statements/reading.ts";
import { matches } from "#app/domain/statements/match.ts";
import { instant, money, paginationWire } from "./wire.ts";

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
