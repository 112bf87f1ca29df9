import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#app/platform/migrate.server.ts";
import { withClient, withEmptyDatabase } from "../support/empty-database.ts";
import { listSchema } from "../support/list-schema.ts";

const baseline = readFileSync("drizzle/0000_baseline.sql", "utf8");
const first = 'create table "first" ("id" integer);';
const second = 'create table "second" ("id" integer);';

/** A folder of migrations as another version of the app has them. */
function migrationsFolder(...migrations: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entries = migrations.map((sql, idx) => {
    writeFileSync(join(folder, `${idx}.sql`), sql);
    return { idx, when: idx + 1, tag: String(idx), breakpoints: true };
  });
  mkdirSync(join(folder, "meta"));
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  return folder;
}

/** The schema and the migrations that the database says were applied. */
function databaseState(url: string) {
  return withClient(url, async (client) => ({
    schema: await listSchema(client),
    applied: (await client.query<{ hash: string }>("select * from drizzle.__drizzle_migrations order by id"))
      .rows,
  }));
}

// After an intended change of the schema: `npm test -- tests/store/schema.test.ts -u`.
test("a migrated database has exactly the objects listed in schema.txt", async () => {
  await withEmptyDatabase(async (url) => {
    await migrate(url);
    await expect((await databaseState(url)).schema).toMatchFileSnapshot("schema.txt");
  });
});

test("processes that start together apply each migration once", async () => {
  await withEmptyDatabase(async (url) => {
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    const hashes = (await databaseState(url)).applied.map(({ hash }) => hash);
    expect(hashes).toEqual(readMigrationFiles({ migrationsFolder: "drizzle" }).map(({ hash }) => hash));
  });
});

test.each([
  ["migrations that were squashed since", ["create extension if not exists pg_trgm;", first, second]],
  ["an earlier baseline", [first]],
  ["earlier triggers", [baseline, second]],
])("a database with %s is left unchanged, and one line says how to start over", async (_case, migrations) => {
  await withEmptyDatabase(async (url) => {
    await migrate(url, migrationsFolder(...migrations));
    const before = await databaseState(url);
    await expect(migrate(url)).rejects.toThrow(
      /^This data was created by an unreleased earlier version of the app\. .*`npm run demo -- --fresh`.*new database\.$/,
    );
    expect(await databaseState(url)).toEqual(before);
  });
});

test("a later migration is applied, and the version without it still starts", async () => {
  await withEmptyDatabase(async (url) => {
    const earlier = migrationsFolder(first);
    await migrate(url, earlier);
    await migrate(url, migrationsFolder(first, second));
    const migrated = await databaseState(url);
    expect(migrated.schema).toContain("\ntable second\n");
    await migrate(url, earlier);
    expect(await databaseState(url)).toEqual(migrated);
  });
});
