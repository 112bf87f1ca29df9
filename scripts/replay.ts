import { parseArgs } from "node:util";
import { differenceText } from "../app/domain/ledger/difference.ts";
import type { ShopId } from "../app/domain/ids.ts";
import { replayShop } from "../app/flows/proof/replay-shop.ts";
import { closeDatabase, db } from "../app/platform/db.server.ts";
import { findShopIds } from "../app/store/shops.ts";
import { readEnvFile } from "./launch/env-file.ts";

const usage = "Usage: npm run replay -- --shop NAME.myshopify.com [--keep]";

/**
 * `npm run replay -- --shop X`: rebuilds a shop's commissions from what they are made of into a schema of their own and
 * compares them with the books; 1 when they differ. `--keep` leaves the schema there.
 */
async function main(): Promise<void> {
  const { shop, keep } = parseArgs({
    options: { shop: { type: "string" }, keep: { type: "boolean", default: false } },
  }).values;
  if (shop === undefined) throw new Error(usage);
  readEnvFile();
  const shopId = await idOf(shop);
  const now = new Date();
  const schema = `replay_${now.getTime()}_${process.pid}`;
  const { orders, commissions, differences } = await replayShop(shopId, { schema, keep, now });
  for (const one of differences) console.error(`${shopId}: ${differenceText(one)}`);
  console.log(`${orders} orders, ${commissions} commissions replayed: ${differences.length} differences.`);
  if (keep) console.log(`They stand in the schema ${schema}.`);
  await closeDatabase();
  process.exitCode = differences.length > 0 ? 1 : 0;
}

async function idOf(shop: string): Promise<ShopId> {
  const domain = shop.includes(".") ? shop.toLowerCase() : `${shop.toLowerCase()}.myshopify.com`;
  const found = (await findShopIds(db(), [domain])).get(domain);
  if (!found) throw new Error(`There is no shop ${domain}.`);
  return found;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
