import { afterAll, inject } from "vitest";
import { closeDatabase } from "#app/platform/db.server.ts";
import { closeQueue } from "#app/queue/queue.server.ts";
import { restoreEnv } from "./environment.ts";

const databases = inject("databases");
const worker = Number(process.env["VITEST_POOL_ID"] ?? 1);
const own = databases[(worker - 1) % databases.length];
process.env["DATABASE_URL"] = own?.url;
process.env["DATA_DIR"] = own?.dataDir;
// A busy machine may take longer to open a connection than a reader would wait.
process.env["DATABASE_WAIT_SECONDS"] = "120";

// Files may share a process. Nothing of one runs on during the next.
afterAll(async () => {
  restoreEnv();
  await closeQueue();
  await closeDatabase();
});
