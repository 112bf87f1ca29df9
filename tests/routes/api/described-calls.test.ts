import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, it } from "vitest";
import { apiCalls } from "#app/contracts/api-calls.ts";
import { callsOf, schemasOf } from "#app/ui/docs/documented-calls.ts";
import routes from "../../../app/routes.ts";
import { loader as docs } from "../../../app/routes/api/v1/docs.tsx";
import { loader as openapi } from "../../../app/routes/api/v1/openapi.ts";

const request = new Request("http://localhost:3000/api/v1/openapi.json");

/** Paths of the routes, written as the description writes them. */
function pathsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const path = `${above}/${entry.path ?? ""}`.replace(/\/$/, "");
    const own = entry.children ? pathsOf(entry.children, path) : [path];
    return own.map((one) => one.replaceAll(/:(\w+)/g, "{$1}"));
  });
}

describe("the description of the API", () => {
  it("names every route of the API, and no other", () => {
    const served = pathsOf(routes).filter((path) => path.startsWith("/api/v1/"));
    const described = new Set(apiCalls.map((call) => call.path));
    const aboutItself = new Set(["/api/v1/openapi.json", "/api/v1/docs"]);
    expect(served.filter((path) => !described.has(path) && !aboutItself.has(path))).toEqual([]);
    const outside = [...described].filter((path) => !served.includes(path));
    expect(outside.toSorted()).toEqual(["/auth", "/health"]);
  });

  it("has each call once, by one name", () => {
    const calls = apiCalls.map((call) => `${call.method} ${call.path}`);
    expect(new Set(calls).size).toBe(calls.length);
    expect(new Set(apiCalls.map((call) => call.id)).size).toBe(apiCalls.length);
  });

  it("is OpenAPI 3.1 whose references all lead somewhere", async () => {
    const document = (await openapi({ request }).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.openapi).toBe("3.1.0");
    const names = Object.keys(document.components.schemas);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    expect(references.map(([, name]) => name).filter((name) => !names.includes(name ?? ""))).toEqual([]);
    expect(JSON.stringify(document)).not.toContain("$defs");
    expect(Object.keys(document.paths["/api/v1/programs"]?.["post"]?.responses ?? {})).toEqual(
      expect.arrayContaining(["201", "400", "401", "403", "409", "422", "429"]),
    );
  });

  it("is shown whole on the page", async () => {
    const page = await docs({ request }).text();
    const idsOf = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, id]) => id);
    const shown = idsOf(/<h3 [^>]*id="(\w+)"/g);
    expect(shown).toHaveLength(apiCalls.length);
    expect(new Set(shown)).toEqual(new Set(apiCalls.map((call) => call.id)));
    const links = idsOf(/href="#(schema-\w+)"/g);
    expect(links.length).toBeGreaterThan(100);
    const schemas = idsOf(/<pre id="(schema-\w+)"/g);
    expect(links.filter((link) => !schemas.includes(link))).toEqual([]);
  });

  it("shows every schema in full, once", async () => {
    const document = (await openapi({ request }).json()) as Record<string, unknown>;
    const schemas = new Map(schemasOf(document).map(({ name, text }) => [name, text]));
    /** A text with all that it refers to, directly or through others. */
    const withReferences = (text: string, seen = new Set<string>()): string => {
      const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
      const unseen = names.filter((name) => !seen.has(name) && seen.add(name));
      return [text, ...unseen.map((name) => withReferences(schemas.get(name) ?? "", seen))].join("");
    };
    const orders = callsOf(apiCalls, document).find((call) => call.id === "listOrders");
    expect(withReferences(orders?.answer ?? "")).toContain("currencyCode");
    const page = await docs({ request }).text();
    expect(page.split('"properties"'.replaceAll('"', "&quot;")).length - 1).toBe(
      JSON.stringify(document).split('"properties":{').length - 1,
    );
  });
});
