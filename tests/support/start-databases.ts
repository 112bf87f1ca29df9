import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../../app/platform/migrate.server.ts";
import { startBundledPostgres } from "../../bundled-postgres/start.ts";
import { databaseAddress, onServer, type TemplateDatabase } from "./new-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** One for each worker. */
    databases: { readonly url: string; readonly dataDir: string }[];
    template: TemplateDatabase;
  }
}

type Server = { readonly url: string; readonly stop: () => Promise<void> };

/** The server that TEST_DATABASE_URL names, such as one of an older version; else the bundled one. */
async function startServer(): Promise<Server> {
  const url = process.env["TEST_DATABASE_URL"];
  return url ? { url, stop: async () => {} } : await startBundledPostgres();
}

/**
 * Starts one server with one migrated template, of which each worker gets a copy. Files of one worker follow one
 * another, so what empties a queue in one file never takes the work of another. Each worker also has a data folder,
 * or one would store what another one spooled.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = { serverUrl: server.url, name: `affiliate_test_${process.pid}` };
  const names = Array.from(
    { length: Math.max(1, project.vitest.config.maxWorkers) },
    (_, worker) => `${template.name}_${worker}`,
  );
  const dataDirs = names.map(() => mkdtempSync(join(tmpdir(), "affiliate-tests-")));
  const removeAll = async (): Promise<void> => {
    for (const name of [...names, template.name]) {
      await onServer(server.url, `drop database if exists ${name} with (force)`);
    }
    await server.stop();
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await onServer(server.url, `create database ${template.name}`);
    await migrate(databaseAddress(server.url, template.name));
    for (const name of names) await onServer(server.url, `create database ${name} template ${template.name}`);
  } catch (error) {
    await removeAll();
    throw error;
  }
  project.provide("template", template);
  project.provide(
    "databases",
    names.map((name, worker) => ({
      url: databaseAddress(server.url, name),
      dataDir: dataDirs[worker] ?? "",
    })),
  );
  return removeAll;
}
