import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isReport, type Report } from "./report.ts";

export type EmbeddedDatabaseOptions = {
  /** The folder that holds the database; without one it lives in memory and is gone at the end. */
  dataDir?: string;
  /** Any free port when it is not given. */
  port?: number;
  limitMs?: number;
};

export type EmbeddedDatabase = {
  url: string;
  port: number;
  child: ChildProcess;
  /** Finishes what runs, closes the files and ends the process. */
  stop: () => Promise<void>;
};

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/**
 * Starts the embedded PostgreSQL as a process of its own that ends with this one.
 * Rejects with one readable line when the folder or the port is in use.
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions = {},
): Promise<EmbeddedDatabase> {
  const place = options.dataDir === undefined ? ["--memory"] : [options.dataDir];
  const limit = options.limitMs === undefined ? [] : ["--limit-ms", String(options.limitMs)];
  const child = fork(main, [...place, String(options.port ?? 0), ...limit], {
    execArgv: [],
    // Ctrl-C reaches the whole terminal group; the launcher decides when the database goes.
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const report = await new Promise<Report>((resolve) => {
    child.once("message", (message) => {
      if (isReport(message)) resolve(message);
    });
    child.once("exit", () =>
      resolve({ kind: "failed", reason: "the embedded database ended while it started" }),
    );
    child.once("error", (error) => resolve({ kind: "failed", reason: error.message }));
  });
  if (report.kind === "failed") throw new Error(report.reason);
  return {
    url: report.url,
    port: report.port,
    child,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
