import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSpool, type Spool } from "#app/platform/spool.server.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spool-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function readAll(spool: Spool): Promise<string[]> {
  const lines: string[] = [];
  for (const file of await spool.take()) {
    lines.push(...(await spool.read(file)));
    await spool.remove(file);
  }
  return lines;
}

test("gives back what was appended, by many at once and while others read", async () => {
  const spool = openSpool(folder);
  const wanted = Array.from({ length: 300 }, (_, number) => `line ${number}`);
  const read: string[] = [];
  const appending = wanted.map(async (line, number) => {
    await new Promise((resolve) => setTimeout(resolve, number % 17));
    await spool.append([line]);
  });
  for (let pass = 0; pass < 5; pass += 1) {
    read.push(...(await readAll(spool)));
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  await Promise.all(appending);
  // A reader that takes over a file while it is opened may read its lines twice.
  const { waiting } = await spool.count();
  expect(waiting).toBeGreaterThanOrEqual(wanted.length - new Set(read).size);
  read.push(...(await readAll(spool)));
  expect([...new Set(read)].toSorted()).toEqual(wanted.toSorted());
  expect(await spool.count()).toEqual({ waiting: 0, setAside: 0 });
  expect(readdirSync(folder)).toEqual([]);
});

/** The number of a process that is gone. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

test("takes what a dead process left open, without a line that it did not finish", async () => {
  writeFileSync(join(folder, `1-${await deadPid()}-ab.open`), "one\ntwo\nthr");
  const spool = openSpool(folder);
  expect(await spool.count()).toEqual({ waiting: 2, setAside: 0 });
  expect(await readAll(spool)).toEqual(["one", "two"]);
});

test("leaves the open file of a living process alone", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  writeFileSync(join(folder, `1-${child.pid}-ab.open`), "one\n");
  expect(await readAll(openSpool(folder))).toEqual([]);
  child.kill();
});

test("writes again what came after its file was taken away", async () => {
  const [writer, other] = [openSpool(folder), openSpool(folder)];
  await writer.append(["before"]);
  const [name = ""] = readdirSync(folder);
  // Another process takes the writer for dead.
  renameSync(join(folder, name), join(folder, name.replace(".open", "-1.ready")));
  expect(await readAll(other)).toEqual(["before"]);
  await writer.append(["after"]);
  expect(await readAll(writer)).toEqual(["after"]);
});

test("says so when the disk does not take it, and goes on when it does", async () => {
  const path = join(folder, "not-yet");
  writeFileSync(path, "a file where the folder should be");
  const spool = openSpool(path);
  await expect(spool.append(["one"])).rejects.toThrow(/EEXIST|ENOTDIR/);
  rmSync(path);
  await spool.append(["two"]);
  expect(await readAll(spool)).toEqual(["two"]);
});

test("keeps failed entries, and reads them to nobody", async () => {
  const spool = openSpool(folder);
  await spool.append(["good"]);
  await spool.setAside(["bad", "worse"]);
  appendFileSync(join(folder, "note.txt"), "not ours\n");
  expect(await spool.count()).toEqual({ waiting: 1, setAside: 2 });
  expect(await readAll(spool)).toEqual(["good"]);
  expect(await spool.count()).toEqual({ waiting: 0, setAside: 2 });
});
