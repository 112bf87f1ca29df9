import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/launch/ports.ts";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { type AppProcess, spawnApp } from "../support/app-process.ts";
import { ingestDatabase } from "../support/ingest-database.ts";

let database: Awaited<ReturnType<typeof ingestDatabase>>;

beforeAll(async () => {
  await buildIfStale(() => {});
  database = await ingestDatabase();
}, 240_000);
afterAll(() => database.cleanup.run(), 120_000);

/** Loaded before a process's own code: signals bring a fault about, somewhere outside of any request. */
const faultsOnSignals = `
  const fault = () => Object.assign(new Error("Failed query with ada@shop.example"), { cause: new Error("broken") });
  process.on("SIGUSR2", () => void Promise.reject(fault()));
  process.on("SIGHUP", () => { throw fault(); });
`;

type Line = { level: string; message: string; error: string; stack: string };

/** The lines of a log that tell of a fault. */
function faultsIn(output: string): Line[] {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Line).filter((line) => "stack" in line);
}

const entries = [
  ["scripts/start.ts", "The web server is ready"],
  ["worker.ts", "The worker is ready"],
  ["ingest.ts", "Ingest is ready"],
] as const;

describe.each(entries)("%s", (file, readyLine) => {
  let app: AppProcess;

  test("logs an unhandled rejection with its stack and goes on", async () => {
    app = spawnApp(file, {
      port: await freePort(),
      env: {
        DATABASE_URL: database.url,
        DATA_DIR: `${database.dataDir}/${file}`,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faultsOnSignals)}`,
      },
    });
    database.cleanup.add(app.kill);
    const ask = () => fetch(`${app.origin}/health`).catch(() => null);
    await expect
      .poll(async () => (await ask(), app.output()), { timeout: 60_000, interval: 100 })
      .toContain(readyLine);
    for (const count of [1, 2]) {
      app.child.kill("SIGUSR2");
      await expect.poll(() => faultsIn(app.output())).toHaveLength(count);
    }
    expect(faultsIn(app.output())[0]).toMatchObject({
      level: "error",
      message: "Unhandled rejection",
      error: "broken",
      stack: expect.stringMatching(/^ +at .*\n[^]*caused by\n +at /),
    });
    expect(app.child.exitCode).toBeNull();
    // The worker has no port.
    expect((await ask())?.status).toBe(file === "worker.ts" ? undefined : 200);
  });

  test("logs an uncaught exception and exits with 1", async () => {
    app.child.kill("SIGHUP");
    expect(await app.ended).toBe(1);
    expect(faultsIn(app.output()).at(-1)).toMatchObject({ message: "Uncaught exception", error: "broken" });
    expect(app.output()).not.toContain("ada@shop.example");
  });
});

/** A server that begins every answer at once and finishes it when it is told to on its input. */
const slowServer = `
  import { createServer } from "node:http";
  import { surviveFaults } from "./app/platform/faults.server.ts";
  surviveFaults();
  const server = createServer((request, response) => {
    response.write("begun, ");
    process.stdin.once("data", () => response.end("finished"));
    setImmediate(() => { throw new Error("broken"); });
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

async function startSlowServer() {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", slowServer], {
    env: {
      ...process.env,
      LOG_LEVEL: "error",
      DATABASE_URL: "postgresql://127.0.0.1:1/none",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  database.cleanup.add(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { child, ended, url: `http://127.0.0.1:${port.toString().trim()}/` };
}

async function answersAnother(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

test("finishes open requests after an uncaught exception, and takes no others", async () => {
  const { child, ended, url } = await startSlowServer();
  const answer = await fetch(url);
  await expect.poll(() => answersAnother(url)).toBe(false);
  child.stdin.write("finish\n");
  expect(await answer.text()).toBe("begun, finished");
  expect(await ended).toEqual([1, null]);
});

test("does not wait forever for open requests after an uncaught exception", async () => {
  const { ended, url } = await startSlowServer();
  const answer = await fetch(url);
  await expect(answer.text()).rejects.toThrow("terminated");
  expect(await ended).toEqual([1, null]);
});
