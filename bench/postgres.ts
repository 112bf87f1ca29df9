import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { removeHome } from "../bundled-postgres/home.ts";
import { startBundledPostgres } from "../bundled-postgres/start.ts";
import type { Cleanup } from "./cleanup.ts";
import { onDatabase } from "./seed.ts";

/** A PostgreSQL server of our own; `url` leads to its first database. */
export type Server = { readonly url: string };

/** Starts a server in a temporary folder where, as in production, an acknowledged commit is on the disk. */
export async function startPostgres(cleanup: Cleanup): Promise<Server> {
  const folder = join(mkdtempSync(join(tmpdir(), "bench-postgres-")), "database");
  const server = await startBundledPostgres({
    folder,
    settings: { shared_buffers: "512MB", min_wal_size: `${usedWal}MB`, max_wal_size: "4GB" },
  });
  cleanup.add(async () => {
    await server.stop();
    removeHome(folder);
  });
  await onDatabase(server.url, useWal);
  return { url: server.url };
}

/** Megabytes of the server's log that it finds ready to be written again. */
const usedWal = 1024;

/**
 * A server in use writes its log into files that it has filled before. A new one makes and fills one with zeros for
 * every 16 MB, and meanwhile nobody's commit is answered.
 */
async function useWal(client: pg.Client): Promise<void> {
  await client.query(
    "select pg_logical_emit_message(false, 'bench', repeat('0', 1048576)) from generate_series(1, $1)",
    [usedWal],
  );
  await client.query("checkpoint");
}
