import { fork, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dig } from "./platform-setup.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-shopify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Run {
  child: ChildProcess;
  /** The program's message, or null if it ended without one. */
  ready: Promise<unknown>;
  ended: Promise<{ code: number | null; said: string }>;
}

function start(env: Record<string, string>): Run {
  const child = fork("local-shopify/main.ts", {
    silent: true,
    env: {
      ...process.env,
      SHOPIFY_API_KEY: "key",
      SHOPIFY_API_SECRET: "secret",
      LOCAL_SHOPIFY_PORT: "0",
      LOCAL_SMTP_PORT: "0",
      ...env,
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  // Reads the greeting, because a full pipe would keep the process from ending.
  child.stdout?.resume();
  let said = "";
  child.stderr?.on("data", (part: Buffer) => {
    said += part.toString("utf8");
  });
  // A child whose channel was closed from here never says "close": its end and its last word are two events.
  const saidAll = new Promise<void>((resolve) => void child.stderr?.once("end", resolve));
  const exited = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  const ended = Promise.all([exited, saidAll]).then(([code]) => ({ code, said }));
  const ready = new Promise<unknown>((resolve) => {
    child.once("message", resolve);
    child.once("exit", () => resolve(null));
  });
  return { child, ready, ended };
}

test("it tells its launcher where it is, and ends with it", async () => {
  const run = start({ DATA_DIR: temporaryFolder() });
  const message = await run.ready;
  expect(message).toMatchObject({ ready: true, smtpPort: expect.any(Number) });
  expect((await fetch(String(dig(message, "url")))).status).toBe(200);
  run.child.disconnect();
  expect((await run.ended).code).toBe(0);
});

test("a taken port is one clear line", async () => {
  const first = start({ DATA_DIR: temporaryFolder() });
  const { port } = new URL(String(dig(await first.ready, "url")));
  const second = await start({ DATA_DIR: temporaryFolder(), LOCAL_SHOPIFY_PORT: port }).ended;
  expect(second).toEqual({
    code: 1,
    said: `Port ${port} is taken: set LOCAL_SHOPIFY_PORT to another one.\n`,
  });
  first.child.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
});

test("a missing variable and a damaged memory are one clear line each", async () => {
  const missing = await start({ DATA_DIR: temporaryFolder(), SHOPIFY_API_KEY: "" }).ended;
  expect(missing).toEqual({ code: 1, said: "The local platform needs SHOPIFY_API_KEY.\n" });

  const folder = temporaryFolder();
  mkdirSync(join(folder, "local-shopify"));
  writeFileSync(join(folder, "local-shopify", "state.json"), "{");
  const damaged = await start({ DATA_DIR: folder }).ended;
  expect(damaged.code).toBe(1);
  expect(damaged.said).toMatch(/^The local platform's file .*state\.json is damaged: [^\n]*\n$/);
});
