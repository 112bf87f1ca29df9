import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/launch/ports.ts";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { migrate } from "#app/platform/migrate.server.ts";
import { spawnApp } from "../support/app-process.ts";
import { withClient, withEmptyDatabase } from "../support/empty-database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "sealed-"));
beforeAll(() => buildIfStale(() => {}));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const otherSecret = "another-secret-for-app-processes-of-32-characters";
const patience = { timeout: 60_000, interval: 100 };
const message = "This database was sealed under another APP_SECRET";

it("a database sealed under another APP_SECRET stops every process, and the first secret still opens it", async () => {
  await withEmptyDatabase(async (url) => {
    await migrate(url);
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    const first = spawnApp("worker.ts", { port: 1, env });
    await expect.poll(first.output, patience).toContain("The worker is ready");
    expect(await first.end()).toBe(0);

    const other = { ...env, APP_SECRET: otherSecret };
    const worker = spawnApp("worker.ts", { port: 1, env: other });
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toContain(message);
    expect(worker.output()).not.toContain("The worker is ready");

    const ingest = spawnApp("ingest.ts", { port: await freePort(), env: other });
    expect(await ingest.ended).toBe(1);
    expect(ingest.output()).toContain(message);

    const web = spawnApp("scripts/start.ts", { port: await freePort(), env: other });
    expect(await web.ended).toBe(1);
    expect(web.output().trim()).toMatch(new RegExp(`^${message}[^\n]*$`));

    const again = spawnApp("worker.ts", { port: 1, env });
    await expect.poll(again.output, patience).toContain("The worker is ready");
    expect(await again.end()).toBe(0);
    const { rows } = await withClient(url, (client) =>
      client.query("select name from installation_facts order by name"),
    );
    expect(rows).toEqual([{ name: "hashed-probe" }, { name: "sealed-probe" }]);
  });
});
