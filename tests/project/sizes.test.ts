import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./files.ts";

const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;

test("95 of 100 files stay under 500 lines", () => {
  const sized = sourceFiles().map((file) => ({ file, lines: linesOf(file) }));
  const long = sized.filter(({ lines }) => lines >= 500);
  expect(sized.length).toBeGreaterThan(20);
  const tolerated = Math.floor(sized.length * 0.05);
  // The excess is compared by name, so that a failure says which files to look at.
  expect(long.slice(tolerated).map(({ file, lines }) => `${file} ${lines}`)).toEqual([]);
});
