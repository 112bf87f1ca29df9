import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, db } from "#app/platform/db.server.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { setEnv } from "../../support/environment.ts";
import { startDatabaseProxy, ingestDatabase } from "../../support/ingest-database.ts";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;

beforeAll(async () => {
  database = await ingestDatabase();
  proxy = await startDatabaseProxy(database.url);
  setEnv({ DATABASE_URL: proxy.url });
  // Work that an earlier file left behind may have opened a pool beside the proxy.
  await closeDatabase();
});
afterAll(async () => {
  await closeDatabase();
  proxy.close();
  await database.cleanup.run();
});

async function ask(path: string) {
  const { status, text } = await requestRoute(new Request(`http://localhost:3000${path}`));
  return { status, body: JSON.parse(text) as unknown };
}

it("is ready while the database has this version's schema", async () => {
  expect(await ask("/health/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
});

it("is not ready on a database without this version's migrations", async () => {
  await db().execute(sql`update drizzle.__drizzle_migrations set hash = hash || '-other'`);
  expect(await ask("/health/ready")).toMatchObject({
    status: 503,
    body: { status: "unavailable", reason: "database_not_migrated" },
  });
  await db().execute(sql`update drizzle.__drizzle_migrations set hash = replace(hash, '-other', '')`);
  expect((await ask("/health/ready")).status).toBe(200);
});

it.each(["cut", "freeze"] as const)("lives on, not ready, while the database is away (%s)", async (way) => {
  proxy[way]();
  expect(await ask("/health/live")).toMatchObject({ status: 200, body: { status: "live" } });
  expect(await ask("/health/ready")).toMatchObject({
    status: 503,
    body: { status: "unavailable", reason: "database_silent" },
  });
  proxy.restore();
  await expect.poll(async () => (await ask("/health/ready")).status).toBe(200);
});
