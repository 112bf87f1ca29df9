import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { findWritesOfEntryPoints } from "./entry-points-read.ts";

function sourcesOf(files: Readonly<Record<string, string>>): Map<string, ts.SourceFile> {
  return new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
    ]),
  );
}

/** Findings in a route that imports `name` from a store file with this text. */
function findingsFor(name: string, store: string): string[] {
  return findWritesOfEntryPoints(
    sourcesOf({
      "app/routes/screen.tsx": `import { ${name} } from "#app/store/keys.ts";`,
      "app/store/keys.ts": store,
      "app/store/rows.ts": "export const addRow = (db) => db.insert(rows).values({});",
    }),
  );
}

test.each([
  ["an insert", "export async function change(db) { await db.insert(keys).values({}); }"],
  ["an update", "export async function change(db) { await db.update(keys).set({}); }"],
  ["a delete", "export const change = (db) => db.delete(keys);"],
  ["a lock", 'export const change = (db) => db.select().from(keys).for("update");'],
  [
    "SQL that inserts",
    "export const change = (db) => db.execute(sql`with x as (select 1) insert into keys`);",
  ],
  ["SQL that updates", "export const change = (db) => db.execute(sql`update ${keys} k set name = ''`);"],
  ["SQL that deletes", "export const change = (db) => db.execute(sql`delete from ${keys}`);"],
  ["SQL that locks", "export const change = (db) => db.execute(sql`select 1 for no key update`);"],
  ["a helper that writes", "const add = (db) => db.insert(keys);\nexport const change = (db) => add(db);"],
  [
    "a write of another store file",
    'import { addRow } from "./rows.ts";\nexport const change = (db) => addRow(db);',
  ],
  ["a query that is not there", "export const other = 1;"],
])("finds an import of %s", (_what, store) => {
  expect(findingsFor("change", store)).toEqual(["app/routes/screen.tsx: change"]);
});

test.each([
  ["a query", "export const read = (db) => db.select().from(keys).limit(most);\nconst most = 10;"],
  ["SQL that reads", "export const read = (db) => db.execute(sql`select updated_at from keys for_update`);"],
  [
    "a query next to a write",
    "export const read = (db) => db.select();\nexport const add = (db) => db.insert(keys);",
  ],
])("allows an import of %s", (_what, store) => {
  expect(findingsFor("read", store)).toEqual([]);
});

test("allows types of a store file that writes", () => {
  expect(
    findingsFor("type Key", "export type Key = string;\nexport const add = (db) => db.insert(keys);"),
  ).toEqual([]);
});

test("finds transactions, tables and statements in an entry point", () => {
  const found = findWritesOfEntryPoints(
    sourcesOf({
      "app/api/keys.ts": 'import { db, inTransaction } from "#app/platform/db.server.ts";',
      "app/http/keys.ts": 'import { keys } from "../store/schema/keys.ts";',
      "app/routes/keys.ts": 'import { db } from "#app/platform/db.server.ts";\ndb().execute("vacuum");',
    }),
  );
  expect(found).toEqual([
    "app/api/keys.ts: inTransaction",
    "app/http/keys.ts: keys",
    "app/routes/keys.ts: db()",
  ]);
});

test("entry points only read from the store", () => {
  const paths = globSync("app/{routes,api,http,store}/**/*.{ts,tsx}");
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
  expect(paths.length).toBeGreaterThan(300);
  expect(findWritesOfEntryPoints(sourcesOf(files))).toEqual([]);
});
