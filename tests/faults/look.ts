import type { breakable } from "../flows/histories/crashes.ts";
import type { walkRoad } from "../flows/histories/road.ts";
import type { creditRuns, paypalRuns } from "../flows/payouts/paid-once.ts";
import type { differenceIn } from "../histories/compare.ts";
import type { historyOf } from "../histories/history.ts";
import type { closeQueue } from "#app/queue/queue.server.ts";
import type { closeDatabase } from "#app/platform/db.server.ts";
import type { Noticing } from "./fault.ts";

type Import = (path: string) => Promise<unknown>;

/** Tells one seed; answers the difference that it shows, or null. */
export type Look = {
  readonly at: (seed: number) => Promise<string | null>;
  readonly close: () => Promise<void>;
};

/** Payments need some runs in a row, because each dies where those before did not. The first that notices ends it. */
const runsOfSeed = 12;

/** Seeds that a search goes through. For payments those of `npm test` come first, which agree without a fault. */
export const searched: Readonly<Record<Noticing, readonly number[]>> = {
  histories: Array.from({ length: 2500 }, (_, index) => index + 1),
  roads: Array.from({ length: 45 }, (_, index) => index + 1),
  credit: [1, 13, 25, 37, 49],
  paypal: [1342, 1, 13, 25],
};

/** Loads one kind of tests, from a copy of the modules that may hold a fault. */
export async function openLook(by: Noticing, from: Import): Promise<Look> {
  // Modules of a copy come untyped; each has the type of its original.
  /* oxlint-disable typescript/no-unsafe-type-assertion */
  if (by === "histories") {
    const history = (await from("tests/histories/history.ts")) as { historyOf: typeof historyOf };
    const compare = (await from("tests/histories/compare.ts")) as { differenceIn: typeof differenceIn };
    return {
      at: (seed) => {
        const told = history.historyOf(seed);
        return new Promise<string | null>((resolve) => resolve(compare.differenceIn(told))).catch(String);
      },
      close: async () => {},
    };
  }
  const database = (await from("app/platform/db.server.ts")) as { closeDatabase: typeof closeDatabase };
  if (by === "roads") {
    const crashes = (await from("tests/flows/histories/crashes.ts")) as { breakable: typeof breakable };
    const road = (await from("tests/flows/histories/road.ts")) as { walkRoad: typeof walkRoad };
    const mend = crashes.breakable();
    return {
      at: (seed) => road.walkRoad(seed, new Map()).catch(String),
      close: async () => {
        mend();
        await database.closeDatabase();
      },
    };
  }
  const payments = (await from("tests/flows/payouts/paid-once.ts")) as {
    creditRuns: typeof creditRuns;
    paypalRuns: typeof paypalRuns;
  };
  const queue = (await from("app/queue/queue.server.ts")) as { closeQueue: typeof closeQueue };
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  const runs = by === "credit" ? payments.creditRuns : payments.paypalRuns;
  return {
    at: (seed) => runs({ firstSeed: seed, runs: runsOfSeed, counts: new Map() }),
    close: async () => {
      await queue.closeQueue();
      await database.closeDatabase();
    },
  };
}
