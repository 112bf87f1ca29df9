import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { runProgram, sharedFolder, type Account, type Programs } from "./programs.ts";
import { StartProblem } from "./start-problem.ts";

/** The major version that the npm package brings. Data of another one needs dump and restore. */
const majorVersion = "18";

/** The folder of one bundled server: `data` is PostgreSQL's, `password` its superuser's. */
export type Home = { readonly folder: string; readonly data: string; readonly password: string };

/** True where the account may pass through every folder above `path`. */
function canEnter(path: string, { uid, gid }: Account): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder);
    const others = group === gid ? 0o010 : 0o001;
    if ((mode & (owner === uid ? 0o100 : others)) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Makes the folder. Where the account cannot get there, as below root's home, it becomes a link to one where it can. */
function makeFolder(folder: string, account: Account | null): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (existsSync(folder)) return;
  if (account === null || canEnter(realpathSync(dirname(folder)), account)) {
    mkdirSync(folder, { mode: 0o700 });
    return;
  }
  const elsewhere = join(sharedFolder, `database-${randomBytes(6).toString("hex")}`);
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  mkdirSync(elsewhere, { mode: 0o700 });
  // A link that leads nowhere is left over from data that somebody removed.
  rmSync(folder, { force: true });
  symlinkSync(elsewhere, folder);
}

function refuseForeignData({ folder, data }: Home): void {
  if (existsSync(join(folder, "PG_VERSION"))) {
    throw new StartProblem(
      `${folder} holds data of an earlier, unreleased version that cannot be read. Remove that folder to start over.`,
    );
  }
  const found = join(data, "PG_VERSION");
  const version = existsSync(found) ? readFileSync(found, "utf8").trim() : majorVersion;
  if (version === majorVersion) return;
  throw new StartProblem(
    `${folder} was created by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}. ` +
      "Dump it with the earlier version and restore it here.",
  );
}

/** A backup that root copied back belongs to root. */
function giveTo({ uid, gid }: Account, { folder, data }: Home): void {
  chownSync(folder, uid, gid);
  if (existsSync(data) && statSync(data).uid !== uid) spawnSync("chown", ["-R", `${uid}:${gid}`, folder]);
}

/**
 * Opens the folder of a server, or makes a temporary one, and gives it to the account that the server runs under.
 * @throws StartProblem where it holds what this version cannot read.
 */
export function openHome(folder: string | null, account: Account | null): Home {
  if (folder !== null) makeFolder(resolve(folder), account);
  const place = realpathSync(folder ?? mkdtempSync(join(tmpdir(), "affiliate-postgres-")));
  const home = { folder: place, data: join(place, "data"), password: join(place, "password") };
  refuseForeignData(home);
  if (account && !canEnter(dirname(place), account)) {
    throw new StartProblem(
      `PostgreSQL runs as the user "${account.name}", who cannot enter ${dirname(place)}. ` +
        `Set DATA_DIR to a folder such as ${sharedFolder}.`,
    );
  }
  if (account) giveTo(account, home);
  return home;
}

/** Creates the database unless it is there. A start that is killed meanwhile leaves nothing that looks complete. */
export async function createCluster(programs: Programs, home: Home, durable: boolean): Promise<void> {
  if (existsSync(home.data)) return;
  const draft = `${home.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(home.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (programs.account) chownSync(home.password, programs.account.uid, programs.account.gid);
  await runProgram(programs, "initdb", [
    `--pgdata=${draft}`,
    "--username=affiliate",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth=scram-sha-256",
    `--pwfile=${home.password}`,
    // More iterations slow down guessing, which 24 random bytes do not need, and every connection.
    "--set=scram_iterations=1",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  renameSync(draft, home.data);
}

/** Removes a server's folder, and the one that it links to. */
export function removeHome(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })) return;
  if (existsSync(folder)) rmSync(realpathSync(folder), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
