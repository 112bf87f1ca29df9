import { execFileSync, fork, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openSync, closeSync, readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../scripts/launch/ports.ts";
import type { Cleanup } from "./cleanup.ts";
import { BenchProblem, type Worker } from "./figure.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The app's secret, known because the bench signs webhooks with it. */
export const webhookSecret = "bench-webhook-secret";
const appSecret = randomBytes(36).toString("base64url");

export function appEnv(databaseUrl: string, port = 3000): Record<string, string> {
  return {
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    SHOPIFY_API_KEY: "bench",
    SHOPIFY_API_SECRET: webhookSecret,
    SHOPIFY_APP_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "error",
    // Jobs are other processes, as on a server of many orders.
    JOBS: "off",
  };
}

/** Builds the app together with the pages and endpoints it is compared with, apart from the app's own build. */
export async function buildBench(): Promise<void> {
  const cli = join("node_modules", "@remix-run", "dev", "dist", "cli.js");
  const child = spawn(process.execPath, [cli, "vite:build", "--config", "bench/vite.config.ts"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code === 0) return;
  const tail = Buffer.concat(said).toString("utf8").trimEnd().split("\n").slice(-30).join("\n");
  throw new BenchProblem(`The build failed. It said:\n${tail}`);
}

/** The flags with which `npm run ingest` starts node: what is measured is what people run. */
function ingestFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { ingest: string } };
  return scripts.ingest.split(" ").filter((word) => word.startsWith("--"));
}

function start(file: string, env: Record<string, string>, cleanup: Cleanup) {
  const folder = mkdtempSync(join(tmpdir(), "bench-log-"));
  const logFile = join(folder, "log");
  const log = openSync(logFile, "a");
  const child = fork(join(here, file), [], {
    execArgv: file === "serve-ingest.ts" ? ingestFlags() : [],
    // Ctrl-C reaches the bench alone, which then stops everything in order.
    detached: process.platform !== "win32",
    env: { ...process.env, ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  cleanup.add(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const lastWords = () => readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-12).join("\n");
  return { child, lastWords };
}

const pids = new Map<string, number>();

/** Resident memory of a server started here, in megabytes. */
export function residentMegabytes(origin: string): number {
  const rss = execFileSync("ps", ["-o", "rss=", "-p", String(pids.get(origin))], { encoding: "utf8" });
  return Number(rss) / 1024;
}

/** Servers to measure: the bench's build under the app's web server, `npm run ingest`, and plain node:http. */
export type Served = "serve.ts" | "serve-ingest.ts" | "serve-bare.ts";

/** Starts a server as a process of its own; answers its origin once it is healthy. */
export async function startServer(file: Served, databaseUrl: string, cleanup: Cleanup): Promise<string> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "bench-data-"));
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }));
  const { child, lastWords } = start(file, { ...appEnv(databaseUrl, port), DATA_DIR: dataDir }, cleanup);
  const origin = `http://127.0.0.1:${port}`;
  if (child.pid !== undefined) pids.set(origin, child.pid);
  const until = performance.now() + 60_000;
  // Asking again and again is what waiting means here.
  /* oxlint-disable no-await-in-loop */
  while (!(await isHealthy(origin))) {
    if (child.exitCode !== null || performance.now() > until) {
      throw new BenchProblem(`It did not start. It said:\n${lastWords()}`);
    }
    await pause(100);
  }
  /* oxlint-enable no-await-in-loop */
  return origin;
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/health`, {
      redirect: "manual",
      signal: AbortSignal.timeout(5000),
    });
    await answer.arrayBuffer();
    return answer.ok || answer.status === 302;
  } catch {
    return false;
  }
}

/** Starts a module that answers each message with one. */
export function startWorker(file: string, env: Record<string, string>, cleanup: Cleanup): Worker {
  const { child, lastWords } = start(file, env, cleanup);
  return { ask: (message) => ask(child, message, lastWords) };
}

function ask(child: ChildProcess, message: unknown, lastWords: () => string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new BenchProblem(`A worker ended. It said:\n${lastWords()}`));
    child.once("exit", fail);
    child.once("message", (answer) => {
      child.off("exit", fail);
      resolve(answer);
    });
    child.send(message as object, (error) => error && reject(error));
  });
}
