import { globSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseEnv } from "#app/platform/env.server.ts";

const appToml = z
  .object({
    access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()) }),
    webhooks: z.object({
      subscriptions: z.array(
        z.object({
          uri: z.string(),
          topics: z.array(z.string()).default([]),
          compliance_topics: z.array(z.string()).default([]),
        }),
      ),
    }),
  })
  .parse(parse(readFileSync("shopify.app.toml", "utf8")));

test("the app asks at run time for the scopes that it declares to Shopify", () => {
  const result = parseEnv({
    DATABASE_URL: "postgresql://localhost/affiliate",
    APP_SECRET: "x".repeat(48),
    SHOPIFY_API_KEY: "key",
    SHOPIFY_API_SECRET: "secret",
  });
  expect("env" in result && result.env.SCOPES).toBe(appToml.access_scopes.scopes);
});

test("no scope is declared twice", () => {
  const { scopes, optional_scopes: optional } = appToml.access_scopes;
  const all = [...scopes.split(","), ...optional];
  expect(all).toEqual([...new Set(all)]);
});

test("every delivery comes through the one webhook door", () => {
  expect(new Set(appToml.webhooks.subscriptions.map(({ uri }) => uri))).toEqual(new Set(["/webhooks"]));
});

test("the three privacy topics are taken, without which Shopify refuses an app", () => {
  const topics = appToml.webhooks.subscriptions.flatMap((each) => each.compliance_topics);
  expect(topics.toSorted()).toEqual(["customers/data_request", "customers/redact", "shop/redact"]);
});

test("no two extensions share an identity", () => {
  const uids = globSync("extensions/*/shopify.extension.toml").map(
    (file) => parse(readFileSync(file, "utf8"))["uid"],
  );
  expect(uids.length).toBeGreaterThan(1);
  expect(new Set(uids).size).toBe(uids.length);
});
