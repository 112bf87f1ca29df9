import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import { randomInt } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bin = process.env["PG15_BIN"] ?? "/usr/lib/postgresql/15/bin";

export const hasPostgres15 = (): boolean => existsSync(join(bin, "initdb"));

type Server = { readonly url: string; readonly stop: () => void };

/** Starts a temporary server without fsync. PostgreSQL refuses to run as root, which lends it another account. */
export function startPostgres15(): Server {
  const home = mkdtempSync(join(tmpdir(), "postgres-15-"));
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : null;
  if (account) chownSync(home, account.uid, account.gid);
  const data = join(home, "data");
  const run = (program: string, ...args: string[]): boolean => {
    const options: SpawnSyncOptions = { cwd: home, stdio: ["ignore", "ignore", "inherit"], ...account };
    return spawnSync(join(bin, program), args, options).status === 0;
  };
  const stop = (): void => {
    run("pg_ctl", "-D", data, "-m", "immediate", "stop");
    rmSync(home, { recursive: true, force: true });
  };
  const isCreated = run(
    "initdb",
    "-D",
    data,
    "-U",
    "affiliate",
    "--auth=trust",
    "--encoding=UTF8",
    "--no-locale",
  );
  // A port that is taken shows when the server starts.
  for (let tries = isCreated ? 5 : 0; tries > 0; tries -= 1) {
    const port = randomInt(20_000, 32_000);
    const settings = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off`;
    const isStarted = run("pg_ctl", "-D", data, "-l", join(home, "log"), "-w", "-o", settings, "start");
    if (isStarted) return { url: `postgresql://affiliate@127.0.0.1:${port}/postgres`, stop };
  }
  rmSync(home, { recursive: true, force: true });
  throw new Error(`PostgreSQL 15 of ${bin} did not start.`);
}

function unprivilegedAccount(): { uid: number; gid: number } {
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((of) =>
      spawnSync("id", [of, name], { encoding: "utf8" }).stdout.trim(),
    );
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("There is neither a user postgres nor nobody to run PostgreSQL as.");
}
