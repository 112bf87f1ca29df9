import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { asyncNamesIn, findLateAwaits } from "./late-awaits.ts";

function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

/** Names of the promises that a function with this body awaits too late. */
function lateIn(body: string): string[] {
  const helper = "async function read() {}\n";
  const file = parse("example.ts", `${helper}async function example() {\n${body}\n}`);
  return findLateAwaits(file, asyncNamesIn([file])).map(({ name }) => name);
}

test.each([
  "const late = Promise.all([a(), b()]); const c = await other(); await late;",
  "const late = a(); await other(); await late;",
  "const late = read(); await other(); return late;",
  "const late = read(); await other(); late.catch(() => {});",
  "const late = a(); const [x, y] = await Promise.all([b(), c()]); const z = await Promise.all([late, d()]);",
  "const late = { a: a(), b: b() }; await other(); return [await late.a, await late.b];",
  "const late = [a(), b()]; await other(); await Promise.all(late);",
  "const late = list.map(a); await other(); await Promise.all(late);",
  "const late = []; late.push(a()); await other(); await Promise.all(late);",
  "const late = []; for (const one of list) { await other(one); late.push(a(one)); } await Promise.all(late);",
  "let late; late = a(); await other(); await late;",
  "let late = await a(); while (late) { late = a(); await other(); await late; }",
  "const late = new Promise((resolve, reject) => a(resolve, reject)); await other(); await late;",
  "const late = a().finally(b); if (await other()) return; await late;",
])("notices a promise that waits unhandled: %s", (body) => {
  expect(new Set(lateIn(body))).toEqual(new Set(["late"]));
});

test.each([
  "await Promise.all([a(), b()]);",
  "const both = Promise.all([a(), b()]); await both;",
  "const one = await a(); await other(); return one;",
  "const one = a(); const [x, y] = await Promise.all([one, other()]); return x;",
  "const one = a().catch(() => null); await other(); await one;",
  "const one = a().then(b, c); await other(); await one;",
  "const one = a(); one.catch(() => {}); await other(); await one;",
  "const one = read(); keep(one); await other(); await one;",
  "const one = new Promise((resolve) => once(resolve)); await other(); await one;",
  "const one = sync(); await other(); return one;",
  "const later = async () => { await other(); }; const one = a(); later(); await one;",
  "const all = []; for (const one of list) all.push(a(one)); await Promise.all(all); await other();",
  "let one = a(); while (one) { const page = await one; one = next(page); one?.catch(() => {}); await other(); }",
  "let one = a(); while (one) { await one; await other(); one = a(); } await other();",
  "const text = { a: one }; await other(); return text.a;",
])("leaves a promise alone whose rejection is handled: %s", (body) => {
  expect(lateIn(body)).toEqual([]);
});

test("no promise of the product waits unhandled while something else is awaited", () => {
  const names = globSync(["{app,scripts,local-shopify,local-paypal}/**/*.{ts,tsx}", "*.ts"]);
  const files = names.map((name) => parse(name, readFileSync(name, "utf8")));
  expect(files.length).toBeGreaterThan(500);
  const asyncNames = asyncNamesIn(files);
  const late = files.flatMap((file) =>
    findLateAwaits(file, asyncNames).map(({ name, line }) => `${file.fileName}:${line} ${name}`),
  );
  expect(late).toEqual([]);
});
