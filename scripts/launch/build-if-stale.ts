import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { FolderInUse, lockFolder } from "../../bundled-postgres/folder-lock.ts";
import { LaunchProblem } from "./launch-problem.ts";

const built = "build/server/index.js";
const sources = ["app", "public", "package-lock.json", "remix.config.js", "tsconfig.json", "vite.config.ts"];

function newestIn(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // The folder's own time moves when a file in it is taken away.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

export function hasBuild(): boolean {
  return existsSync(built);
}

function isFresh(): boolean {
  return hasBuild() && statSync(built).mtimeMs > Math.max(...sources.map(newestIn));
}

/** Waits while another process builds: two would write into each other's files. */
async function lockBuild(): Promise<() => void> {
  for (;;) {
    try {
      return await lockFolder("build", join("node_modules", ".cache", "app-build.lock"));
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await pause(500);
    }
  }
}

/** Builds the app when its build is missing or older than what it is made from. */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  if (isFresh()) return;
  const unlock = await lockBuild();
  try {
    if (!isFresh()) await build(say);
  } finally {
    unlock();
  }
}

async function build(say: (line: string) => void): Promise<void> {
  say("Building the app (this takes up to a minute, and only when something changed) …");
  const began = performance.now();
  const output: Buffer[] = [];
  const child = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) {
    const said = Buffer.concat(output).toString("utf8").trimEnd().split("\n").slice(-30).join("\n");
    throw new LaunchProblem(`The build failed. It said:\n${said}`);
  }
  say(`Built in ${Math.round((performance.now() - began) / 1000)} s.`);
}
