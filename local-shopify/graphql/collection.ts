import type { Collection } from "../commerce/types.ts";
import { connect } from "./connection.ts";
import { gid, moment, readGid, type Answer, type Args, type Asking } from "./resolver.ts";
import { matchNumber, matchText, matchWords, search, unknownFilter, type Term } from "./search.ts";

function answerCollection(collection: Collection): Answer {
  return {
    __typename: "Collection",
    id: gid("Collection", collection.id),
    legacyResourceId: String(collection.id),
    title: collection.title,
    handle: collection.handle,
    updatedAt: moment(collection.updatedAt),
    productsCount: { count: collection.productIds.length, precision: "EXACT" },
  };
}

/** `collections(…)` of the root. */
export function connectCollections(asking: Asking, args: Args): Answer {
  const found = search(asking.shop.collections ?? [], args["query"], matchCollection);
  return connectThem(found, args, ["query", "sortKey"]);
}

/** `collections(…)` of one product. */
export function connectCollectionsOf(asking: Asking, productId: number, args: Args): Answer {
  const found = (asking.shop.collections ?? []).filter((one) => one.productIds.includes(productId));
  return connectThem(found, args, ["sortKey"]);
}

/** The collections of these ids. */
export function connectChosenCollections(asking: Asking, ids: number[], args: Args): Answer {
  const found = (asking.shop.collections ?? []).filter((one) => ids.includes(one.id));
  return connectThem(found, args, []);
}

/** The collection with that global id, or null. */
export function findCollection(asking: Asking, id: unknown): Answer | null {
  const wanted = readGid("Collection", id);
  const collection = (asking.shop.collections ?? []).find((entry) => entry.id === wanted);
  return collection === undefined ? null : answerCollection(collection);
}

function connectThem(found: readonly Collection[], args: Args, obeyed: string[]): Answer {
  return connect(found, args, {
    sortBy: (collection) => (args["sortKey"] === "TITLE" ? collection.title : sortable(collection.id)),
    id: (collection) => collection.id,
    answer: answerCollection,
    obeyed,
  });
}

function sortable(id: number): string {
  return String(id).padStart(20, "0");
}

function matchCollection(collection: Collection, term: Term): boolean {
  if (term.field === "id") return matchNumber(collection.id, term);
  if (term.field === "handle") return matchText(collection.handle, term);
  if (term.field === "title") return matchWords(collection.title, term);
  throw unknownFilter(term);
}
