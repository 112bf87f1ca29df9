import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildIfStale } from "../../scripts/launch/build-if-stale.ts";
import { freePort } from "../../scripts/launch/ports.ts";
import { type AppProcess, spawnApp } from "../support/app-process.ts";
import { ingestDatabase } from "../support/ingest-database.ts";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let web: AppProcess;

beforeAll(async () => {
  await buildIfStale(() => {});
  database = await ingestDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: database.dataDir };
  web = spawnApp("scripts/start.ts", { port: await freePort(), env });
  database.cleanup.add(web.kill);
  const isReady = () => web.output().includes("The web server is ready");
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 });
}, 240_000);
afterAll(() => database.cleanup.run(), 120_000);

type Directives = Readonly<Record<string, readonly string[]>>;

async function open(path: string) {
  const answer = await fetch(`${web.origin}${path}`, { redirect: "manual" });
  const html = await answer.text();
  const policy = answer.headers.get("Content-Security-Policy") ?? "";
  const directives: Directives = Object.fromEntries(
    policy.split(";").flatMap((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      return name ? [[name, sources]] : [];
    }),
  );
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)];
  const inline = scripts.filter(([, attributes = ""]) => !/\bsrc=/.test(attributes));
  return { directives, inline };
}

const nonceOf = (sources: readonly string[] = []) =>
  sources.map((source) => /^'nonce-([\w-]{22})'$/.exec(source)?.[1]).find((nonce) => nonce !== undefined);

test.each(["/install", "/terms", "/not-found", "/portal/sign-in"])(
  "every inline script of %s carries the nonce of its policy, which is new each time",
  async (path) => {
    const first = await open(path);
    const nonce = nonceOf(first.directives["script-src"]);
    expect(nonce).toBeDefined();
    expect(first.inline.length).toBeGreaterThan(1);
    for (const [, attributes] of first.inline) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(nonceOf((await open(path)).directives["script-src"])).not.toBe(nonce);
  },
);

test("a document allows its own files, App Bridge, inline styles and pictures, and no frame", async () => {
  const { directives } = await open("/install");
  expect({
    ...directives,
    "script-src": directives["script-src"]?.filter((one) => !one.includes("nonce")),
  }).toEqual({
    "default-src": ["'self'"],
    "script-src": ["'self'", "https://cdn.shopify.com/shopifycloud/"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "connect-src": ["'self'", "https://*.shopify.com", "https://*.shopifysvc.com"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  });
});

test("a page of the admin may be framed by the admin of its shop, as before", async () => {
  const { directives } = await open("/not-found?embedded=1&shop=a.myshopify.com");
  expect(directives["frame-ancestors"]?.slice(0, 2)).toEqual([
    "https://a.myshopify.com",
    "https://admin.shopify.com",
  ]);
});

test("the page of the API allows its one script by a hash", async () => {
  const { directives, inline } = await open("/api/v1/docs");
  const hashes = inline.map(
    ([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  expect(hashes).toHaveLength(1);
  expect(directives["script-src"]).toEqual(["'self'", ...hashes]);
  expect(directives["frame-ancestors"]).toEqual(["'none'"]);
});
