import type { ShopId } from "../app/domain/ids.ts";
import { type Difference, differenceText, rowDifference } from "../app/domain/ledger/difference.ts";
import { type VerifiedPart, verifyShop } from "../app/flows/proof/verify-shop.ts";
import { closeDatabase, db } from "../app/platform/db.server.ts";
import { describeError } from "../app/platform/log.server.ts";
import { listShopIds } from "../app/store/shops.ts";
import { readEnvFile } from "./launch/env-file.ts";

/** `npm run verify-ledger` recomputes the books, with `--rollups` only the sums for reports. It prints every difference, mends none, and exits with 1 when there are any. */
async function main(): Promise<void> {
  readEnvFile();
  const part = process.argv.includes("--rollups") ? "rollups" : "all";
  const { shops, orders, differences } = await verifyEveryShop(part);
  const counts = [counted(shops, "shop"), counted(orders, "order")].join(", ");
  console.log(`${counts} checked: ${counted(differences, "difference")}.`);
  await closeDatabase();
  process.exitCode = differences > 0 ? 1 : 0;
}

type Totals = { readonly shops: number; readonly orders: number; readonly differences: number };

/** Verifies the books of all shops, one after another, and prints each difference as it is found. */
async function verifyEveryShop(part: VerifiedPart): Promise<Totals> {
  const shopIds = await listShopIds(db());
  let [orders, differences] = [0, 0];
  for (const shopId of shopIds) {
    const print = (difference: Difference) => {
      differences += 1;
      console.error(`${shopId}: ${differenceText(difference)}`);
    };
    orders += await verifyOne(shopId, part, print);
  }
  return { shops: shopIds.length, orders, differences };
}

/** Returns the number of checked orders. Books that cannot be read do not keep other books from being verified. */
async function verifyOne(
  shopId: ShopId,
  part: VerifiedPart,
  print: (difference: Difference) => void,
): Promise<number> {
  try {
    return (await verifyShop(shopId, print, part)).orders;
  } catch (error) {
    print(rowDifference("shops", shopId, `could not be verified: ${String(describeError(error)["error"])}`));
    return 0;
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
