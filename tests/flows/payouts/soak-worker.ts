import { startBundledPostgres } from "../../../bundled-postgres/start.ts";
import type { Counts } from "./counts.ts";

/** A process of `npm run soak:payouts`: runs seeds as it is told, over a database of its own. */
Object.assign(process.env, {
  NODE_ENV: "test",
  APP_SECRET: "a-secret-for-the-soak-of-at-least-32-characters",
  SHOPIFY_API_KEY: "test-key",
  SHOPIFY_API_SECRET: "test-secret",
  SHOPIFY_APP_URL: "http://localhost:3000",
  LOG_LEVEL: "silent",
  TZ: "UTC",
});
const database = await startBundledPostgres();
process.env["DATABASE_URL"] = database.url;
const { migrate } = await import("../../../app/platform/migrate.server.ts");
const { creditRuns, paypalRuns } = await import("./paid-once.ts");
await migrate(database.url);

export type Told = { readonly kind: "paypal" | "credit"; readonly firstSeed: number; readonly runs: number };

process.on("message", (message) => {
  const { kind, firstSeed, runs } = message as Told;
  const counts: Counts = new Map();
  const work = kind === "credit" ? creditRuns : paypalRuns;
  void tell(work, { firstSeed, runs, counts });
});

async function tell(work: typeof paypalRuns, asked: Parameters<typeof paypalRuns>[0]): Promise<void> {
  const difference = await work(asked);
  if (process.connected) process.send?.({ counts: [...asked.counts], difference, runs: asked.runs });
}

// Ends at once with the parent: there is nothing to save.
process.on("disconnect", () => process.exit(0));
process.on("SIGINT", () => {});
process.send?.("ready");
