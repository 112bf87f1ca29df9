/**
 * `npm run dev`: Shopify's own flow, with the tunnel and a development store. What follows `--` is passed on
 * to `shopify app dev`. It needs the network and a Shopify account; `npm run dev:local` needs neither.
 */
import { spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import { shopifyCli } from "./shopify-cli.ts";

const withoutShopify = "Without them, `npm run dev:local` runs the same app against the local platform.";

try {
  await lookup("accounts.shopify.com");
} catch {
  console.error(`Shopify cannot be reached: this needs the network and a Shopify account. ${withoutShopify}`);
  process.exit(1);
}

let cli: string;
try {
  cli = shopifyCli();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const child = spawn(process.execPath, [cli, "app", "dev", ...process.argv.slice(2)], { stdio: "inherit" });
// The terminal sends Ctrl-C to both; the command line tidies up its tunnel before it ends, so we wait.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("close", (code) => {
  if (code) {
    console.error(
      `shopify app dev ended with ${code}. It needs a signed-in Shopify account. ${withoutShopify}`,
    );
  }
  process.exitCode = code ?? 0;
});
