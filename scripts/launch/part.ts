import { fork, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { LaunchProblem } from "./launch-problem.ts";

/** One of the processes that are started and stopped together. */
export type Part = {
  name: string;
  stop: () => Promise<void>;
  kill: () => void;
  /** Resolves when the process has ended, wanted or not, with one line about how. */
  ended: Promise<string>;
};

export type PartOptions = {
  name: string;
  file: string;
  args?: string[];
  env: Record<string, string>;
  /** The process writes here, so that the addresses stay in sight on the terminal. */
  logFile: string;
};

const patienceMs = 8000;

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) =>
      resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`),
    );
    child.once("error", (error) => resolve(`could not be started: ${error.message}`));
  });
}

/** Makes a part of a process: asks it to end by closing its channel, and insists after a while. */
export function partOf(name: string, child: ChildProcess): Part {
  const ended = endOf(child);
  return {
    name,
    ended,
    kill: () => void child.kill("SIGKILL"),
    async stop() {
      if (child.connected) child.disconnect();
      const insist = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await ended;
      clearTimeout(insist);
    },
  };
}

const startMark = "--- started ";

/** The last lines that a process wrote since it was started, for when it ended and nobody knows why. */
export function lastLines(logFile: string): string {
  const text = readFileSync(logFile, "utf8");
  const lines = text.slice(text.lastIndexOf(startMark)).trimEnd().split("\n");
  return lines.slice(1).slice(-12).join("\n");
}

/** Starts a part. In a group of its own: Ctrl-C reaches the launcher alone, which then stops all in order. */
export function startPart(options: PartOptions): { part: Part; child: ChildProcess } {
  const log = openSync(options.logFile, "a", 0o600);
  writeSync(log, `${startMark}${new Date().toISOString()}\n`);
  const child = fork(options.file, options.args ?? [], {
    execArgv: [],
    detached: process.platform !== "win32",
    env: { ...process.env, ...options.env },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  return { part: partOf(options.name, child), child };
}

/** Waits for the first message of a part; a part that ends instead is told with what it said last. */
export async function firstMessage(child: ChildProcess, part: Part, logFile: string): Promise<unknown> {
  const ended = part.ended.then(() => {
    throw new LaunchProblem(`${part.name} did not start. It said:\n${lastLines(logFile)}`);
  });
  const message = new Promise((resolve) => child.once("message", resolve));
  return Promise.race([message, ended]);
}
