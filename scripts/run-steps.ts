import { spawn } from "node:child_process";

/** One command of a check: a JavaScript file run by this very Node, so that nothing global is needed. */
export type Step = { name: string; command: [file: string, ...args: string[]]; env?: Record<string, string> };

type Outcome = { ok: boolean; output: string; seconds: number };

const colour: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };

function run(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.command, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...colour, ...step.env },
    });
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer) => void chunks.push(chunk);
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const done = (ok: boolean, last = "") => {
      const seconds = (performance.now() - startedAt) / 1000;
      resolve({ ok, output: Buffer.concat(chunks).toString("utf8") + last, seconds });
    };
    child.on("error", (error) => done(false, error.message));
    child.on("close", (code) => done(code === 0));
  });
}

/**
 * Runs all steps one after the other, also past a failure, so that one run names everything that is wrong.
 * Answers the names of the failed ones.
 */
export async function runSteps(steps: Step[]): Promise<string[]> {
  const failed: string[] = [];
  for (const step of steps) {
    // One at a time: two type checkers beside each other need more memory than a small machine has.
    // oxlint-disable-next-line no-await-in-loop
    const { ok, output, seconds } = await run(step);
    console.log(`${ok ? "ok  " : "FAIL"} ${step.name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`);
    if (ok) continue;
    failed.push(step.name);
    console.log(output.trimEnd().replaceAll(/^/gm, "     "));
  }
  return failed;
}
