/** `npm run shopify -- app deploy`: any command of Shopify's command line, in the version of this project. */
import { missingClientId } from "./client-id.ts";
import { runShopifyCli } from "./shopify-cli.ts";

const args = process.argv.slice(2);
// `app build` works offline and links nothing.
const refusal = args[0] === "app" && args[1] !== "build" ? missingClientId() : null;
if (refusal === null) {
  process.exitCode = await runShopifyCli(args);
} else {
  console.error(refusal);
  process.exitCode = 1;
}
