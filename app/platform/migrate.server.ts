import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { runPrepared } from "./db.server.ts";

/** Any number, but the same in every process: the lock under which migrations run. */
const migrationLock = 714_220_001;

const migrationsFolder = "drizzle";
const connectionTimeoutMillis = 10_000;

/** A version whose migrations were never released created the database. Nothing in it was changed. */
export class UnreleasedSchema extends Error {
  constructor() {
    super(
      "This data was created by an unreleased earlier version of the app. " +
        "Start over with `npm run demo -- --fresh`, or use a new database.",
    );
    this.name = "UnreleasedSchema";
  }
}

/**
 * Brings the database at `databaseUrl` to the schema of this version, from the files in `folder`.
 * Processes that start together take turns: the migrator itself has no lock and two would collide.
 */
export async function migrate(databaseUrl: string, folder = migrationsFolder): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis, keepAlive: true });
  // A connection that breaks fails its query; without a listener it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  try {
    // The lock ends with the session.
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await rejectUnreleasedSchema(client, folder);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/**
 * The migrator only compares times: it would skip a changed baseline, or fail on existing tables. More
 * applied migrations than files are fine, because an older version of the app runs on a newer schema.
 */
async function rejectUnreleasedSchema(client: pg.Client, folder: string): Promise<void> {
  const journal = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
  );
  if (!journal.rows[0]?.name) return;
  const { rows: applied } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at",
  );
  const files = readMigrationFiles({ migrationsFolder: folder });
  const isSame = files.slice(0, applied.length).every(({ hash }, index) => hash === applied[index]?.hash);
  if (!isSame) throw new UnreleasedSchema();
}

/** True once this version's newest migration was applied. A newer schema is fine. */
export async function isMigrated(): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.hash ?? "";
  const text = "select 1 from drizzle.__drizzle_migrations where hash = $1";
  const rows = await runPrepared({ name: "is-migrated", text }, [newest], 3000);
  return rows.length > 0;
}
