import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./files.ts";

const papers = globSync([
  "*.{json,toml,yaml,md}",
  ".*.{json,mjs}",
  ".env.example",
  ".ci/run",
  "Dockerfile",
  "docs/**/*.{md,json}",
  "{tools,extensions,local-shopify}/**/*.{json,toml,md,liquid}",
]).filter((file) => !file.includes("node_modules/") && !file.includes("/dist/"));
const files = [...sourceFiles(), ...papers];

/** What works on one person's machine only, or names that machine. */
const foreign: [name: string, pattern: RegExp][] = [
  ["a path of someone's machine", /(?:^|[\s"'`(=:])\/(?:work|home|root|Users|mnt)\/[\w-]/],
  ["a folder beside the project", /\.\.\/shared\b/],
  ["an address of a package registry in a lockfile", /"resolved": "https?:/],
];

describe.each(foreign)("%s", (_name, pattern) => {
  test("stands in no file", () => {
    expect(files.filter((file) => pattern.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});

test("no work is left behind as a note in a comment", () => {
  const note = new RegExp(`(?://|\\*|#)\\s*${["TO", "DO"].join("")}\\b`);
  expect(sourceFiles().filter((file) => note.test(readFileSync(file, "utf8")))).toEqual([]);
});
