import { setTimeout as pause } from "node:timers/promises";
import { describeError, log } from "./log.server.ts";

const firstPauseMs = 250;
const longestPauseMs = 5000;

/**
 * Repeats `work` while it fails because the database is unreachable. Other errors are thrown. Logs one line when the
 * wait begins and one when it ends.
 */
export async function waitForDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      const result = await work();
      if (failures > 0) log.info("The database is there");
      return result;
    } catch (error) {
      const inner = firstOf(error);
      if (!isDatabaseMissing(inner)) throw inner;
      if (failures === 0) log.warn("Waiting for the database", describeError(inner));
      // One attempt after the other is what waiting means.
      // oxlint-disable-next-line no-await-in-loop
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failures));
    }
  }
}

/** A refused connection to a name with two addresses is an error without a message. It contains one error for each. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** Network errors, by Node's and libuv's codes. An unknown name is one of them: a container may start later. */
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** PostgreSQL's classes 08 (connection) and 53 (resources), and codes of a server that stops or starts. */
const serverCodes = /^(08...|53...|57P0[1235])$/;

/** Messages of pg errors without a code, for a connection that broke or was not made in time. */
const brokenConnection = /^Connection terminated|^timeout expired$|not queryable/;

/** True if the attempt may succeed later without any change. */
function isDatabaseMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause !== undefined) return isDatabaseMissing(error.cause);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return networkCodes.has(code) || serverCodes.test(code) || brokenConnection.test(error.message);
}
