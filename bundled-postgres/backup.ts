import { existsSync, readFileSync, realpathSync } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import { StartProblem } from "./start-problem.ts";

/** PostgreSQL recreates the content of these, and a copy of it would be wrong ("Low-level base backup" in its manual). */
const emptied = new Set([
  "log",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const left = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;
const walSegment = /^[0-9A-F]{24}$/;

/** The address of the server that runs on a folder. @throws StartProblem where none does. */
export function addressOf(folder: string): string {
  const file = join(folder, "data", "postmaster.pid");
  if (!existsSync(file)) {
    throw new StartProblem(`No server runs on ${folder}. Start the app first, or copy that folder.`);
  }
  const port = readFileSync(file, "utf8").split("\n")[3];
  const password = readFileSync(join(folder, "password"), "utf8");
  return `postgresql://affiliate:${password}@127.0.0.1:${port}/postgres`;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Copies one file to the disk. A file that the server removes meanwhile is not needed. */
async function copyDurably(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (isGone(error)) return;
    throw error;
  }
  const file = await open(to, "r+");
  await file.sync();
  await file.close();
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (left.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) await copyDurably(source, target);
    else if (emptied.has(entry.name)) await mkdir(target, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFolder(source, target);
  }
}

async function copyWal(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (walSegment.test(name)) await copyDurably(join(from, name), join(to, name));
  }
}

/**
 * Copies the bundled database to a new folder while the app goes on. Put in place of the original, the copy holds
 * everything that was committed before this function resolves.
 * @throws StartProblem where no server runs on `folder`, or the target is there already.
 */
export async function backUp(folder: string, target: string): Promise<void> {
  if (existsSync(target)) throw new StartProblem(`${target} is there already. Name a new folder.`);
  if (!existsSync(folder)) throw new StartProblem(`There is no ${folder}.`);
  const source = realpathSync(folder);
  const client = new pg.Client({ connectionString: addressOf(source) });
  await client.connect();
  const draft = `${target}.partial`;
  await rm(draft, { recursive: true, force: true });
  try {
    // The slot keeps the log of everything that is written during the copy. It goes with this connection.
    await client.query(
      "select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)",
    );
    await client.query("select pg_backup_start('backup', fast => true)");
    await mkdir(dirname(draft), { recursive: true });
    await mkdir(draft, { mode: 0o700 });
    await copyFolder(join(source, "data"), join(draft, "data"));
    const { rows } = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(wait_for_archive => false)",
    );
    await copyWal(join(source, "data", "pg_wal"), join(draft, "data", "pg_wal"));
    await writeFile(join(draft, "data", "backup_label"), rows[0]?.label ?? "", { mode: 0o600, flush: true });
    await copyDurably(join(source, "password"), join(draft, "password"));
    await rename(draft, target);
  } finally {
    await client.end();
    await rm(draft, { recursive: true, force: true });
  }
}
