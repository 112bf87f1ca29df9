import { verifyBooks } from "../app/flows/orders/verify-books.ts";
import { closeDatabase } from "../app/platform/db.server.ts";
import { readEnvFile } from "./launch/env-file.ts";

/** `npm run verify-ledger`: recomputes the books, tells every difference, mends none; 1 when there is any. */
async function main(): Promise<void> {
  readEnvFile();
  const { shops, orders, findings } = await verifyBooks();
  for (const finding of findings) console.error(`${finding.shopId}: ${finding.what}`);
  console.log(`${shops} shops, ${orders} orders checked: ${findings.length} differences.`);
  await closeDatabase();
  process.exitCode = findings.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
