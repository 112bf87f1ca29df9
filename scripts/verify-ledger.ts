import { differenceText } from "../app/domain/ledger/difference.ts";
import { verifyBooks } from "../app/flows/proof/verify-books.ts";
import { closeDatabase } from "../app/platform/db.server.ts";
import { readEnvFile } from "./launch/env-file.ts";

/** `npm run verify-ledger`, or with `--rollups` the sums for reports alone: recomputes the books, tells every row that differs, mends none; 1 when there is any. */
async function main(): Promise<void> {
  readEnvFile();
  const { shops, orders, differences } = await verifyBooks(
    (shopId, one) => console.error(`${shopId}: ${differenceText(one)}`),
    process.argv.includes("--rollups") ? "rollups" : "all",
  );
  const counts = [counted(shops, "shop"), counted(orders, "order")].join(", ");
  console.log(`${counts} checked: ${counted(differences, "difference")}.`);
  await closeDatabase();
  process.exitCode = differences > 0 ? 1 : 0;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
