import { globSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseEnv } from "#app/platform/env.server.ts";

const appToml = z
  .object({
    access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()) }),
    webhooks: z.object({
      api_version: z.string(),
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

/** Topics by name, with the groups of scopes that the official description asks for: one of each group is needed. */
function describedTopics(apiVersion: string): Map<string, string[]> {
  const file = `node_modules/@shopify/dev-mcp/dist/data/admin_${apiVersion}.json.gz`;
  const { data } = schemaShape.parse(JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")));
  const topics = data.__schema.types.find((type) => type.name === "WebhookSubscriptionTopic")?.enumValues;
  return new Map(
    topics?.map(({ description }) => {
      const text = description?.replaceAll(/\s+/g, " ") ?? "";
      const topic = /webhook topic for `([a-z_/]+)` events/.exec(text)?.[1] ?? "";
      const scopes = /Requires (?:the|at least one of the following scopes:) (.*?)(?: scope)?\.$/.exec(
        text,
      )?.[1];
      return [topic, scopes?.replaceAll("`", "").split(", ") ?? []];
    }),
  );
}

const schemaShape = z.object({
  data: z.object({
    __schema: z.object({
      types: z.array(
        z.object({
          name: z.string(),
          enumValues: z.array(z.object({ description: z.string().nullish() })).nullish(),
        }),
      ),
    }),
  }),
});

test("each topic exists, and its scope is required of every shop", () => {
  const described = describedTopics(appToml.webhooks.api_version);
  // The sentences are read as they are meant.
  expect(described.get("disputes/create")).toEqual(["read_shopify_payments_disputes"]);
  expect(described.get("orders/create")).toEqual(["read_orders", "read_marketplace_orders"]);
  const required = appToml.access_scopes.scopes.split(",");
  const topics = appToml.webhooks.subscriptions.flatMap((each) => each.topics);
  expect(topics).toContain("orders/create");
  const unmet = topics.filter((topic) => {
    const scopes = described.get(topic);
    const isMet = scopes?.length === 0 || scopes?.some((scope) => required.includes(scope));
    return isMet !== true;
  });
  expect(unmet).toEqual([]);
});

test("every subscription delivers to /webhooks", () => {
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
