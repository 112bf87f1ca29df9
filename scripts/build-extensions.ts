/**
 * Builds the extensions as Shopify's command line does before a deployment, offline and without an account,
 * and looks at what came out: a pixel once built empty with exit code 0.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { settingFaults, settingTypes } from "./embed-schema.ts";
import { shopifyCli, shopifyCliHome } from "./shopify-cli.ts";

const pixel = "extensions/affiliate-pixel/dist/affiliate-pixel.js";
const theme = "extensions/affiliate-embed";
const embed = `${theme}/assets/affiliate-embed.js`;
const pixelLimits = { min: 500, max: 128_000 }; // Shopify refuses a pixel of more than 128 kB.
const embedMaxGzip = 3000; // It loads on every page of the merchant's store.

/** Runs Shopify's command line here, and ends with one line when it refuses. */
function orFail(args: string[], refused: string): void {
  const { status } = spawnSync(process.execPath, [shopifyCli(), ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CI: "1", SHOPIFY_CLI_NO_ANALYTICS: "1", NO_UPDATE_NOTIFIER: "1" },
  });
  if (status !== 0) fail(refused);
}

function fail(why: string): never {
  console.error(`FAIL ${why}`);
  process.exit(1);
}

rmSync("extensions/affiliate-pixel/dist", { recursive: true, force: true });
orFail(
  // Without that flag the command installs packages first, and prunes those it does not know.
  ["app", "build", "--skip-dependencies-installation"],
  "shopify app build refused the app or one of its extensions.",
);
// The build tells what is wrong with a theme's block and ends well all the same; the platform refuses it later.
orFail(
  ["theme", "check", "--path", theme, "--config", "theme-check:theme-app-extension", "--fail-level", "error"],
  "the theme's app embed is not what Shopify takes.",
);
// Neither of the two looks at the types of a block's settings, and the platform refuses one that it does not know.
const types = settingTypes(shopifyCliHome);
for (const block of readdirSync(`${theme}/blocks`)) {
  const faults = settingFaults(readFileSync(`${theme}/blocks/${block}`, "utf8"), types);
  if (faults.length > 0) fail(`${block} ${faults.join("; ")}.`);
}
// An extension of a type that the command does not know is passed over without a word.
if (!existsSync(pixel)) fail("shopify app build made no web pixel.");

const pixelBytes = readFileSync(pixel).length;
const embedBytes = gzipSync(readFileSync(embed), { level: 9 }).length;
const sizes = [
  { name: "pixel", bytes: pixelBytes, ok: pixelBytes > pixelLimits.min && pixelBytes < pixelLimits.max },
  { name: "embed (gzip)", bytes: embedBytes, ok: embedBytes < embedMaxGzip },
];
for (const { name, bytes, ok } of sizes) console.log(`${ok ? "ok  " : "FAIL"} ${name} ${bytes} bytes`);
process.exitCode = sizes.every(({ ok }) => ok) ? 0 : 1;
