import pg from "pg";
import { inject } from "vitest";
import { patienceMs } from "./people.ts";

/** Asks the product's own database. */
export async function query(sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({
    connectionString: inject("place").databaseUrl,
    // A question without an answer says so, instead of ending as a test that took too long.
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A fault for real: a table that the server needs is not there while `work` goes on. */
export async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await query(`alter table ${table} rename to ${table}_away`);
  try {
    await work();
  } finally {
    await query(`alter table ${table}_away rename to ${table}`);
  }
}
