import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./files.ts";

const papers = globSync([
  "*.{json,toml,yaml,md}",
  ".*.{json,mjs}",
  ".env.example",
  ".ci/run",
  "Dockerfile",
  "docs/**/*.{md,json}",
  "{tools,extensions,local-paypal,local-shopify}/**/*.{json,toml,md,liquid}",
]).filter((file) => !file.includes("node_modules/") && !file.includes("/dist/"));
const files = [...sourceFiles(), ...papers];

/** Texts that work on one machine only, or name it. */
const foreign: [name: string, pattern: RegExp][] = [
  ["a path of someone's machine", /(?:^|[\s"'`(=:])\/(?:work|home|root|Users|mnt)\/[\w-]/],
  ["an address of a package registry in a lockfile", /"resolved": "https?:/],
];

describe.each(foreign)("%s", (_name, pattern) => {
  test("is in no file", () => {
    expect(files.filter((file) => pattern.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});

/** Mentions of a "shared" folder above a file that do not exist in the project, as `ui/shared` does. */
function foreignFolders(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/(?:\.\.\/)+shared\b/g)]
    .filter(([path]) => !existsSync(join(dirname(file), path)))
    .map(([path]) => `${file} → ${path}`);
}

test("no file names a folder outside the project", () => {
  expect(files.flatMap(foreignFolders)).toEqual([]);
});

test("no work is left behind as a note in a comment", () => {
  const note = new RegExp(`(?://|\\*|#)\\s*${["TO", "DO"].join("")}\\b`);
  expect(sourceFiles().filter((file) => note.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("no list of many choices posts a name with brackets, which no form reads", () => {
  const list = /<ChoiceList\b[^]*?\/>/g;
  const bracketed = sourceFiles().filter((file) =>
    [...readFileSync(file, "utf8").matchAll(list)].some(
      ([tag]) => /\ballowMultiple\b/.test(tag) && /\bname=/.test(tag),
    ),
  );
  expect(bracketed).toEqual([]);
});
