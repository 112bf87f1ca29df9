import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isReport, type Report } from "../../embedded-database/report.ts";
import { startEmbeddedDatabase } from "../../embedded-database/start.ts";
import { withClient } from "./clients.ts";

let place: string;
let folder: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "embedded-"));
  folder = join(place, "database");
});
afterEach(() => rm(place, { recursive: true, force: true }));

function run(url: string, sql: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}

test("a folder has one owner; a second start is refused in one line that says what to do", async () => {
  const owner = await startEmbeddedDatabase({ dataDir: folder });
  await run(owner.url, "create table kept (n int); insert into kept values (7)");
  const second = startEmbeddedDatabase({ dataDir: folder });
  await expect(second).rejects.toThrow(/^[^\n]+ is in use by process \d+: stop that first[^\n]*$/);
  expect(await run(owner.url, "select n from kept")).toEqual([{ n: 7 }]);
  await owner.stop();
  expect(await readdir(place)).toEqual(["database"]);
});

test("what was committed survives kill -9, and the next start takes the folder over", async () => {
  const killed = await startEmbeddedDatabase({ dataDir: folder });
  await run(killed.url, "create table kept (n int)");
  await run(killed.url, "insert into kept select generate_series(1, 1000)");
  const gone = once(killed.child, "exit");
  killed.child.kill("SIGKILL");
  await gone;
  expect(await readdir(place)).toContain("database.lock");
  const next = await startEmbeddedDatabase({ dataDir: folder });
  expect(await run(next.url, "select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
  await next.stop();
});

test("a lock whose process number now belongs to somebody else is not believed", async () => {
  await writeFile(`${folder}.lock`, JSON.stringify({ pid: process.pid, born: "1", id: "of-another-life" }));
  const started = await startEmbeddedDatabase({ dataDir: folder });
  expect(await run(started.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await started.stop();
});

test("of two starts at the same time one gets the folder", async () => {
  await writeFile(`${folder}.lock`, JSON.stringify({ pid: 999_999_999, born: "1", id: "dead" }));
  const starts = await Promise.allSettled([1, 2, 3].map(() => startEmbeddedDatabase({ dataDir: folder })));
  const won = starts.filter((start) => start.status === "fulfilled");
  expect(won.length).toBe(1);
  await won[0]?.value.stop();
});

test("a taken port is one line", async () => {
  const first = await startEmbeddedDatabase();
  await expect(startEmbeddedDatabase({ port: first.port })).rejects.toThrow(`port ${first.port} is taken`);
  await first.stop();
});

async function reportOf(child: ChildProcess): Promise<Report> {
  const [message] = await once(child, "message");
  if (!isReport(message)) throw new Error("that is no report");
  return message;
}

test("it ends with its parent, also when the parent is killed", async () => {
  const parent = fork(fileURLToPath(new URL("./parent.ts", import.meta.url)), [folder], { execArgv: [] });
  const report = await reportOf(parent);
  if (report.kind !== "ready") throw new Error(report.reason);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  await expect.poll(() => readdir(place)).not.toContain("database.lock");
});
