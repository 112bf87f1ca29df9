import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../app/platform/migrate.server.ts";
import { startEmbeddedDatabase } from "../../embedded-database/start.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databases: { readonly url: string; readonly dataDir: string }[];
  }
}

type TestDatabase = { url: string; remove: () => Promise<void> };

async function embedded(): Promise<TestDatabase> {
  const database = await startEmbeddedDatabase();
  return { url: database.url, remove: database.stop };
}

/** A fresh database on the server whose address TEST_DATABASE_URL gives. */
async function onServer(serverUrl: string, worker: number): Promise<TestDatabase> {
  const name = `affiliate_test_${process.pid}_${worker}`;
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => run(`drop database ${name} with (force)`) };
}

/**
 * Gives each test worker a migrated database of its own: files of one worker follow one another, so that
 * what empties a queue in one file never takes the work of another. What waits on the disk waits in a folder of
 * each, or one worker would store it in the database of the other.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env["TEST_DATABASE_URL"];
  const workers = Math.max(1, project.vitest.config.maxWorkers);
  const databases = await Promise.all(
    Array.from({ length: workers }, (_, worker) => (serverUrl ? onServer(serverUrl, worker) : embedded())),
  );
  const dataDirs = databases.map(() => mkdtempSync(join(tmpdir(), "affiliate-tests-")));
  const removeAll = async (): Promise<void> => {
    await Promise.all(databases.map((database) => database.remove()));
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await Promise.all(databases.map((database) => migrate(database.url)));
  } catch (error) {
    await removeAll();
    throw error;
  }
  project.provide(
    "databases",
    databases.map(({ url }, index) => ({ url, dataDir: dataDirs[index] ?? "" })),
  );
  return removeAll;
}
