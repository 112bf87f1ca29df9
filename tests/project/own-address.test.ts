import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { addressReads } from "./own-address.ts";

const folder = mkdtempSync(join(tmpdir(), "own-address-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readsOf(line: string): string[] {
  const file = join(folder, "sample.ts");
  writeFileSync(file, `export function sample(request: Request) {\n  ${line}\n}\n`);
  return addressReads(file);
}

test.each([
  "return env().SHOPIFY_APP_URL;",
  "const { SHOPIFY_APP_URL } = env(); return SHOPIFY_APP_URL;",
  "return new URL(request.url).origin;",
  "return new URL(request.url).href;",
  "const { host } = new URL(request.url); return host;",
  "const { protocol: scheme } = new URL(request.url); return scheme;",
  "const url = new URL(request.url); return url.toString();",
  "const url = new URL(request.url); return `${url}`;",
  'return new URL("/dashboard", request.url);',
  "return URL.parse(address, request.url);",
  "return request.url;",
  'return args.request.url.replace("/a", "/b");',
])("finds the address in `%s`", (line) => {
  expect(readsOf(line)).not.toEqual([]);
});

test.each([
  "return new URL(request.url).pathname;",
  "return new URL(args.request.url).search;",
  "const { pathname, searchParams: query } = new URL(request.url); return [pathname, query];",
  'const url = new URL(request.url); url.searchParams.set("a", "b"); return url.pathname;',
  "return new Request(request.url, { headers });",
])("leaves `%s` alone", (line) => {
  expect(readsOf(line)).toEqual([]);
});

/** The environment itself, and the one place that builds absolute addresses. */
const places = new Set(["app/platform/env.server.ts", "app/platform/app-address.server.ts"]);

test("absolute addresses of the app are built in one place, from SHOPIFY_APP_URL", () => {
  const files = globSync("app/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => !places.has(file)).flatMap(addressReads)).toEqual([]);
});
