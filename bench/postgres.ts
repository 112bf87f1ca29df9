import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import type { Cleanup } from "./cleanup.ts";
import { BenchProblem } from "./figure.ts";
import { onDatabase } from "./seed.ts";

/** A PostgreSQL server of our own; `url` leads to its first database. */
export type Server = { readonly url: string };

function binariesIn(folder: string): boolean {
  return ["initdb", "pg_ctl"].every((name) => existsSync(join(folder, name)));
}

/** The folder of the server's programs; null on a machine that has none. */
function findBinaries(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [configured(), ...versions.map((version) => join(debian, version, "bin"))];
  return folders.find((folder) => folder !== "" && binariesIn(folder)) ?? null;
}

function configured(): string {
  try {
    return execFileSync("pg_config", ["--bindir"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}

type Person = { readonly uid: number; readonly gid: number };

/** The server refuses to run as root, so root lends it to somebody with few rights; null where nobody is lent. */
function lentTo(): Person | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((one) => one.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new BenchProblem(
    "PostgreSQL does not run as root, and there is no user postgres or nobody to lend it to.",
  );
}

async function run(
  program: string,
  args: string[],
  { home, person }: { home: string; person: Person | null },
) {
  const child = spawn(program, args, { cwd: home, stdio: ["ignore", "ignore", "pipe"], ...person });
  const said: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((resolve, reject) => {
    // Not "close": the server that pg_ctl leaves behind keeps the pipe.
    child.once("exit", resolve);
    child.once("error", reject);
  });
  child.stderr.destroy();
  if (code !== 0) throw new BenchProblem(`${program} failed: ${Buffer.concat(said).toString("utf8").trim()}`);
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * Starts a server in a temporary folder, with PostgreSQL's own settings: a commit is on the disk when it is
 * acknowledged. Null where this machine has no PostgreSQL.
 */
export async function startPostgres(cleanup: Cleanup): Promise<Server | null> {
  const bin = findBinaries();
  if (bin === null) return null;
  const person = lentTo();
  const home = mkdtempSync(join(tmpdir(), "bench-postgres-"));
  cleanup.add(() => rmSync(home, { recursive: true, force: true }));
  if (person) chownSync(home, person.uid, person.gid);
  const data = join(home, "data");
  const as = { home, person };
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "bench", "--auth=trust", "--encoding=UTF8", "--no-locale"],
    as,
  );
  const port = await freePort();
  const settings = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c shared_buffers=512MB -c min_wal_size=${usedWal}MB -c max_wal_size=4GB`;
  cleanup.add(() => run(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], as).catch(() => {}));
  await run(join(bin, "pg_ctl"), ["-D", data, "-l", join(home, "log"), "-w", "-o", settings, "start"], as);
  const url = `postgresql://bench@127.0.0.1:${port}/postgres`;
  await onDatabase(url, useWal);
  return { url };
}

/** Megabytes of the server's log that it finds ready to be written again. */
const usedWal = 1024;

/**
 * A server in use writes its log into files that it has filled before. A new one makes and fills one with zeros for
 * every 16 MB, and meanwhile nobody's commit is answered.
 */
async function useWal(client: pg.Client): Promise<void> {
  await client.query(
    "select pg_logical_emit_message(false, 'bench', repeat('0', 1048576)) from generate_series(1, $1)",
    [usedWal],
  );
  await client.query("checkpoint");
}
