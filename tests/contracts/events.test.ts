import { describe, expect, it } from "vitest";
import { z } from "zod";
import { eventPayloads } from "#app/contracts/event.ts";
import { eventNames } from "#app/domain/events.ts";

describe("payloads of events", () => {
  it("are a contract: integrations read these fields", async () => {
    const schemas = Object.fromEntries(eventNames.map((name) => [name, z.toJSONSchema(eventPayloads[name])]));
    await expect(`${JSON.stringify(schemas, null, 2)}\n`).toMatchFileSnapshot("./event-payloads.txt");
  });

  it("hold no names, addresses, links, or accounts of people", () => {
    const fields = eventNames.flatMap((name) => {
      const schema = z.toJSONSchema(eventPayloads[name]);
      return Object.keys(schema.properties ?? {});
    });
    const personal = /^(name|email|address|link|token|account|to|message|note)$/i;
    expect(fields.filter((field) => personal.test(field))).toEqual([]);
  });
});
