/** Stands for an app that a test kills: starts the server of the checkout in `process.argv[2]` and says where it is. */
import { join } from "node:path";
import type { startBundledPostgres as Start } from "../../bundled-postgres/start.ts";

const [, , checkout = "", folder = ""] = process.argv;
const { startBundledPostgres } = (await import(join(checkout, "bundled-postgres/start.ts"))) as {
  startBundledPostgres: typeof Start;
};
try {
  const { url, folder: place, keeper } = await startBundledPostgres({ folder });
  process.stdout.write(`${JSON.stringify({ url, folder: place, keeper: keeper.pid })}\n`);
} catch (error) {
  process.stdout.write(
    `${JSON.stringify({ problem: error instanceof Error ? error.message : "unknown" })}\n`,
  );
}
// The parent decides when this process ends.
setInterval(() => {}, 60_000);
