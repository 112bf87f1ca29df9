import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** Any number, but the same in every process: the lock under which migrations run. */
const migrationLock = 714_220_001;

/**
 * Brings the database at `databaseUrl` to the schema of this version, from the files in `folder`.
 * Processes that start together take turns: the migrator itself has no lock and two would collide.
 */
export async function migrate(databaseUrl: string, folder = "drizzle"): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The lock goes with the session.
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
