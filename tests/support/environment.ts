import { env, parseEnv } from "#app/platform/env.server.ts";

const before = new Map<string, string | undefined>();

/** Sets environment variables for the app and for processes that tests start, until the end of the test file. */
export function setEnv(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!before.has(name)) before.set(name, process.env[name]);
    process.env[name] = value;
  }
  rereadEnv();
}

export function restoreEnv(): void {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  before.clear();
  rereadEnv();
}

/** The app parses its environment once. Files that share a process change the parsed object. */
function rereadEnv(): void {
  const read = parseEnv(process.env);
  if ("problems" in read) throw new Error(read.problems.join("; "));
  const parsed: Record<string, unknown> = env();
  for (const name of Object.keys(parsed)) delete parsed[name];
  Object.assign(parsed, read.env);
}
