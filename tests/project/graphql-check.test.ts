import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentsIn, expand } from "../../scripts/graphql-documents.ts";
import { groupsIn, unmetScopes } from "../../scripts/graphql-scopes.ts";

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "graphql-check-")), "documents.ts");
  writeFileSync(file, text);
  return file;
}

const source = [
  "const money = `#graphql\nfragment Money on MoneyV2 { amount }`;",
  "export const order = `#graphql\nquery Order { order { ...Money } }${money}`;",
  "export const built = `#graphql\nquery Built { ${field} }`;",
  "export const forgotten = `query Forgotten { shop { id } }`;",
].join("\n");

test("marked documents are found with their names, unmarked ones are told apart", () => {
  const { marked, unmarked } = documentsIn(fileWith(source));
  expect(marked.map(({ name }) => name)).toEqual(["money", "order", "built"]);
  expect(unmarked.map(({ name, line }) => ({ name, line }))).toEqual([{ name: "forgotten", line: 7 }]);
});

test("an embedded fragment is put in; a document built at run time is refused", () => {
  const { marked } = documentsIn(fileWith(source));
  const [, order, built] = marked;
  if (!order || !built) throw new Error("The documents were not found.");
  expect(expand(order, marked)).toContain("fragment Money on MoneyV2");
  expect(() => expand(built, marked)).toThrow("${field}");
});

test("scopes are read from Shopify's sentences, alternatives apart from what is needed besides", () => {
  const sentence =
    "`write_pixels` access scope. Also: The app requires read_customer_events access scope and user access permission.";
  expect(groupsIn(sentence)).toEqual([["write_pixels"], ["read_customer_events"]]);
  expect(groupsIn("`read_orders` access scope or `read_quick_sale` access scope.")).toEqual([
    ["read_orders", "read_quick_sale"],
  ]);
  expect(groupsIn("")).toEqual([]);
});

test("a scope to write includes the one to read, and nothing else does", () => {
  const access = new Map([["WebPixel", [["read_pixels"]]]]);
  expect(unmetScopes(access, "WebPixel", ["write_pixels"])).toEqual([]);
  expect(unmetScopes(access, "WebPixel", ["write_orders"])).toEqual([["read_pixels"]]);
});

const schema = `
  scalar Decimal
  enum CurrencyCode { EUR USD }
  type Money { amount: Decimal! currencyCode: CurrencyCode }
  type Order { id: ID! total: Money! }
  type Query { order(id: ID!): Order }
`;
const orderDocuments = [
  "const money = `#graphql\nfragment MoneyFields on Money { amount currencyCode }`;",
  "export const order = `#graphql\n${money}\nquery OrderTotal($id: ID!) { order(id: $id) { total { ...MoneyFields } } }`;",
].join("\n");

/** In a process of its own: Vitest and Node load different builds of graphql, and the generator accepts only one. */
function runGenerator(call: "generateTypes" | "staleTypes"): string {
  const script = `
    import { buildSchema, introspectionFromSchema } from "graphql";
    import { documentsIn } from "./scripts/graphql-documents.ts";
    import { ${call} } from "./scripts/graphql-types.ts";
    const [file, schema] = process.argv.slice(1);
    const data = introspectionFromSchema(buildSchema(schema));
    console.log(String(await ${call}(data, documentsIn(file).marked)));
  `;
  const args = ["--input-type=module", "--eval", script, fileWith(orderDocuments), schema];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

test("a document's text, with what it embeds, names the types of its answer and variables", () => {
  const types = runGenerator("generateTypes");
  expect(types).toContain(`export type OrderTotalQuery = {
  readonly order: {
    readonly total: { readonly amount: string; readonly currencyCode: string | null };
  } | null;
};`);
  const key =
    "#graphql\n#graphql\nfragment MoneyFields on Money { amount currencyCode }\nquery OrderTotal($id: ID!) { order(id: $id) { total { ...MoneyFields } } }";
  expect(types).toContain(`${JSON.stringify(key)}: {
    readonly answer: OrderTotalQuery;
    readonly variables: OrderTotalQueryVariables;`);
});

test("types generated from other documents are stale", () => {
  expect(runGenerator("staleTypes")).toContain("Run `npm run graphql:generate`");
});
