import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describedCalls } from "#app/api/openapi.ts";
import { callsOf, schemasOf } from "#app/ui/docs/api-document.tsx";
import { loader as docs } from "../../../app/routes/api/docs.tsx";
import { loader as openapi } from "../../../app/routes/api/openapi.ts";

const request = new Request("http://localhost:3000/api/v1/openapi.json");

describe("the description of the API", () => {
  it("has each call by a name of its own", () => {
    expect(new Set(describedCalls.map((call) => call.id)).size).toBe(describedCalls.length);
  });

  it.each(describedCalls.flatMap(({ id, answer }) => (answer ? [{ id, answer }] : [])))(
    "shows an answer of $id that its schema can write",
    ({ answer }) => {
      const readOnly: string[] = [];
      z.toJSONSchema(answer, {
        io: "input",
        unrepresentable: "any",
        override: ({ zodSchema, path }) => {
          const isReadOnly = zodSchema instanceof z.ZodPipe && !(zodSchema instanceof z.ZodCodec);
          if (isReadOnly) readOnly.push(path.join("."));
        },
      });
      expect(readOnly).toEqual([]);
    },
  );

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
    expect(shown).toHaveLength(describedCalls.length);
    expect(new Set(shown)).toEqual(new Set(describedCalls.map((call) => call.id)));
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
    const orders = callsOf(describedCalls, document).find((call) => call.id === "listOrders");
    expect(withReferences(orders?.answer ?? "")).toContain("currencyCode");
    const page = await docs({ request }).text();
    expect(page.split('"properties"'.replaceAll('"', "&quot;")).length - 1).toBe(
      JSON.stringify(document).split('"properties":{').length - 1,
    );
  });
});
