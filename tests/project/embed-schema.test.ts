import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { embedDays } from "#app/domain/program.ts";
import { settingFaults } from "../../scripts/embed-schema.ts";

// Those that the blocks use, and one more; the build reads all of them from Shopify's command line.
const types = ["number", "text", "checkbox"];
const embed = readFileSync("extensions/affiliate-embed/blocks/affiliate-embed.liquid", "utf8");

describe("the settings of the theme's app embed", () => {
  it("are of types that there are", () => {
    expect(settingFaults(embed, types)).toEqual([]);
  });

  it("keep a click for as many days as the app tells merchants", () => {
    expect(embed).toContain(`"info": "In the visitor's browser, ${embedDays.least} to ${embedDays.most}.`);
    expect(embed).toMatch(new RegExp(`"id": "window_days",[^}]*"default": ${embedDays.initial}\\s`));
    const script = readFileSync("extensions/affiliate-embed/assets/affiliate-embed.js", "utf8");
    const { least, most, initial } = embedDays;
    expect(script).toContain(`Math.min(${most}, Math.max(${least}, Number(block.windowDays) || ${initial}))`);
  });

  it("are refused if one has an unknown type", () => {
    expect(settingFaults(embed.replace('"type": "number"', '"type": "days"'), types)).toEqual([
      'has the setting window_days of the type "days", which there is not',
    ]);
  });

  it.each([
    ["no schema at all", embed.replace(/{% schema %}[\s\S]*/, "")],
    ["a schema that is not JSON", embed.replace('"settings": [', '"settings": ')],
    ["a setting without a type", embed.replace('"type": "text",', "")],
  ])("are refused with %s", (_, liquid) => {
    expect(settingFaults(liquid, types)).toHaveLength(1);
  });
});
