import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openEngine } from "./engine.ts";
import { lockFolder } from "./folder-lock.ts";
import type { Report } from "./report.ts";
import { listen } from "./server.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { memory: { type: "boolean", default: false }, "limit-ms": { type: "string", default: "10000" } },
});

function report(what: Report): void {
  if (process.connected) process.send?.(what);
  else if (what.kind === "ready") process.stdout.write(`${what.url}\n`);
  else process.stderr.write(`${what.reason}\n`);
}

function reasonOf(error: unknown, port: number): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE") return `port ${port} is taken`;
  return error.message;
}

async function start(): Promise<void> {
  const folder = values.memory ? undefined : resolve(positionals[0] ?? ".data/database");
  const port = Number(positionals[values.memory ? 0 : 1] ?? 0);
  let unlock: (() => void) | undefined;
  try {
    unlock = folder ? await lockFolder(folder) : undefined;
    const engine = await openEngine(folder);
    const onBroken = (error: unknown): void => {
      process.stderr.write(`embedded database: the engine stopped working: ${reasonOf(error, port)}\n`);
      unlock?.();
      process.exit(1);
    };
    const server = await listen({ engine, port, limitMs: Number(values["limit-ms"]), onBroken });
    endWithOthers(async () => {
      await server.close();
      unlock?.();
    });
    const url = `postgresql://postgres@127.0.0.1:${server.port}/postgres`;
    report({ kind: "ready", url, port: server.port });
  } catch (error) {
    unlock?.();
    report({ kind: "failed", reason: reasonOf(error, port) });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

/** Ends on a signal, and with the launcher: a database without its parent would hold the folder for ever. */
function endWithOthers(stop: () => Promise<void>): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  if (!process.send) return;
  process.on("disconnect", end);
  if (!process.connected) end();
}

await start();
