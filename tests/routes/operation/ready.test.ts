import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, db } from "#app/platform/db.server.ts";
import { knock } from "../../support/app-entries.ts";
import { setEnv } from "../../support/environment.ts";
import { doorTo, ingestDatabase } from "../../support/ingest-database.ts";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let door: Awaited<ReturnType<typeof doorTo>>;

beforeAll(async () => {
  database = await ingestDatabase();
  door = await doorTo(database.url);
  setEnv({ DATABASE_URL: door.url });
  // Work that an earlier file left behind may have opened a pool beside the door.
  await closeDatabase();
});
afterAll(async () => {
  await closeDatabase();
  door.close();
  await database.cleanup.run();
});

async function ask(path: string) {
  const { status, text } = await knock(new Request(`http://localhost:3000${path}`));
  return { status, body: JSON.parse(text) as unknown };
}

it("is ready while the database has this version's schema", async () => {
  expect(await ask("/health/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
});

it("is not ready on a database without this version's migrations", async () => {
  await db().execute(sql`update drizzle.__drizzle_migrations set hash = hash || '-other'`);
  expect(await ask("/health/ready")).toMatchObject({
    status: 503,
    body: { status: "unavailable", reason: "The database lacks this version's migrations" },
  });
  await db().execute(sql`update drizzle.__drizzle_migrations set hash = replace(hash, '-other', '')`);
  expect((await ask("/health/ready")).status).toBe(200);
});

it.each(["cut", "freeze"] as const)("lives on, not ready, while the database is away (%s)", async (way) => {
  door[way]();
  expect(await ask("/health/live")).toMatchObject({ status: 200, body: { status: "live" } });
  expect(await ask("/health/ready")).toMatchObject({
    status: 503,
    body: { status: "unavailable", reason: "The database does not answer" },
  });
  door.restore();
  await expect.poll(async () => (await ask("/health/ready")).status).toBe(200);
});
