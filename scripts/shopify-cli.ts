import { spawn, spawnSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const home = "tools/shopify-cli";
/** Where Shopify's command line lies once it is installed. */
export const shopifyCliHome = `${home}/node_modules/@shopify/cli`;
const packageShape = z.object({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

/**
 * The path of Shopify's command line, installed on first use from its own lockfile: it is large, and
 * whoever only runs the demo or the tests never needs it. Throws one line when it cannot be installed.
 */
export function shopifyCli(): string {
  const wanted = read(`${home}/package.json`)?.dependencies?.["@shopify/cli"];
  const installed = read(`${shopifyCliHome}/package.json`)?.version;
  if (wanted !== installed) install();
  return `${shopifyCliHome}/bin/run.js`;
}

/**
 * Runs a command that talks to Shopify, in the terminal of this process, and answers its exit code.
 * Says in one line why it could not even begin.
 */
export async function runShopifyCli(args: string[]): Promise<number> {
  try {
    await lookup("accounts.shopify.com");
  } catch {
    console.error("Shopify cannot be reached from here.");
    return 1;
  }
  try {
    const child = spawn(process.execPath, [shopifyCli(), ...args], { stdio: "inherit" });
    // Ctrl-C reaches both; the command line tidies up its tunnel before it ends, so this process waits.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
    return await new Promise((resolve) => {
      child.on("close", (code) => resolve(code ?? 1));
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

function install(): void {
  console.log("Installing Shopify's command line (once) …");
  const args = ["ci", "--prefix", home, "--no-audit", "--no-fund", "--loglevel", "error"];
  // npm names its own script to what it runs; started by hand, the npm on the PATH has to do.
  const npm = process.env["npm_execpath"];
  const { status } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { stdio: "inherit" })
    : spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    throw new Error("Shopify's command line could not be installed: is the npm registry reachable?");
  }
}

function read(file: string): z.infer<typeof packageShape> | undefined {
  if (!existsSync(file)) return undefined;
  return packageShape.parse(JSON.parse(readFileSync(file, "utf8")));
}
