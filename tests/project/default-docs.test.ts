import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { programDays } from "#app/domain/program.ts";
import { retentionSettings } from "#app/domain/shop-settings.ts";

const textOf = (path: string) => readFileSync(path, "utf8").replaceAll(/\s+/g, " ");

it.each(Object.entries(retentionSettings))("docs/tracking.md has bounds and default of %s", (_, setting) => {
  const { least, most, unit, initial } = setting;
  expect(textOf("docs/tracking.md")).toContain(`${least}–${most} ${unit} (${initial})`);
});

it("docs/terms.md has the default notice period", () => {
  expect(textOf("docs/terms.md")).toContain(`${programDays.notice.initial} days unless set otherwise`);
});
