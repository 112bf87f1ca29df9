import { startBundledPostgres } from "../../bundled-postgres/start.ts";
import { type Counts } from "./cases.ts";
import { runHistories } from "./run.ts";

/** A process of `npm run soak:ledger`: tells the seeds that it is given, and what came of it. */
type Task = { readonly kind: "histories" | "road"; readonly firstSeed: number; readonly times: number };

type Teller = (task: Task) => Promise<{ counts: Counts; difference: string | null }>;

const environment = {
  NODE_ENV: "test",
  APP_SECRET: "a-secret-for-a-soak-of-at-least-32-characters",
  SHOPIFY_API_KEY: "test-key",
  SHOPIFY_API_SECRET: "test-secret",
  SHOPIFY_APP_URL: "http://localhost:3000",
  LOG_LEVEL: "silent",
  TZ: "UTC",
};

/** The app reads its environment when it is first loaded, so the road is loaded when the database is there. */
async function roadTeller(): Promise<Teller> {
  const database = await startBundledPostgres();
  Object.assign(process.env, environment, { DATABASE_URL: database.url });
  const { migrate } = await import("../../app/platform/migrate.server.ts");
  await migrate(database.url);
  const { breakable } = await import("../flows/histories/crashes.ts");
  const { walkRoad } = await import("../flows/histories/road.ts");
  breakable();
  return async ({ firstSeed, times }) => {
    const counts: Counts = new Map();
    for (let seed = firstSeed; seed < firstSeed + times; seed += 1) {
      const difference = await walkRoad(seed, counts);
      if (difference !== null) return { counts, difference };
    }
    return { counts, difference: null };
  };
}

const isRoad = process.argv[2] === "road";
const tell: Teller = isRoad
  ? await roadTeller()
  : ({ firstSeed, times }) => Promise.resolve(runHistories(firstSeed, times));

/** The parent may be gone meanwhile: then nobody wants to know. */
function say(done: { times: number; counts: Counts; difference: string | null }): void {
  if (process.connected) process.send?.({ ...done, counts: [...done.counts] }, () => {});
}

process.on("message", (message) => {
  const task = message as Task;
  void tell(task).then((told) => say({ ...told, times: task.times }));
});
// Ends at once with the parent: there is nothing to save.
process.on("disconnect", () => process.exit(0));
process.on("SIGINT", () => {});
say({ times: 0, counts: new Map(), difference: null });
