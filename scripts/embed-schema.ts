import { readFileSync } from "node:fs";
import { z } from "zod";

const schemaShape = z.object({
  settings: z.array(z.looseObject({ type: z.string(), id: z.string().optional() })).default([]),
});
const typesShape = z.object({
  properties: z.object({ type: z.object({ enum: z.array(z.string()).min(1) }) }),
});

/** The types of settings that Shopify's command line knows, from the description of them that it brings. */
export function settingTypes(cli: string): string[] {
  const file = readFileSync(`${cli}/dist/data/setting.json`, "utf8");
  return typesShape.parse(JSON.parse(file)).properties.type.enum;
}

/** Faults in the settings of a block's schema, one line each. `types` are the known setting types. */
export function settingFaults(liquid: string, types: readonly string[]): string[] {
  const text = /{%-?\s*schema\s*-?%}([\s\S]*?){%-?\s*endschema\s*-?%}/.exec(liquid)?.[1];
  if (text === undefined) return ["has no schema"];
  const parsed = schemaShape.safeParse(readJson(text));
  if (!parsed.success) return ["has a schema that is not JSON, or a setting without a type"];
  return parsed.data.settings
    .filter(({ type }) => !types.includes(type))
    .map(({ type, id }) => `has the setting ${id ?? "without id"} of the type "${type}", which there is not`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
