import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { serverLimits } from "#app/http/plain-server.ts";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { freePort } from "../../scripts/launch/ports.ts";
import { listen } from "../../scripts/launch/web-server.ts";
import { type AppProcess, spawnApp } from "../support/app-process.ts";
import { ingestDatabase } from "../support/ingest-database.ts";

const patience = { timeout: 60_000, interval: 100 };
const secureUrl = "https://affiliates.example";
let database: Awaited<ReturnType<typeof ingestDatabase>>;
const apps: Record<"web" | "ingest", AppProcess | undefined> = { web: undefined, ingest: undefined };

beforeAll(async () => {
  await buildIfStale(() => {});
  database = await ingestDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: database.dataDir, SHOPIFY_APP_URL: secureUrl };
  apps.web = spawnApp("scripts/start.ts", { port: await freePort(), env });
  database.cleanup.add(apps.web.kill);
  await vi.waitUntil(() => apps.web?.output().includes("The web server is ready"), patience);
  apps.ingest = spawnApp("ingest.ts", { port: await freePort(), env });
  database.cleanup.add(apps.ingest.kill);
  await vi.waitUntil(() => apps.ingest?.output().includes("Ingest is ready"), patience);
}, 240_000);
afterAll(() => database.cleanup.run(), 120_000);

function portOf(name: "web" | "ingest"): number {
  return Number(new URL(apps[name]?.origin ?? "").port);
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** All that is answered to these bytes until the server closes the connection. */
async function answerTo(port: number, text: string): Promise<string> {
  const socket = await openSocket(port);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return answer;
}

describe.each(["web", "ingest"] as const)("%s", (name) => {
  test.each([
    "a b",
    "exa<mple",
    "example.com/path",
    "user@example.com",
    "example.com:port",
    "example.com:123456",
    "1.2.3.4.5",
    "[::1",
    "",
    "a,b",
  ])("answers 400 to the Host %j", async (host) => {
    const answer = await answerTo(
      portOf(name),
      `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
    expect(apps[name]?.output()).not.toContain('"level":"error"');
  });

  test.each(["Host: a.example:3000", "Host: [::1]:3000", "Host: 127.0.0.1"])("answers %s", async (host) => {
    const answer = await answerTo(
      portOf(name),
      `GET /health HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 200 OK");
  });

  test("answers HTTP/1.0 without a Host, as load balancers ask", async () => {
    expect(await answerTo(portOf(name), "GET /health HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test("asks browsers to come by https only, where its address is https", async () => {
    const answer = await fetch(`${apps[name]?.origin}/health`);
    expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  });

  test("cuts off a client that sends its headers slowly", async () => {
    const began = performance.now();
    const answer = await answerTo(portOf(name), "GET /health HTTP/1.1\r\nHost: a.example\r\nX-Slow: ");
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
    expect(performance.now() - began).toBeGreaterThan(9000);
  });
});

test.each(["http://evil.example/health", "*"])("web answers 400 to the request target %s", async (target) => {
  const method = target === "*" ? "OPTIONS" : "GET";
  const answer = await answerTo(
    portOf("web"),
    `${method} ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`,
  );
  expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
});

test("web answers 405 to TRACE, without an error in the log", async () => {
  const answer = await answerTo(
    portOf("web"),
    "TRACE / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n",
  );
  expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 405 Method Not Allowed");
  expect(apps["web"]?.output()).not.toContain('"level":"error"');
});

test("cuts off a body that arrives slowly, and keeps an idle connection", async () => {
  const port = await freePort();
  const limits = {
    ...serverLimits,
    headersTimeout: 500,
    requestTimeout: 500,
    connectionsCheckingInterval: 50,
  };
  const { serve } = await listen(port, { host: "127.0.0.1", limits });
  serve((request, response) => request.resume().on("end", () => response.end("whole")));
  const idle = await openSocket(port);
  idle.write("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n");
  const slow = await openSocket(port);
  let answer = "";
  slow.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  slow.on("error", () => {});
  // Nothing is written later: an answer is lost where it crosses bytes for a closed connection.
  slow.write("POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 1000\r\n\r\nx");
  await once(slow, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  await pause(1000);
  expect(idle.closed).toBe(false);
  idle.destroy();
});

test("keeps connections longer than common proxies do", () => {
  expect(serverLimits.keepAliveTimeout).toBeGreaterThanOrEqual(75_000);
});
