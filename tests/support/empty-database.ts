import { randomUUID } from "node:crypto";
import pg from "pg";

/** Calls `use` with the address of an empty database on the tests' server, and drops the database afterwards. */
export async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const serverUrl = process.env["DATABASE_URL"] ?? "";
  const name = `affiliate_test_${randomUUID().replaceAll("-", "")}`;
  await withClient(serverUrl, (client) => client.query(`create database ${name}`));
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    await use(url.href);
  } finally {
    await withClient(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
  }
}

/** Calls `use` with a connection of its own, outside the app's pool. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
