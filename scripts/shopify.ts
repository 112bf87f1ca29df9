/** `npm run shopify -- app deploy`: any command of Shopify's command line, in the version of this project. */
import { runShopifyCli } from "./shopify-cli.ts";

process.exitCode = await runShopifyCli(process.argv.slice(2));
