import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "client-id-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, clientId: string, args: string[] = []) {
  writeFileSync(join(folder, "shopify.app.toml"), `client_id = "${clientId}"\nname = "App"\n`);
  // A module loaded first answers in place of the network, so that nothing is installed or asked.
  writeFileSync(
    join(folder, "offline.mjs"),
    `import dns from "node:dns/promises"; import { syncBuiltinESMExports } from "node:module";
     dns.lookup = async () => { throw new Error("offline"); }; syncBuiltinESMExports();`,
  );
  return spawnSync(
    process.execPath,
    ["--import", join(folder, "offline.mjs"), resolve("scripts", script), ...args],
    { cwd: folder, encoding: "utf8" },
  );
}

test.each([
  ["dev-shopify.ts", []],
  ["shopify.ts", ["app", "deploy"]],
])("%s refuses an empty client id with the steps, and leaves the file as it is", (script, args) => {
  const { status, stderr } = run(script, "", args);
  expect(status).toBe(1);
  expect(stderr).toContain("shopify.app.toml has no client_id");
  expect(stderr).toMatch(/1\. Create an app.*\n2\. Copy its client ID.*\n3\. Set client_id = "…"/);
  expect(stderr).not.toContain("Shopify cannot be reached");
  expect(readFileSync(join(folder, "shopify.app.toml"), "utf8")).toContain('client_id = ""');
});

test.each([
  ["dev-shopify.ts", "0123456789abcdef0123456789abcdef", []],
  ["shopify.ts", "0123456789abcdef0123456789abcdef", ["app", "deploy"]],
  ["shopify.ts", "", ["app", "build"]],
])("%s with client id '%s' goes on to Shopify's command line", (script, clientId, args) => {
  const { status, stderr } = run(script, clientId, args);
  expect(status).toBe(1);
  expect(stderr).toContain("Shopify cannot be reached from here.");
  expect(stderr).not.toContain("has no client_id");
});
