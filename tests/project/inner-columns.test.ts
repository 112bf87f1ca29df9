import { globSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { innerColumns } from "./inner-columns.ts";

const rules: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  types: [],
};

const found = (files: readonly string[]) => innerColumns(ts.createProgram([...files], rules), files);

const counted = "(select count(*) from ${codes} c where c.shop_id = ${discounts.shopId})";

/** Queries that count the codes of all shops, each told once. */
const wrong = [
  [`db.select({ inItsPlace: sql\`${counted}\` }).from(discounts);`],
  [`db.select({ underAnAlias: sql\`${counted}\`.as("codes") }).from(discounts);`],
  [`const underAName = sql\`${counted}\`;`, `db.select({ underAName }).from(discounts);`],
  [`const fields = { ofFields: sql\`${counted}\` };`, `db.select({ ...fields }).from(discounts);`],
  [
    `function many(): SQL {\n return sql\`coalesce(${counted}, 0)\`;\n}`,
    `db.select({ ofAFunction: many() }).from(discounts);`,
  ],
  [
    "const has = (of: AnyPgColumn) => sql`exists (select 1 from ${codes} c where c.shop_id = ${of})`;",
    `db.select({ one: { givenToAFunction: has(discounts.shopId) } }).from(discounts);`,
  ],
  [`db.update(discounts).set({ shopId: "" }).returning({ afterAChange: sql\`${counted}\` });`],
];

/** Queries whose columns the library prints with their table's name, or whose columns need none. */
const right = [
  `db.select({ n: sql\`${counted.replace("{discounts.shopId}", "{discounts}.shop_id")}\` }).from(discounts);`,
  `db.select({ n: sql\`${counted}\` }).from(discounts).leftJoin(codes, eq(codes.shopId, discounts.shopId));`,
  `db.select({ shopId: discounts.shopId }).from(discounts).where(sql\`${counted} > 0\`);`,
  "db.select({ n: sql`case ${discounts.shopId} when (select '') then ${discounts.shopId} end` }).from(discounts);",
  `db.select({ n: sql\`coalesce(\${sql\`${counted}\`}, 0)\` }).from(discounts);`,
];

/** Each list of lines as a file, over tables whose columns have the same names. */
function filesOf(queries: string[][]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "inner-columns-"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const columns = `{ shopId: text("shop_id"), discountId: text("discount_id") }`;
  const before = [
    `import { eq, sql, type SQL } from "drizzle-orm";`,
    `import { pgTable, text, type AnyPgColumn, type PgDatabase, type PgQueryResultHKT } from "drizzle-orm/pg-core";`,
    `declare const db: PgDatabase<PgQueryResultHKT>;`,
    `const codes = pgTable("codes", ${columns});`,
    `const discounts = pgTable("discounts", ${columns});`,
  ];
  return queries.map((lines, at) => {
    const file = join(folder, `queries-${at}.ts`);
    writeFileSync(file, [...before, ...lines, ""].join("\n"));
    return file;
  });
}

test("a column alone inside a nested select is reported, however it came into the fields", () => {
  const files = filesOf(wrong);
  expect(found(files).map((told) => told.split(":")[0])).toEqual(files);
});

test("a column with its table's name, or next to the select, is left alone", () => {
  expect(found(filesOf(right.map((line) => [line])))).toEqual([]);
});

test("no query of the store counts other rows than its own", () => {
  const files = globSync("app/{store,platform}/**/*.ts");
  expect(files.length).toBeGreaterThan(100);
  expect(found(files)).toEqual([]);
});
