import { expect, it } from "vitest";
import { choicesText } from "#app/contracts/file-import.ts";

it.each([
  ["2026-05-01", true],
  ["0000-06-01", false],
  ["9999-12-31", false],
  ["2026-02-30", false],
])("a release on %s", (releaseOn, isTaken) => {
  expect(choicesText.safeParse(JSON.stringify({ releaseOn })).success).toBe(isTaken);
});
