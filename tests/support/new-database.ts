import { randomBytes } from "node:crypto";
import pg from "pg";
import { closeDatabase } from "#app/platform/db.server.ts";
import { setEnv } from "./environment.ts";

/** A migrated database that nobody is connected to, so that it can be copied. */
export type TemplateDatabase = { readonly serverUrl: string; readonly name: string };

/** Runs one statement on a connection of its own. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function databaseAddress(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies the template for a test file that cannot share its worker's database, and points the app at the copy. */
export async function newDatabase({ serverUrl, name: template }: TemplateDatabase) {
  const name = `${template}_${randomBytes(4).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const url = databaseAddress(serverUrl, name);
  // In this order: work that an earlier file left behind may open a pool while the old one closes.
  setEnv({ DATABASE_URL: url });
  await closeDatabase();
  return {
    url,
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}
