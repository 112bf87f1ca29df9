import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { envNames, parseEnv } from "#app/platform/env.server.ts";

/** Read by the launchers alone: where the local platform answers. */
const launcherNames = ["LOCAL_SHOPIFY_PORT"];
/** Set by what runs the process, never in a file. */
const setByTheRunner = new Set(["NODE_ENV"]);

const lines = readFileSync(".env.example", "utf8").split("\n");
const pairs = lines
  .filter((line) => /^[A-Z]/.test(line))
  .map((line): [string, string] => {
    const [name = "", ...value] = line.split("=");
    return [name, value.join("=")];
  });

test(".env.example names exactly what the app and its launchers read", () => {
  const known = envNames.filter((name) => !setByTheRunner.has(name));
  expect(pairs.map(([name]) => name).toSorted()).toEqual([...known, ...launcherNames].toSorted());
});

test("there are at most thirty names to know", () => {
  expect(pairs.length).toBeLessThanOrEqual(30);
});

test("the example is a usable start once its secrets are filled in", () => {
  const filled = {
    ...Object.fromEntries(pairs),
    DATABASE_URL: "postgresql://localhost/affiliate",
    APP_SECRET: "x".repeat(48),
    SHOPIFY_API_KEY: "key",
    SHOPIFY_API_SECRET: "secret",
  };
  expect(parseEnv(filled)).not.toHaveProperty("problems");
});
