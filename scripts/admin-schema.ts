import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { IntrospectionQuery } from "graphql";
import { parse as parseToml } from "smol-toml";
import { z } from "zod";

const tomlShape = z.object({
  access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()).default([]) }),
  webhooks: z.object({
    api_version: z.string(),
    subscriptions: z.array(z.object({ topics: z.array(z.string()).default([]) })),
  }),
});

export function readAppToml() {
  return tomlShape.parse(parseToml(readFileSync("shopify.app.toml", "utf8")));
}

/** Shopify's own description of its Admin API, pinned by the lockfile. */
export function readAdminSchema(apiVersion: string): IntrospectionQuery {
  const file = `node_modules/@shopify/dev-mcp/dist/data/admin_${apiVersion}.json.gz`;
  const { data } = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as {
    data: IntrospectionQuery;
  };
  return data;
}
