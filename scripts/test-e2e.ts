/**
 * `npm run test:e2e`: the journeys in a real browser against the built app. What follows `--` goes to vitest,
 * as in `npm run test:e2e -- install`.
 */
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";

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

const build = run("node_modules/@remix-run/dev/dist/cli.js", ["vite:build"], { NODE_ENV: "production" });
if (build !== 0) process.exit(build);

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
