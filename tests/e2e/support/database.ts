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

/** A fault of writing alone: reads go on, so a live page stays as it is. */
export async function withoutWrites(table: string, work: () => Promise<void>): Promise<void> {
  const refusal = `refuse_${table}`;
  await query(
    `create function ${refusal}() returns trigger language plpgsql as $$ begin raise 'writing fails'; end $$`,
  );
  await query(
    `create trigger ${refusal} before insert or update or delete on ${table} execute function ${refusal}()`,
  );
  try {
    await work();
  } finally {
    await query(`drop function ${refusal} cascade`);
  }
}
