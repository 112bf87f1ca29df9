/**
 * Builds the extensions as Shopify's command line does before a deployment, offline and without an account,
 * and looks at what came out: a pixel once built empty with exit code 0.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { shopifyCli } from "./shopify-cli.ts";

const pixel = "extensions/affiliate-pixel/dist/affiliate-pixel.js";
const embed = "extensions/affiliate-embed/assets/affiliate-embed.js";
const pixelLimits = { min: 500, max: 128_000 }; // Shopify refuses a pixel of more than 128 kB.
const embedMaxGzip = 3000; // It loads on every page of the merchant's store.

rmSync("extensions/affiliate-pixel/dist", { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  // Without that flag the command installs packages first, and prunes those it does not know.
  [shopifyCli(), "app", "build", "--skip-dependencies-installation"],
  {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CI: "1", SHOPIFY_CLI_NO_ANALYTICS: "1", NO_UPDATE_NOTIFIER: "1" },
  },
);
if (status !== 0) {
  console.error("FAIL shopify app build refused the app or one of its extensions.");
  process.exit(1);
}

const pixelBytes = readFileSync(pixel).length;
const embedBytes = gzipSync(readFileSync(embed), { level: 9 }).length;
const sizes = [
  { name: "pixel", bytes: pixelBytes, ok: pixelBytes > pixelLimits.min && pixelBytes < pixelLimits.max },
  { name: "embed (gzip)", bytes: embedBytes, ok: embedBytes < embedMaxGzip },
];
for (const { name, bytes, ok } of sizes) console.log(`${ok ? "ok  " : "FAIL"} ${name} ${bytes} bytes`);
process.exitCode = sizes.every(({ ok }) => ok) ? 0 : 1;
