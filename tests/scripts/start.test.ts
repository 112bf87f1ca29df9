import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOrMakeSecrets } from "../../scripts/launch/secrets.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "launch-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Ended = { code: number | null; lines: string[] };

/** Runs a script in the test's empty folder, with nothing but this environment. */
function run(
  script: string,
  env: Record<string, string>,
  args: string[] = [],
  nodeFlags: string[] = [],
): Promise<Ended> {
  const file = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
      cwd: folder,
      env: { NODE_ENV: "production", ...env },
      stdio: "pipe",
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once("close", (code) => resolve({ code, lines: said.trimEnd().split("\n") }));
  });
}

const complete = {
  DATABASE_URL: "postgresql://127.0.0.1:1/nowhere",
  APP_SECRET: "a-secret-of-at-least-thirty-two-characters",
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
};

test("npm start names each missing variable in a line of its own", async () => {
  const { code, lines } = await run("start.ts", {});
  expect(code).toBe(1);
  const names = ["APP_SECRET", "SHOPIFY_API_KEY", "SHOPIFY_API_SECRET"];
  expect(lines.map((line) => line.split(" ")[0])).toEqual(names);
});

test("a Node that cannot read TypeScript is told what to do in one line, and others start", async () => {
  const old = await run("start.mjs", {}, [], ["--no-experimental-strip-types"]);
  expect(old.code).toBe(1);
  expect(old.lines).toEqual([
    `Node ${process.versions.node} cannot run this app. Use \`npm start\`, which runs the Node 24 that \`npm ci\` installs, ` +
      "or run this file with Node 22.18 or newer.",
  ]);
  const { lines } = await run("start.mjs", {});
  expect(lines[0]).toMatch(/^APP_SECRET is missing/);
});

test("npm start reads .env, and the environment goes before it", async () => {
  const written = { ...complete, APP_SECRET: "short" };
  const text = Object.entries(written).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, ".env"), text.join("\n"));
  const fromFile = await run("start.ts", {});
  expect(fromFile.lines).toEqual(["APP_SECRET needs at least 32 characters"]);
  const fromBoth = await run("start.ts", { APP_SECRET: complete.APP_SECRET });
  expect(fromBoth.lines).toEqual(["There is no build yet: run `npm run build` first."]);
});

test.each(["../worker.ts", "../ingest.ts"])(
  "%s says what is missing in one line, and reads .env",
  async (file) => {
    const bare = await run(file, {});
    expect(bare.code).toBe(1);
    expect(bare.lines).toHaveLength(1);
    expect(bare.lines[0]).toContain("DATABASE_URL is missing");
    const written = { ...complete, APP_SECRET: "short" };
    const text = Object.entries(written).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder, ".env"), text.join("\n"));
    const { lines } = await run(file, {});
    expect(lines).toEqual(["Environment: APP_SECRET needs at least 32 characters"]);
  },
);

async function withTakenPort(work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  try {
    await work(typeof address === "object" && address ? address.port : 0);
  } finally {
    server.close();
  }
}

test("the demo names a taken port and its variable, and leaves nothing running", async () => {
  await withTakenPort(async (port) => {
    const { code, lines } = await run("demo.ts", { DATA_DIR: folder, PORT: String(port) });
    expect(code).toBe(1);
    expect(lines).toEqual([`Port ${port} is taken: stop what uses it, or choose another one with PORT.`]);
  });
});

test("the demo refuses a folder that another start has, before it looks at anything else", async () => {
  const holder = { pid: process.pid, born: "unknown", id: "another" };
  writeFileSync(join(folder, "running.lock"), JSON.stringify(holder));
  writeFileSync(join(folder, "demo.env"), "APP_SECRET=kept\n");
  const { code, lines } = await run("demo.ts", { DATA_DIR: folder }, ["--fresh"]);
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`is in use by process ${process.pid}`);
  expect(statSync(join(folder, "demo.env")).size).toBe("APP_SECRET=kept\n".length);
});

test("the demo does not guess what a mistyped option means", async () => {
  const { code, lines } = await run("demo.ts", { DATA_DIR: folder }, ["--frehs"]);
  expect(code).toBe(1);
  expect(lines).toEqual(["I do not know --frehs; there is --fresh."]);
});

test("a port that is no port is one line", async () => {
  const { lines } = await run("demo.ts", { DATA_DIR: folder, PORT: "80a" });
  expect(lines).toEqual(["PORT=80a is not a port: give a number from 1 to 65535."]);
});

test("the demo's secrets are created once, and only their owner can read them", () => {
  const first = readOrMakeSecrets(folder);
  expect(first.APP_SECRET.length).toBeGreaterThanOrEqual(32);
  expect(readOrMakeSecrets(folder)).toEqual(first);
  expect(statSync(join(folder, "demo.env")).mode & 0o777).toBe(0o600);
});
