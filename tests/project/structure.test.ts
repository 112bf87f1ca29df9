import ts from "typescript";
import { expect, test } from "vitest";
import { countNames, percentile, singleImporters } from "../../scripts/structure/counting.ts";
import { calledFiles } from "../../scripts/structure/coverage.ts";
import { commentsIn, isFlagged, typesDeclaredIn } from "../../scripts/structure/source-facts.ts";

const parsed = (text: string, name = "one.ts") => ts.createSourceFile(name, text, ts.ScriptTarget.Latest);

const called = (functionName: string, startOffset: number, count: number) => ({
  functionName,
  ranges: [{ startOffset, count }],
});

test("comments are read without their marks, and adjacent line comments as one", () => {
  const text = `// What a file
// holds.
/** The same where
 * nothing is heard. */
const text = "// no comment" + \`/* none \${1 /* one */} */\`; // behind code

// after a gap
const address = "https://example.com"; /* block */
`;
  expect(commentsIn(parsed(text))).toEqual([
    { line: 1, text: "What a file\nholds." },
    { line: 3, text: "The same where\nnothing is heard." },
    { line: 5, text: "one" },
    { line: 5, text: "behind code" },
    { line: 7, text: "after a gap" },
    { line: 8, text: "block" },
  ]);
});

test("the text of a screen is no comment", () => {
  const text = "const link = <p>// What counts {/* Whose turn */}</p>; // Done";
  expect(commentsIn(parsed(text, "one.tsx")).map((one) => one.text)).toEqual(["Whose turn", "Done"]);
});

test.each([
  ["The same where nothing is heard.", true],
  ["What counts.", true],
  ["Whoever took it.", true],
  ["Who pays.", true],
  ["Whose link it is.", true],
  ["Whom the email reaches.", true],
  ["Whether the click counts.", true],
  ["Of the orders, the first.", true],
  ["That was read.", true],
  ["Nobody waits.", true],
  ["Whole cents.", false],
  ["Offers of the store.", false],
  ["Thatched.", false],
  ["The sum of what counts.", false],
  ["Says what is next.", false],
])("the comment %j is flagged: %s", (text, flagged) => {
  expect(isFlagged({ line: 1, text })).toBe(flagged);
});

test("types are counted once per file that declares them", () => {
  const first = parsed("type By = 1; interface Shop {} export type { Asked } from './asked.ts';");
  const second = parsed("type By = 2; function local() { type By = 3; type Row = 4; }");
  expect(countNames([typesDeclaredIn(first), typesDeclaredIn(second)])).toEqual([
    ["By", 2],
    ["Row", 1],
    ["Shop", 1],
  ]);
});

test("a file that another imports twice has one importer", () => {
  const imports = [
    { from: "a.ts", to: "b.ts" },
    { from: "a.ts", to: "b.ts" },
    { from: "a.ts", to: "c.ts" },
    { from: "b.ts", to: "c.ts" },
    { from: "a.ts", to: "node_modules/zod/index.js" },
  ];
  expect([...singleImporters(["a.ts", "b.ts", "c.ts"], imports)]).toEqual([["b.ts", "a.ts"]]);
});

test("a percentile is one of the values", () => {
  const values = [40, 10, 30, 20];
  expect([50, 95, 100].map((percent) => percentile(values, percent))).toEqual([20, 40, 40]);
  expect(percentile([], 95)).toBe(0);
});

test("called functions are counted, and a module's evaluation is not", () => {
  const scripts = [
    {
      url: "file:///x/app/b.ts",
      functions: [called("", 0, 1), called("one", 10, 2), called("", 20, 1), called("idle", 40, 0)],
    },
    { url: "file:///x/app/a.ts", functions: [called("first", 0, 1)] },
    { url: "file:///x/app/loaded.ts", functions: [called("", 0, 1), called("idle", 10, 0)] },
    { url: "file:///x/tests/c.ts", functions: [called("one", 10, 1)] },
  ];
  expect([...calledFiles(scripts, "file:///x/app/")]).toEqual([
    ["a.ts", 1],
    ["b.ts", 2],
  ]);
});
