import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When a process began, so that a number that was given out again is not taken for its former owner. Undefined where
 * there is no such process, or only its exit code waits for a parent that never asks, as in many containers.
 */
export function birthOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : (fields[18] ?? "unknown");
  } catch {
    return askPs("lstart=", pid) ?? "unknown";
  }
}

function askPs(field: string, pid: number): string | undefined {
  try {
    return execFileSync("ps", ["-o", field, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** Command line of a process; empty where the system does not tell. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return askPs("args=", pid) ?? "";
  }
}
