import { AsyncLocalStorage } from "node:async_hooks";
import { multistream, pino } from "pino";
import { env } from "./env.server.ts";

const order = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;
type Level = Exclude<keyof typeof order, "silent">;
type LogFields = Record<string, string | number | boolean | null | undefined>;

const secret = /token|secret|password|authorization|cookie|email|hmac|body/i;

const output = multistream(
  [
    { level: "debug", stream: { write: (line: string) => process.stdout.write(line) } },
    { level: "error", stream: { write: (line: string) => process.stderr.write(line) } },
  ],
  { dedupe: true },
);

const logger = pino(
  {
    level: "debug",
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    mixin: () => {
      const current = currentRequest.getStore();
      return current ? { request: current.id, route: current.route } : {};
    },
  },
  output,
);

function writeEntry(level: Level, message: string, fields: LogFields): void {
  if (order[level] < order[env().LOG_LEVEL]) return;
  const kept = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.test(name) ? "[kept out]" : value]),
  );
  logger[level]({ message, ...kept });
}

/** An error without secrets: its name, message and PostgreSQL code. */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: nameOfThrown(error) };
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  // A multi-line message is part of the stack too: a failed query has its parameters there.
  const where = error.stack?.split("\n").find((line) => /^ +at /.test(line));
  return { error: cause.message.slice(0, 500), code, where: where?.trim() };
}

/** Values that are no errors, by their type and status only, because the rest of them may be secret. */
function nameOfThrown(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown).slice(0, 500);
  const kind = thrown.constructor?.name || "object";
  const status = "status" in thrown && typeof thrown.status === "number" ? ` ${thrown.status}` : "";
  return `Thrown without an error: ${kind}${status}`;
}

/**
 * Adds the frames of the stack to `describeError`, without its message, which can contain a query's
 * parameters.
 */
export function describeFault(error: unknown): LogFields {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const stacks = [error, cause].filter((one) => one instanceof Error).map(framesOf);
  return { ...describeError(error), stack: stacks.join("\ncaused by\n") };
}

function framesOf({ message, stack = "" }: Error): string {
  const lines = stack.replace(message, () => "").split("\n");
  return lines.filter((line) => /^ +at /.test(line)).join("\n");
}

/** Writes one JSON line per event. Fields with names of secrets or personal data are never written. */
export const log = {
  debug: (message: string, fields: LogFields = {}) => writeEntry("debug", message, fields),
  info: (message: string, fields: LogFields = {}) => writeEntry("info", message, fields),
  warn: (message: string, fields: LogFields = {}) => writeEntry("warn", message, fields),
  error: (message: string, fields: LogFields = {}) => writeEntry("error", message, fields),
};

/** The request being answered, for log lines. */
export type CurrentRequest = {
  readonly id: string;
  /** Pattern of the route, such as `/dashboard/orders/:id`. The path itself contains ids and codes. */
  readonly route: string;
};

/** The web server and the build each have a copy of this module, and share one store. */
const place = Symbol.for("affiliate-platform.current-request");
const shared = globalThis as { [place]?: AsyncLocalStorage<CurrentRequest> };

export const currentRequest = (shared[place] ??= new AsyncLocalStorage<CurrentRequest>());
