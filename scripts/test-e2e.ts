/**
 * `npm run test:e2e`: the journeys in a real browser against the built app. What follows `--` goes to vitest,
 * as in `npm run test:e2e -- install`.
 */
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";
import { buildIfStale } from "./launch/build-if-stale.ts";

const named = process.env["CHROMIUM_PATH"];
const chromium = findChromium(named);
if (!chromium) {
  console.error(
    named
      ? `CHROMIUM_PATH names ${named}, which is not there.`
      : "No Chromium was found: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.",
  );
  process.exit(1);
}

try {
  await buildIfStale(console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

process.exitCode = run(
  "node_modules/vitest/vitest.mjs",
  ["run", "--config", "vitest.e2e.config.ts", ...process.argv.slice(2)],
  { CHROMIUM_PATH: chromium },
);

function run(file: string, args: string[], env: Record<string, string>): number {
  const { status } = spawnSync(process.execPath, [file, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}
