/**
 * Keeps one PostgreSQL server for the process that forked this one: starts it, says where it is, and stops it when
 * that process is gone, however it went.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { lockFolder } from "./folder-lock.ts";
import { createCluster, openHome, removeHome, type Home } from "./home.ts";
import { birthOf, commandOf } from "./processes.ts";
import { findPrograms, pathOf, runProgram, type Programs } from "./programs.ts";
import type { Report } from "./report.ts";
import { StartProblem } from "./start-problem.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { set: { type: "string", multiple: true, default: [] } },
});
const folder = positionals[0];
const durable = folder !== undefined;

/** A temporary server's data goes with it, so nothing waits for the disk. */
const temporarySettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
};

/** Errors of statements are the app's to report: a row's values, such as an email address, stay out of this log. */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  logging_collector: "on",
  log_filename: "postgresql-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_age: "1d",
  log_rotation_size: "0",
  log_min_messages: "log",
  log_checkpoints: "off",
  ...(durable ? {} : temporarySettings),
};

function freePort(): Promise<number> {
  return new Promise((answer, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => answer(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** The last line of PostgreSQL's state file is "ready" once it takes connections. */
function isReady({ data }: Home, pid: number | undefined): boolean {
  const file = join(data, "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * Stops a server whose keeper was killed: this process has the folder's lock, so nothing else uses it. Where it
 * ended and was not reaped, or its number now belongs to another process, PostgreSQL believes that it runs and refuses to
 * start. With its parent's number in the file it starts, and still checks that no backend is left.
 */
async function endFormerServer(programs: Programs, home: Home): Promise<void> {
  const file = join(home.data, "postmaster.pid");
  if (!existsSync(file)) return;
  const [pid, ...lines] = readFileSync(file, "utf8").split("\n");
  const isServer = birthOf(Number(pid)) !== undefined && commandOf(Number(pid)).includes(home.data);
  if (isServer) await stopServer(programs, home);
  else writeFileSync(file, [process.pid, ...lines].join("\n"));
}

async function stopServer(programs: Programs, home: Home): Promise<void> {
  await runProgram(programs, "pg_ctl", ["stop", "-D", home.data, "-m", "fast", "-w", "-t", "300"]);
}

type Started = { readonly server: ChildProcess; readonly port: number };

async function startOn(programs: Programs, home: Home, port: number): Promise<Started | string> {
  const given = Object.entries({ ...settings, port: String(port) }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const server = spawn(
    pathOf(programs, "postgres"),
    ["-D", home.data, ...[...given, ...values.set].flatMap((setting) => ["-c", setting])],
    { ...programs.spawnOptions, stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  server.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString("utf8")).slice(-4000)));
  const end: { reason?: string } = {};
  server.once("error", (error) => (end.reason = error.message));
  server.once("exit", () => (end.reason ??= said.trim() || "it ended without a word"));
  for (;;) {
    if (end.reason !== undefined) return end.reason;
    if (isReady(home, server.pid)) return { server, port };
    await pause(20);
  }
}

/** Another program may take the port between the choice and the start: then another port is chosen. */
async function startServer(programs: Programs, home: Home): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const started = await startOn(programs, home, await freePort());
    if (typeof started !== "string") return started;
    if (attempt < 5 && /address already in use/i.test(started + logOf(home))) continue;
    const lines = `${started}\n${logOf(home)}`.trim().split("\n");
    const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
    throw new StartProblem(`PostgreSQL did not start on ${home.folder}: ${reason}`);
  }
}

/**
 * Starts the server on its port after it ended by itself, as after a crash or `pg_ctl restart`. Backends of a killed
 * server need a moment to notice, and pg_ctl may start another one.
 */
async function startAgain(programs: Programs, home: Home, port: number): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    await endFormerServer(programs, home);
    const started = await startOn(programs, home, port);
    if (typeof started !== "string") return started;
    if (attempt === 20) throw new StartProblem(started);
    await pause(500);
  }
}

/** The end of today's log, which names the reason once the server writes there instead of to stderr. */
function logOf({ data }: Home): string {
  const day = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "UTC" }).format();
  const file = join(data, "log", `postgresql-${day}.log`);
  return existsSync(file) ? readFileSync(file, "utf8").slice(-4000) : "";
}

function report(what: Report): void {
  if (process.connected) process.send?.(what);
}

async function keep(): Promise<void> {
  const programs = findPrograms();
  const home = openHome(folder ?? null, programs.account);
  const unlock = await lockFolder(home.folder, join(home.folder, "lock"));
  let stopping = false;
  let restarting = Promise.resolve();
  const finish = (): void => {
    unlock();
    if (!durable) removeHome(home.folder);
  };
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await restarting;
    await stopServer(programs, home).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
    });
    finish();
    process.exit(0);
  };
  const watch = ({ server, port }: Started): void => {
    server.once("exit", (code, signal) => {
      if (stopping) return;
      console.error(
        `The bundled PostgreSQL ended (${signal ?? code}) and starts again; its log is in ${home.data}/log.`,
      );
      restarting = startAgain(programs, home, port).then(watch, (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        finish();
        process.exit(1);
      });
    });
  };
  try {
    await endFormerServer(programs, home);
    await createCluster(programs, home, durable);
    const started = await startServer(programs, home);
    watch(started);
    // The parent decides when the server goes: it needs the database until its last request is answered.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
    process.on("disconnect", () => void stop());
    if (!process.connected) return await stop();
    const password = readFileSync(home.password, "utf8");
    const url = `postgresql://affiliate:${password}@127.0.0.1:${started.port}/postgres`;
    report({ kind: "ready", url, folder: home.folder });
  } catch (error) {
    finish();
    throw error;
  }
}

try {
  await keep();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isOfSystem = error instanceof Error && "code" in error;
  const reason = isOfSystem
    ? `${folder} cannot be used (${message}). Set DATA_DIR to another folder.`
    : message;
  report({ kind: "failed", reason });
  process.exitCode = 1;
  process.disconnect?.();
}
