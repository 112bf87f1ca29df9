/**
 * `npm run dev`: Shopify's own flow, with the tunnel and a development store. What follows `--` is passed on
 * to `shopify app dev`. It needs the network and a Shopify account; `npm run dev:local` needs neither.
 */
import { missingClientId } from "./client-id.ts";
import { runShopifyCli } from "./shopify-cli.ts";

const withoutShopify = "Without them, `npm run dev:local` runs the same app against the local platform.";

const refusal = missingClientId();
if (refusal !== null) {
  console.error(refusal);
  process.exitCode = 1;
} else {
  const code = await runShopifyCli(["app", "dev", ...process.argv.slice(2)]);
  if (code !== 0) {
    console.error(`\`shopify app dev\` needs the network and a signed-in Shopify account. ${withoutShopify}`);
  }
  process.exitCode = code;
}
