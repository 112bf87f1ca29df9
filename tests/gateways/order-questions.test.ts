import { type DocumentNode, type FragmentDefinitionNode, Kind, parse, type SelectionSetNode } from "graphql";
import { expect, test } from "vitest";
import { bulkOrdersQuery } from "#app/gateways/shopify/bulk-orders.ts";
import { orderDocument } from "#app/gateways/shopify/whole-order.ts";

/** Fields that only lead through a list. */
const ways = new Set(["edges", "node", "nodes", "__typename"]);

/** Fields of an order that a document asks for, as paths of names without the lists between. */
function askedOf(text: string, root: string): string[] {
  const document = parse(text);
  const fragments = new Map(fragmentsOf(document).map((one) => [one.name.value, one]));
  const paths = new Set<string>();
  function visit(set: SelectionSetNode, path: readonly string[]): void {
    for (const one of set.selections) {
      if (one.kind === Kind.INLINE_FRAGMENT) visit(one.selectionSet, path);
      else if (one.kind === Kind.FRAGMENT_SPREAD) {
        visit(fragments.get(one.name.value)?.selectionSet ?? set, path);
      } else if (one.name.value !== "pageInfo") {
        const here = ways.has(one.name.value) ? path : [...path, one.name.value];
        if (one.selectionSet) visit(one.selectionSet, here);
        else if (here !== path) paths.add(here.join("."));
      }
    }
  }
  for (const one of document.definitions) {
    if (one.kind === Kind.OPERATION_DEFINITION) visit(one.selectionSet, []);
  }
  return [...paths].map((path) => path.replace(`${root}.`, "")).toSorted();
}

const fragmentsOf = (document: DocumentNode): FragmentDefinitionNode[] =>
  document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);

test("an order of a bulk import is asked for all that an order alone is asked for, but its refunds' parts", () => {
  const alone = askedOf(orderDocument, "order").filter((path) => !path.startsWith("refunds."));
  const inBulk = askedOf(bulkOrdersQuery(new Date(0), new Date(1)), "orders");
  expect(alone).toContain("lineItems.taxLines.priceSet.shopMoney.amount");
  // The bulk asks for an order's own name in the whole, to ask about it alone where it must.
  expect(inBulk.filter((path) => path !== "id" && path !== "refunds.id")).toEqual(alone);
});
