import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { freePort } from "../../scripts/launch/ports.ts";
import { type AppProcess, spawnApp } from "../support/app-process.ts";
import { ingestDatabase } from "../support/ingest-database.ts";

const patience = { timeout: 60_000, interval: 100 };
let database: Awaited<ReturnType<typeof ingestDatabase>>;
let web: AppProcess;
let ingest: AppProcess;

beforeAll(async () => {
  await buildIfStale(() => {});
  database = await ingestDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: database.dataDir, LOG_LEVEL: "debug" };
  web = spawnApp("scripts/start.ts", { port: await freePort(), env });
  database.cleanup.add(web.kill);
  await vi.waitUntil(() => web.output().includes("The web server is ready"), patience);
  ingest = spawnApp("ingest.ts", { port: await freePort(), env });
  database.cleanup.add(ingest.kill);
  await vi.waitUntil(() => ingest.output().includes("Ingest is ready"), patience);
}, 240_000);
afterAll(() => database.cleanup.run(), 120_000);

type Line = Readonly<Record<string, unknown>>;

function linesOf(app: AppProcess, requestId: string): Line[] {
  const lines = app.output().split("\n").slice(0, -1);
  return lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ request }) => request === requestId);
}

/** Sends a request; resolves with its id, and with its line in the access log. */
async function ask(app: AppProcess, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${app.origin}${path}`, { redirect: "manual", ...init });
  await answer.arrayBuffer();
  const id = answer.headers.get("X-Request-Id") ?? "";
  const logged = () => linesOf(app, id).find(({ message }) => message === "Request");
  await expect.poll(logged).toBeDefined();
  return { id, status: answer.status, line: logged() };
}

const token = "eyJhbGciOiJIUzI1NiJ9.eyJkZXN0Ijoic2VjcmV0In0.c2lnbmF0dXJl";
const code = "0907a61c0c8d55e99db179b68161bc00";

test.each([
  [`/dashboard?embedded=1&shop=x.myshopify.com&id_token=${token}`, "/dashboard"],
  [`/dashboard/orders/${code}?id_token=${token}`, "/dashboard/orders/:id"],
  [`/dashboard.data?id_token=${token}`, "/dashboard.data"],
  [`/auth/callback?code=${code}&hmac=${code}&shop=x.myshopify.com&state=${code}`, "/auth/callback"],
  [`/r/${code}?s=x&email=ada%40shop.example`, "/r/:code"],
  [`/${token}`, "/*"],
  [`/orders/%E0${code}`, "/*"],
])("the web server logs %s by its route, without what is in its address", async (path, route) => {
  const { line, status } = await ask(web, path);
  expect(line).toEqual({
    level: "info",
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    request: expect.any(String),
    route,
    message: "Request",
    method: "GET",
    status,
    ms: expect.any(Number),
  });
  for (const kept of [token, code, "ada@", "ada%40", "x.myshopify.com"]) {
    expect(web.output()).not.toContain(kept);
  }
});

test.each([
  [`/r/${code}?s=x&id_token=${token}`, "GET", "/r/:code"],
  [`/webhooks?code=${code}`, "POST", "/webhooks"],
  [`/somewhere/${code}`, "GET", "none"],
])("ingest logs %s by its route, without what is in its address", async (path, method, route) => {
  const { line, status } = await ask(ingest, path, { method });
  expect(line).toMatchObject({ route, method, status });
  for (const kept of [token, code]) expect(ingest.output()).not.toContain(kept);
});

test("a proxy's request id is kept when it is well-formed, and replaced otherwise", async () => {
  for (const app of [web, ingest]) {
    const kept = await ask(app, "/health", { headers: { "X-Request-Id": "proxy-4f1c2a9b-77" } });
    expect(kept.id).toBe("proxy-4f1c2a9b-77");
    for (const wrong of [token, "short", 'a","level":"error', "x".repeat(65)]) {
      const { id } = await ask(app, "/health", { headers: { "X-Request-Id": wrong } });
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  }
});

test("a method that an address does not take is the client's fault, and no error", async () => {
  const { id, status } = await ask(web, "/terms", { method: "POST", headers: { Origin: web.origin } });
  expect(status).toBe(405);
  expect(linesOf(web, id)).toEqual([
    expect.objectContaining({ level: "debug", message: "Request refused", route: "/terms", status: 405 }),
    expect.objectContaining({ level: "info", message: "Request", status: 405 }),
  ]);
  expect(web.output()).not.toContain("[object Object]");
});
