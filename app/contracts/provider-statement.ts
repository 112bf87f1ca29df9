import { z } from "zod";
import { statementProviders } from "#app/domain/statements/reading.ts";
import { matches, untold } from "#app/domain/statements/match.ts";
import { moneyToWire } from "./to-wire.ts";
import { moneyWire, paginationWire } from "./wire.ts";

const count = z.object({ match: z.enum(matches), count: z.int(), open: z.int() });

const moved = z.object({ count: z.int(), amount: moneyWire });
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
    since: z.iso.datetime(),
    until: z.iso.datetime().meta({
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
    takenInAt: z.iso.datetime(),
  })
  .meta({ id: "ProviderStatement" });

export type ProviderStatementWire = z.output<typeof providerStatementWire>;

export const statementListWire = z
  .object({
    statements: z.array(providerStatementWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "ProviderStatementList" });

type StatementToWrite = {
  readonly statement: {
    readonly statementId: string;
    readonly provider: ProviderStatementWire["provider"];
    readonly source: ProviderStatementWire["source"];
    readonly fileName: string;
    readonly since: Date;
    readonly until: Date;
    readonly status: Exclude<ProviderStatementWire["status"], "stopped">;
    readonly stopped: string;
    readonly accountsRead: number;
    readonly lineCount: number;
    readonly matchedUpTo: number;
    readonly createdBy: { readonly name: string };
    readonly createdAt: Date;
  };
  readonly counts: readonly ProviderStatementWire["counts"][number][];
  readonly totals: readonly {
    readonly currency: string;
    readonly paid: MovedToWrite;
    readonly back: MovedToWrite;
  }[];
  readonly toMark: readonly ({ readonly currency: string } & MovedToWrite)[];
};

type MovedToWrite = { readonly count: number; readonly amountMinor: bigint };

export function statementToWire({
  statement,
  counts,
  totals,
  toMark,
}: StatementToWrite): ProviderStatementWire {
  const { status, stopped, lineCount } = statement;
  const compared = counts.reduce((sum, one) => sum + (untold.has(one.match) ? 0 : one.count), 0);
  return {
    id: statement.statementId,
    provider: statement.provider,
    source: statement.source,
    fileName: statement.fileName,
    since: statement.since.toISOString(),
    until: statement.until.toISOString(),
    status: stopped === "" ? status : "stopped",
    stopped,
    accounts: statement.provider === "store_credit" ? statement.accountsRead : null,
    totals: totals.map(({ currency, paid, back }) => {
      const amounts = (one: MovedToWrite) => {
        return { count: one.count, amount: moneyToWire(one.amountMinor, currency) };
      };
      return { currency, paid: amounts(paid), back: amounts(back) };
    }),
    lines: lineCount,
    compared: Math.min(compared, lineCount),
    open: counts.reduce((sum, one) => sum + one.open, 0),
    toMark: toMark.map(({ currency, count: marked, amountMinor }) => ({
      currency,
      count: marked,
      amount: moneyToWire(amountMinor, currency),
    })),
    counts: [...counts],
    takenInBy: statement.createdBy.name,
    takenInAt: statement.createdAt.toISOString(),
  };
}
